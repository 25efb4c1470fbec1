/**
 * The coding agent pi, installed from the registry once, with the bridge and a fake model. It is driven by
 * lines of JSON.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../../tools/until.ts";
import type { FakeModel } from "./fake-model.ts";
import { installPackage } from "./npm-package.ts";
import { onLines } from "./process.ts";
import { type Workspace, writeFile } from "./workspace.ts";

const PACKAGE = "@earendil-works/pi-coding-agent";
/** The newest version for Node.js 20. */
const VERSION = "0.74.2";
const BRIDGE = fileURLToPath(new URL("../../apps/bridge", import.meta.url));

/** A line that pi writes. */
export interface PiEvent {
  readonly type: string;
  readonly command?: string;
  readonly toolName?: string;
  readonly method?: string;
  readonly message?: unknown;
  readonly isError?: boolean;
  readonly partialResult?: { readonly details?: unknown };
  readonly result?: { readonly content: readonly { readonly text?: string }[]; readonly details: unknown };
}

/** The script that runs pi; null if it cannot be installed. */
export async function installPi(): Promise<string | null> {
  const folder = await installPackage("pi", { name: PACKAGE, version: VERSION });
  return folder && join(folder, "dist/cli.js");
}

interface PiParts {
  /** The script that runs pi. */
  readonly script: string;
  readonly workspace: Workspace;
  readonly model: FakeModel;
}

export interface PiOptions extends PiParts {
  /** The folder of the session. */
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The command for pi with the bridge installed, and the fake model as its only model. */
export function piCommand({ script, workspace, model }: PiParts): {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
} {
  const home = workspace.path("pi");
  writeFile(
    join(home, "models.json"),
    JSON.stringify({
      providers: {
        fake: { baseUrl: model.url, api: "openai-completions", apiKey: "none", models: [{ id: "fake" }] },
      },
    }),
  );
  writeFile(join(home, "settings.json"), JSON.stringify({ packages: [BRIDGE] }));
  return {
    command: [process.execPath, script, "--no-session", "--provider", "fake", "--model", "fake"],
    environment: {
      HOME: workspace.path("nobody"),
      SATORI_HOME: workspace.home,
      SATORI_STANDALONE: "1",
      PI_CODING_AGENT_DIR: home,
      PI_OFFLINE: "1",
    },
  };
}

export class Pi implements AsyncDisposable {
  readonly events: PiEvent[] = [];
  readonly exited: Promise<number | null>;
  stderr = "";
  private readonly child: ChildProcessWithoutNullStreams;

  constructor({ cwd, environment, ...parts }: PiOptions) {
    const {
      command: [file = "", ...args],
      environment: own,
    } = piCommand(parts);
    this.child = spawn(file, [...args, "--mode", "rpc"], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", ...own, ...environment },
    });
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
    this.child.stderr.setEncoding("utf8").on("data", (part: string) => void (this.stderr += part));
    this.child.stdin.on("error", () => undefined);
    onLines(this.child.stdout, (line) => void this.events.push(JSON.parse(line) as PiEvent));
  }

  send(command: object): void {
    this.child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  /** Resolves with the first matching event, after the first `from` events. */
  async event(what: string, fits: (event: PiEvent) => boolean, from = 0): Promise<PiEvent> {
    await until(`pi has ${what}; it said: ${this.stderr.slice(0, 500)}`, () =>
      this.events.slice(from).some(fits),
    );
    return this.events.slice(from).find(fits) as PiEvent;
  }

  /** Sends a message to the model, and waits until the model has finished. */
  async ask(message: string): Promise<readonly PiEvent[]> {
    const from = this.events.length;
    this.send({ type: "prompt", message });
    await this.event("come to an end", ({ type }) => type === "agent_end", from);
    return this.events.slice(from);
  }

  /** Waits until pi has continued its work: it answers requests between two steps. */
  async goOn(): Promise<void> {
    for (let turns = 0; turns < 3; turns++) {
      const from = this.events.length;
      this.send({ type: "get_state" });
      await this.event(
        "answered",
        ({ type, command }) => type === "response" && command === "get_state",
        from,
      );
    }
  }

  /** Running processes that pi has started. */
  children(): number[] {
    const { pid } = this.child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter((text) => text !== "")
      .map(Number);
  }

  /** Closes its input, as when a terminal is closed. */
  end(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    await this.exited;
  }
}
