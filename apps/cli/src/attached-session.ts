/**
 * The session of a command that the local process answers, if one runs that would answer this command: it has
 * the index in memory already. Whatever else the command needs, it does with an engine of its own.
 */
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { pathToFileURL } from "node:url";
import { type ToolName, type ToolOutput, deadlineSetting, outcomeOf } from "@satori/contracts";
import { type EngineConfig, readConfig } from "@satori/engine/config";
import {
  type CallReply,
  type CallRequest,
  connectTo,
  coveringRoot,
  firstLineOf,
  helloLine,
  isStandalone,
  localProcessOf,
  programOf,
  readControl,
} from "@satori/engine/local-process";
import type { CommandSpec } from "./command.ts";
import { CommandError } from "./failure.ts";
import { nameOf } from "./program.ts";
import { type OnProgress, type Session, type SessionOptions, commandFolders } from "./session.ts";

/** Tools that only read, and so answer the same in any process. */
const ATTACHED_TOOLS: readonly (ToolName | null)[] = [
  "search_codebase",
  "file_outline",
  "call_graph",
  "read_file",
  "list_codebases",
];
/** A sync is the same in any process. Other actions of its tool begin runs, which end with their command. */
const ATTACHED_COMMANDS: readonly string[] = ["sync"];
/**
 * Statuses of answers that are shown as they are. With any other, the command asks its own engine, which can
 * build a missing index and explain an error.
 */
const FINAL: readonly string[] = ["ok", "not_found", "ambiguous", "unsupported"];
/** If the process takes longer to reply, it is busy, and an engine of the command's own is faster. */
const GREETING_MS = 500;
/** How long an answer may take beyond the tool's deadline, from its last progress. */
const MARGIN_MS = 5_000;
/** A sync has no deadline, and may wait for a service; without progress for that long, it is done here. */
const STALLED_MS = 300_000;

/**
 * Null if no process would answer. Never throws: what is wrong with the settings is reported by the engine.
 *
 * @param openLocal opens a session with an engine of its own
 */
export async function attachSession(
  spec: CommandSpec,
  options: SessionOptions,
  openLocal: () => Promise<Session>,
): Promise<Session | null> {
  if (!ATTACHED_TOOLS.includes(spec.tool) && !ATTACHED_COMMANDS.includes(nameOf(spec))) return null;
  let connection: Socket | null = null;
  try {
    const { environment } = options;
    const config = readConfig({ environment, freshnessPolicy: "by_age" });
    if (isStandalone({ config, environment })) return null;
    const manifest = createRequire(import.meta.url).resolve("@satori/mcp/package.json");
    const program = programOf(pathToFileURL(manifest));
    const { socket } = localProcessOf({ config, environment, program });
    connection = socket === null ? null : await connectTo(socket);
    if (connection && (await isWelcome(connection)))
      return sessionOn(new Calls(connection), config, options, openLocal);
  } catch {
    // Not installed, unreadable, or invalid: an engine of the command's own says what is wrong.
  }
  connection?.destroy();
  return null;
}

/** Whether the process answers calls of commands. */
async function isWelcome(connection: Socket): Promise<boolean> {
  connection.on("error", () => undefined).write(helloLine({ kind: "calls" }));
  const first = await firstLineOf(connection, GREETING_MS);
  return typeof first === "object" && readControl(first.line)?.kind === "welcome";
}

function sessionOn(
  calls: Calls,
  { home, deadlinesMs }: EngineConfig,
  options: SessionOptions,
  openLocal: () => Promise<Session>,
): Session {
  const { cwd, signal } = options;
  const placed = commandFolders(options, (place) => coveringRoot(home, place, cwd));
  const { codebase, places } = placed;
  let opened: Promise<Session> | null = null;
  const own = (): Promise<Session> => (opened ??= openLocal());
  return {
    ...placed,
    isLocal: true,
    local: null,
    // That of the engine which this command opens if the process has no index.
    get firstReads() {
      return readConfig({ environment: options.environment, freshnessPolicy: "always" }).firstReads;
    },
    outlivesCommand: false,
    signal,
    call: async (tool, args, onProgress) => {
      if (opened === null) {
        const call = { tool, args, baseFolder: cwd, sessionRoot: codebase(), roots: places };
        const setting = deadlineSetting(tool, args);
        const limitMs = (setting === null ? STALLED_MS : deadlinesMs[setting]) + MARGIN_MS;
        const answer = await calls.call(call, { signal, onProgress, limitMs });
        if (answer !== null && FINAL.includes(outcomeOf(answer).status))
          return answer as ToolOutput<typeof tool>;
      }
      return (await own()).call(tool, args, onProgress);
    },
    waitForRun: async (...args) => (await own()).waitForRun(...args),
    waitForVersion: async (...args) => (await own()).waitForVersion(...args),
    [Symbol.asyncDispose]: async () => {
      calls.end();
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}

interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress | undefined;
  /** Longest time without progress. */
  readonly limitMs: number;
}

interface Pending {
  readonly onProgress: OnProgress;
  readonly resolve: (answer: ToolOutput<ToolName> | null) => void;
}

/** Calls over a connection on which the process has welcomed them. */
class Calls {
  private readonly pending = new Map<number, Pending>();
  private rest = "";
  private lastId = 0;
  private isOver = false;

  constructor(private readonly connection: Socket) {
    connection
      .setEncoding("utf8")
      .on("data", (part: string) => this.receive(part))
      .on("end", () => connection.end())
      .on("close", () => this.lose())
      .resume();
  }

  /** The answer; null if the process has ended, or says nothing for too long. Throws `CANCELLED`. */
  async call(
    request: Omit<CallRequest, "id">,
    { signal, onProgress, limitMs }: CallOptions,
  ): Promise<ToolOutput<ToolName> | null> {
    if (this.isOver) return null;
    const id = ++this.lastId;
    // The process cancels the calls of a connection that ends.
    const onAbort = (): void => void this.connection.destroy();
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(onAbort, limitMs);
    const answer = await new Promise<ToolOutput<ToolName> | null>((resolveCall) => {
      const listener: OnProgress = (...values) => {
        timer.refresh();
        onProgress?.(...values);
      };
      this.pending.set(id, { onProgress: listener, resolve: resolveCall });
      this.connection.write(`${JSON.stringify({ id, ...request } satisfies CallRequest)}\n`);
    });
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    if (signal.aborted) throw new CommandError("CANCELLED", "interrupted before an answer arrived");
    return answer;
  }

  end(): void {
    this.connection.destroy();
  }

  private receive(part: string): void {
    const lines = (this.rest + part).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.hear(line);
  }

  private hear(line: string): void {
    const reply = replyIn(line);
    // Not a process of this version.
    if (!reply) return void this.connection.destroy();
    const pending = this.pending.get(reply.id);
    if (reply.kind === "progress") return pending?.onProgress(...reply.values);
    this.pending.delete(reply.id);
    pending?.resolve(reply.kind === "answer" ? reply.answer : null);
  }

  private lose(): void {
    this.isOver = true;
    for (const { resolve: resolveCall } of this.pending.values()) resolveCall(null);
    this.pending.clear();
  }
}

function replyIn(line: string): CallReply | null {
  try {
    return JSON.parse(line) as CallReply | null;
  } catch {
    return null;
  }
}
