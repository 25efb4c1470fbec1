/** A server of Milvus's protocol on loopback: Milvus Lite, installed from PyPI once, with a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:http2";
import { createServer } from "node:net";
import { PYTHON_BYTECODE, installPython } from "../installed.ts";
import { until } from "../until.ts";

const PACKAGES = ["milvus-lite==3.2.2", "pymilvus[milvus-lite]==3.0.2"];

export class MilvusServer implements AsyncDisposable {
  private child: ChildProcess | null = null;
  readonly address: string;

  constructor(private readonly command: string, private readonly folder: string, private readonly port: number) {
    this.address = `127.0.0.1:${port}`;
  }

  /** Returns when it speaks: it listens before it does. */
  async start(): Promise<void> {
    this.child = spawn(this.command, ["server", "--data-dir", join(this.folder, "data"), "--host", "127.0.0.1", "--port", String(this.port)], { stdio: "ignore", env: { ...process.env, ...PYTHON_BYTECODE } });
    await until("Milvus Lite speaks", () => speaks(this.port));
  }

  /** SIGKILL; returns when it is gone. */
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

/** Started. Null where it cannot be installed. */
export async function startMilvus(): Promise<MilvusServer | null> {
  const programIn = await installPython("milvus-lite", PACKAGES);
  if (programIn === null) return null;
  const server = new MilvusServer(programIn("milvus-lite"), mkdtempSync(join(tmpdir(), "satori-milvus-")), await freePort());
  await server.start();
  return server;
}

/** An address on loopback at which nothing listens. */
export async function unusedAddress(): Promise<string> {
  return `127.0.0.1:${await freePort()}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}

function speaks(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connect(`http://127.0.0.1:${port}`);
    session.on("error", () => undefined).on("close", () => resolve(false)).on("remoteSettings", () => {
      resolve(true);
      session.destroy();
    });
  });
}
