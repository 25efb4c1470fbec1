/** A Milvus server on loopback: Milvus Lite, installed from PyPI once, with its own data folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:http2";
import { PYTHON_BYTECODE, installPython } from "../installed.ts";
import { until } from "../until.ts";
import { unusedAddress } from "../unused-address.ts";

const PACKAGES = ["milvus-lite==3.2.2", "pymilvus[milvus-lite]==3.0.2"];

export class MilvusServer implements AsyncDisposable {
  private child: ChildProcess | null = null;

  constructor(
    private readonly command: string,
    private readonly folder: string,
    readonly address: string,
  ) {}

  /** Resolves when the server answers: it listens before it can. */
  async start(): Promise<void> {
    const [host = "", port = ""] = this.address.split(":");
    this.child = spawn(
      this.command,
      ["server", "--data-dir", join(this.folder, "data"), "--host", host, "--port", port],
      { stdio: "ignore", env: { ...process.env, ...PYTHON_BYTECODE } },
    );
    await until("Milvus Lite speaks", () => speaks(this.address));
  }

  /** Kills it with SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The server's command; null if it cannot be installed. */
export async function installMilvus(): Promise<string | null> {
  return (await installPython("milvus-lite", PACKAGES))?.("milvus-lite") ?? null;
}

/** A started server; null if it cannot be installed. */
export async function startMilvus(): Promise<MilvusServer | null> {
  const command = await installMilvus();
  if (command === null) return null;
  const server = new MilvusServer(
    command,
    mkdtempSync(join(tmpdir(), "satori-milvus-")),
    await unusedAddress(),
  );
  try {
    await server.start();
    return server;
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

function speaks(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connect(`http://${address}`);
    session
      .on("error", () => undefined)
      .on("close", () => resolve(false))
      .on("remoteSettings", () => {
        resolve(true);
        session.destroy();
      });
  });
}
