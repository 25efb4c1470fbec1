/**
 * A process that answers lines with lines, one after the other, like a server over stdio with a client that
 * waits.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { endOf } from "./child-end.ts";
import { BenchmarkError } from "./failure.ts";
import type { CommandOptions } from "./measure.ts";

export class LineProcess implements AsyncDisposable {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly closed: Promise<unknown>;
  private readonly parts: Buffer[] = [];
  private stderr = "";
  private waiting: {
    readonly resolve: (line: string) => void;
    readonly reject: (error: Error) => void;
  } | null = null;

  constructor([file = "", ...args]: readonly string[], { cwd, environment, signal }: CommandOptions) {
    this.child = spawn(file, args, { cwd, env: environment, signal, stdio: "pipe" });
    this.closed = endOf(this.child).catch((error: Error) => error);
    void this.closed.then(() =>
      this.waiting?.reject(
        new BenchmarkError(
          `${[file, ...args].join(" ")} ended before it answered. ${this.stderr.trim().slice(-2_000)}`,
        ),
      ),
    );
    this.child.stdin.on("error", () => undefined);
    this.child.stderr.setEncoding("utf8").on("data", (part: string) => void (this.stderr += part));
    this.child.stdout.on("data", (part: Buffer) => this.receive(part));
  }

  send(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Sends a line and resolves with the next line of output, unparsed. */
  ask(line: string): Promise<string> {
    const answer = new Promise<string>((resolve, reject) => void (this.waiting = { resolve, reject }));
    this.send(line);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.closed;
  }

  private receive(part: Buffer): void {
    this.parts.push(part);
    if (part.at(-1) !== 0x0a) return;
    const line = Buffer.concat(this.parts.splice(0)).toString("utf8").trimEnd();
    this.waiting?.resolve(line);
    this.waiting = null;
  }
}
