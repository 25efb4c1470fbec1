/**
 * A session over standard input and output that the local process answers. Lines pass unchanged. If that
 * process dies, its calls fail, and the next message starts another one, where the session continues.
 */
import type { Socket } from "node:net";
import type { LogEvent } from "@satori/engine";
import { type Control, type SessionHello, isControl, readControl } from "@satori/engine/local-process";
import { surviveDefects } from "../defects.ts";
import { SERVER_LIMITS } from "../limits.ts";
import type { StartUp } from "../start-up.ts";
import { LineSplitter, tooLongProblem } from "../stdio/line-splitter.ts";
import type { ReservedStdout } from "../stdio/reserve-stdout.ts";
import { Conversation, type OpenRequest } from "./conversation.ts";
import { type Reached, type ReachOptions, reachProcess } from "./reach-process.ts";

export interface ProxyOptions extends ReachOptions {
  /** Reads the configuration again, which may have changed by the time another process is needed. */
  readonly startUp: () => StartUp;
  readonly hello: SessionHello;
  readonly output: ReservedStdout;
  readonly log: LogEvent;
}

/** No answer is too long to be passed on. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;

/** Serves until the input ends or a signal arrives, then ends the process. Throws if there is no process. */
export async function runProxy(options: ProxyOptions): Promise<void> {
  const reached = await reachProcess(options, options.hello);
  surviveDefects(options.log);
  new Proxy(options, reached).run();
}

interface Link {
  readonly connection: Socket;
  /** The ids that the next line of the process answers. */
  ids: readonly (string | number)[];
  /** The process has asked to be left: no further request is sent to it. */
  isLeaving: boolean;
}

class Proxy {
  private readonly conversation = new Conversation();
  private readonly input = new LineSplitter(SERVER_LIMITS.maxMessageBytes);
  private hello: SessionHello;
  private link: Link | null = null;
  /** Lines of the client that wait for a process. */
  private waiting: string[] = [];
  private isReaching = false;
  private hasInputEnded = false;

  constructor(
    private readonly options: ProxyOptions,
    { connection, session }: Reached,
  ) {
    this.hello = { ...options.hello, session };
    this.attach(connection);
  }

  run(): void {
    process.stdin
      .on("data", (chunk: Buffer) => this.receive(chunk))
      .on("end", () => this.endInput())
      .on("close", () => this.endInput())
      .on("error", () => this.endInput());
    void this.options.output.broken.then(() => process.exit(0));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  }

  private receive(chunk: Buffer): void {
    for (const line of this.input.push(chunk)) {
      if (line.kind === "too_long")
        this.write(failureLine(null, PARSE_ERROR, tooLongProblem(SERVER_LIMITS.maxMessageBytes)));
      else this.pass(line.text);
    }
  }

  private pass(text: string): void {
    const { link } = this;
    const isHeldBack = !link || (link.isLeaving && this.conversation.hasRequest(text));
    if (isHeldBack) {
      this.waiting.push(text);
      if (!link) void this.reach();
      return;
    }
    this.conversation.sent(text);
    if (!link.connection.write(`${text}\n`)) process.stdin.pause();
  }

  private endInput(): void {
    if (this.hasInputEnded) return;
    this.hasInputEnded = true;
    if (!this.link && !this.isReaching) return this.end();
    this.link?.connection.end();
    setTimeout(() => this.end(), SERVER_LIMITS.shutdownMs);
  }

  private end(): void {
    void this.options.output.flushed().then(() => process.exit(0));
  }

  private attach(connection: Socket): void {
    const link: Link = { connection, ids: [], isLeaving: false };
    this.link = link;
    const output = new LineSplitter(ANY_LENGTH);
    connection
      .setNoDelay(true)
      .on("data", (chunk: Buffer) => {
        for (const part of output.push(chunk)) if (part.kind === "text") this.hear(link, part.text);
      })
      .on("drain", () => process.stdin.resume())
      .on("error", () => undefined)
      .on("close", () => this.detach())
      .on("end", () => connection.end())
      .resume();
  }

  private hear(link: Link, text: string): void {
    if (isControl(text)) return this.heed(link, readControl(text));
    // A process that is being left closes its subscriptions. The next one opens them again, so the client is
    // not told.
    const isStanding = link.isLeaving && this.conversation.isStanding(link.ids);
    const isForClient = !isStanding && this.conversation.answered(link.ids, text);
    if (!isForClient && this.conversation.isScopeLost)
      this.options.log("warn", "scope_lost", { session: this.hello.session });
    link.ids = [];
    if (isForClient) this.write(`${text}\n`);
    this.leaveIfDone(link);
  }

  /** What this version does not know is ignored: nothing but messages may reach the client. */
  private heed(link: Link, control: Control | null): void {
    switch (control?.kind) {
      case "begun":
        return this.conversation.begun(control.id);
      case "answers":
        link.ids = control.ids;
        return;
      case "log":
        return void process.stderr.write(control.line);
      case "leaving":
        link.isLeaving = true;
        return this.leaveIfDone(link);
    }
  }

  /** Reads no further answer until the client has taken this one. */
  private write(text: string): void {
    const connection = this.link?.connection.pause();
    void this.options.output
      .write(text)
      .catch(() => undefined)
      .then(() => connection?.resume());
  }

  private leaveIfDone({ isLeaving, connection }: Link): void {
    if (isLeaving && !this.conversation.hasOpen) connection.end();
  }

  private detach(): void {
    this.link = null;
    process.stdin.resume();
    const failed = this.fail(this.conversation.lost(), "the local process has ended");
    if (this.waiting.length > 0 || (this.conversation.hasOpen && !this.hasInputEnded)) void this.reach();
    else if (this.hasInputEnded) void failed.then(() => this.end());
  }

  /** Continues the session in another process. If there is none, what waits for it fails. */
  private async reach(): Promise<void> {
    if (this.isReaching) return;
    this.isReaching = true;
    process.stdin.pause();
    try {
      const hello = { ...this.hello, hadScope: this.conversation.hasScope };
      const options = { ...this.options, start: this.options.startUp() };
      const { connection, session } = await reachProcess(options, hello);
      this.hello = { ...this.hello, session };
      this.attach(connection);
      for (const line of this.conversation.restore()) connection.write(`${line}\n`);
      for (const text of this.waiting.splice(0)) this.pass(text);
      if (this.hasInputEnded) connection.end();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.options.log("error", "local_process_unavailable", { problem });
      for (const text of this.waiting.splice(0)) this.conversation.sent(text);
      await this.fail(this.conversation.abandon(), problem);
      if (this.hasInputEnded) this.end();
    } finally {
      this.isReaching = false;
      process.stdin.resume();
    }
  }

  private async fail(requests: readonly OpenRequest[], problem: string): Promise<void> {
    await Promise.all(requests.map((request) => this.failOne(request, problem)));
  }

  private async failOne({ id, method, params }: OpenRequest, problem: string): Promise<void> {
    const message = `${problem}; repeat the request, or start satori-mcp with --standalone`;
    if (method === "tools/call") {
      try {
        const { lostCall } = await import("./lost-call.ts");
        const result = lostCall(params, this.hello.answers, message);
        if (result) return this.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
      } catch {
        // An update has replaced the program's files.
      }
    }
    this.write(failureLine(id, INTERNAL_ERROR, `Internal error: ${message}`));
  }
}

const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;

function failureLine(id: string | number | null, code: number, message: string): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`;
}
