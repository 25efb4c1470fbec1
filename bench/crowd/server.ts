/** A running `satori-mcp` with concurrent requests, and everything that it writes besides its answers. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { endOf } from "../support/child-end.ts";
import { INITIALIZE, INITIALIZED } from "../support/mcp-server.ts";
import type { CommandOptions } from "../support/measure.ts";
import { MCP } from "../support/product.ts";
import { BrokenAnswer, type Envelope, type Request, checkedEnvelope } from "./exchange.ts";

/** Far more than any answer needs: a request that takes longer will never be answered. */
export const ANSWER_MS = 60_000;

/** A line of the server's log. */
export interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly event: string;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: { readonly structuredContent?: unknown };
  readonly error?: unknown;
}

export interface ServerListener {
  readonly onLog: (line: LogLine) => void;
  /** Called when the server writes something that is neither an answer nor a log line. */
  readonly onNoise: (text: string) => void;
}

export class Server implements AsyncDisposable {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly ended: Promise<number | null>;
  private readonly listener: ServerListener;
  private readonly pending = new Map<
    number,
    { readonly resolve: (message: Message) => void; readonly reject: (error: Error) => void }
  >();
  private nextId = 1;

  private constructor({ cwd, environment, signal }: CommandOptions, listener: ServerListener) {
    this.listener = listener;
    this.child = spawn(process.execPath, [MCP], { cwd, env: environment, signal, stdio: "pipe" });
    this.ended = endOf(this.child);
    const fail = (): void => {
      for (const { reject } of this.pending.values())
        reject(new BrokenAnswer("the server ended before it answered"));
    };
    this.ended.then(fail, fail);
    this.child.stdin.on("error", () => undefined);
    onLines(this.child.stdout, (line) => this.receive(line));
    onLines(this.child.stderr, (line) => this.hear(line));
  }

  static async start(options: CommandOptions, listener: ServerListener): Promise<Server> {
    const server = new Server(options, listener);
    // The first message has the first id.
    await server.ask(() => INITIALIZE);
    server.child.stdin.write(`${INITIALIZED}\n`);
    return server;
  }

  /** Throws `BrokenAnswer`. */
  async call({ tool, args }: Request): Promise<Envelope> {
    const message = await this.ask((id) =>
      JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: args } }),
    );
    if (message.result?.structuredContent === undefined)
      throw new BrokenAnswer(`no tool result: ${JSON.stringify(message).slice(0, 500)}`);
    return checkedEnvelope(tool, message.result.structuredContent);
  }

  /** Closes the server's input; the exit code is null if the server does not end by itself. */
  async end(patienceMs: number): Promise<{ readonly code: number | null; readonly tookMs: number }> {
    const startedMs = performance.now();
    const impatience = setTimeout(() => this.child.kill("SIGKILL"), patienceMs);
    this.child.stdin.end();
    const code = await this.ended;
    clearTimeout(impatience);
    return { code, tookMs: performance.now() - startedMs };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended.catch(() => undefined);
  }

  private ask(lineOf: (id: number) => string): Promise<Message> {
    const id = this.nextId++;
    return new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new BrokenAnswer(`no answer within ${ANSWER_MS / 1000} s`)),
        ANSWER_MS,
      );
      const settle =
        <Value>(then: (value: Value) => void) =>
        (value: Value): void => {
          clearTimeout(timer);
          this.pending.delete(id);
          then(value);
        };
      this.pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.child.stdin.write(`${lineOf(id)}\n`);
    });
  }

  private receive(line: string): void {
    const message = parse(line) as Message | null;
    const waiting =
      typeof message?.id === "number" && message.method === undefined
        ? this.pending.get(message.id)
        : undefined;
    if (message && waiting) waiting.resolve(message);
    else this.listener.onNoise(`stdout: ${line}`);
  }

  private hear(line: string): void {
    const entry = parse(line) as LogLine | null;
    if (typeof entry?.level === "string" && typeof entry.event === "string") this.listener.onLog(entry);
    else this.listener.onNoise(`stderr: ${line}`);
  }
}

function parse(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function onLines(stream: Readable, listener: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) listener(line);
  });
  stream.on("end", () => {
    if (rest !== "") listener(rest);
  });
}
