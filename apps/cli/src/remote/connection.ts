/**
 * A connection to an MCP server, by address or by a command that starts one; its failures become one-line
 * errors.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { ANSWERS_META_KEY, RUN_PHASES, type RunPhase, type ToolResult } from "@satori/contracts";
import { CommandError, EXIT } from "../failure.ts";
import type { OnProgress } from "../session.ts";
import { explainFailure, REFUSED_CALLS } from "./explain.ts";
import { type Target, targetName } from "./target.ts";

export interface ConnectOptions {
  readonly target: Target;
  /** Sent to addresses only. */
  readonly token: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly signal: AbortSignal;
}

export interface Connection extends AsyncDisposable {
  /**
   * Throws `SERVER_UNREACHABLE`, `CANCELLED`, or `INVALID_ARGUMENTS` for a tool that the server does not
   * offer.
   */
  call(tool: string, args: Readonly<Record<string, unknown>>, onProgress?: OnProgress): Promise<ToolResult>;
}

/** Time limit for starting a process, or for the first answer of an address. */
const CONNECT_TIMEOUT_MS = 60_000;
/**
 * A call may scan and sync a large codebase before it answers; each progress notification restarts the limit.
 */
const CALL_TIMEOUT_MS = 60 * 60_000;

/** Throws `SERVER_UNREACHABLE`. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { target, version, signal } = options;
  const { transport, lastWords, end } = openTransport(options);
  const client = new Client({ name: "satori", version }, { capabilities: {} });
  const unreachable = (error: unknown): CommandError =>
    unreachableBy(error, { target, lastWords: lastWords(), signal, token: options.token });
  try {
    await client.connect(transport, { signal, timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw unreachable(error);
  }
  return {
    call: async (tool, args, onProgress) => {
      try {
        const onprogress = onProgress && {
          onprogress: (notice: Notice) =>
            onProgress(phaseOf(notice), {
              filesDone: notice.progress,
              filesTotal: notice.total ?? null,
              chunks: null,
            }),
        };
        return (await client.request(
          {
            method: "tools/call",
            // Commands need envelopes, whatever form the server is set to.
            params: { name: tool, arguments: { ...args }, _meta: { [ANSWERS_META_KEY]: "both" } },
          },
          CallToolResultSchema,
          {
            // The library never removes its listener, and Node.js warns of the eleventh on one signal.
            signal: AbortSignal.any([signal]),
            timeout: CALL_TIMEOUT_MS,
            resetTimeoutOnProgress: true,
            ...onprogress,
          },
        )) as ToolResult;
      } catch (error) {
        throw refusalIn(error, options.token) ?? unreachable(error);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await end().catch(() => undefined);
      await client.close().catch(() => undefined);
    },
  };
}

interface Opened {
  readonly transport: Transport;
  /** The last error line of the process that was started. */
  readonly lastWords: () => string;
  /** Ends the session, if the protocol allows it. */
  readonly end: () => Promise<void>;
}

function openTransport({ target, token, cwd, environment }: ConnectOptions): Opened {
  if (target.kind === "url") {
    const transport = new StreamableHTTPClientTransport(target.url, {
      requestInit: { headers: token === null ? {} : { Authorization: `Bearer ${token}` } },
    });
    // The library's own types conflict under exact optional properties.
    return {
      transport: transport as Transport,
      lastWords: () => "",
      end: () => transport.terminateSession(),
    };
  }
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const transport = new StdioClientTransport({
    command: target.command,
    args: [...target.args],
    cwd,
    env,
    stderr: "pipe",
  });
  const words = new LastWords();
  // The server's logs are not part of the command's answer.
  transport.stderr?.on("data", (part: Buffer) => words.hear(part.toString("utf8")));
  return { transport, lastWords: () => words.line, end: async () => undefined };
}

interface Notice {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Satori's progress messages begin with the phase; for other servers, the phase is guessed. */
function phaseOf({ message, total }: Notice): RunPhase {
  return (
    RUN_PHASES.find((phase) => message?.startsWith(phase)) ?? (total === undefined ? "scanning" : "indexing")
  );
}

interface FailureContext {
  readonly target: Target;
  readonly lastWords: string;
  readonly signal: AbortSignal;
  readonly token: string | null;
}

function unreachableBy(error: unknown, { target, lastWords, signal, token }: FailureContext): CommandError {
  if (signal.aborted) return new CommandError("CANCELLED", "the call was cancelled");
  return new CommandError(
    "SERVER_UNREACHABLE",
    struck(
      `${targetName(target)}: ` +
        `${explainFailure(error, { lastWords, hasSentToken: token !== null && target.kind === "url" })}`,
      token,
    ),
    EXIT.startUp,
  );
}

/** The error for a call that the server rejects although it accepts others; null for any other error. */
function refusalIn(error: unknown, token: string | null): CommandError | null {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (!REFUSED_CALLS.includes(code)) return null;
  return new CommandError(
    "INVALID_ARGUMENTS",
    struck(`the server rejected the call: ${(message ?? "").replace(/^MCP error -?\d+: /, "")}`, token),
  );
}

function struck(text: string, token: string | null): string {
  return token === null ? text : text.replaceAll(token, "[secret]");
}

// Collects the last message of a started process: why it ended, in one line.

/** Characters of a line that are kept; the beginning tells what it is about. */
const MOST_CHARS = 2_000;

export class LastWords {
  private unended = "";
  private last = "";
  private lastError = "";

  /** Takes a part of the output, which may end within a line. */
  hear(part: string): void {
    const [first = "", ...others] = part.split("\n");
    const lines = [this.unended + first, ...others];
    this.unended = (lines.pop() ?? "").slice(0, MOST_CHARS);
    for (const line of lines) this.note(line);
  }

  /** The last line that starts like an error, else the last line; empty if there was no output. */
  get line(): string {
    this.note(this.unended);
    return this.lastError === "" ? this.last : this.lastError;
  }

  private note(line: string): void {
    const said = line.slice(0, MOST_CHARS).trim();
    if (said === "") return;
    this.last = said;
    if (ERROR.test(said)) this.lastError = said;
  }
}

/**
 * `Error: …`, `ModuleNotFoundError: …`, also after the name of a program, as in `docker: Error response …`.
 */
const ERROR = /^(?:[\w.-]+: )?\w*error\b/i;
