/**
 * A connection to an MCP server: by address or by a command that is started, with its failures told in one
 * line.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { RUN_PHASES, type RunPhase, type ToolResult } from "@satori/contracts";
import { CommandError, EXIT } from "../failure.ts";
import type { OnProgress } from "../session.ts";
import { REFUSED_CALLS, explainFailure } from "./explain.ts";
import { LastWords } from "./exit-message.ts";
import { type Target, targetName } from "./target.ts";

export interface ConnectOptions {
  readonly target: Target;
  /** Sent to addresses. */
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

/** Of a process that is to be started, or an address that is to answer. */
const CONNECT_TIMEOUT_MS = 60_000;
/** A call may scan and sync a large codebase before it answers; progress begins it anew. */
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
          { method: "tools/call", params: { name: tool, arguments: { ...args } } },
          CallToolResultSchema,
          { signal, timeout: CALL_TIMEOUT_MS, resetTimeoutOnProgress: true, ...onprogress },
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
  /** Of the process that was started. */
  readonly lastWords: () => string;
  /** Says goodbye, where the protocol has a way. */
  readonly end: () => Promise<void>;
}

function openTransport({ target, token, cwd, environment }: ConnectOptions): Opened {
  if (target.kind === "url") {
    const transport = new StreamableHTTPClientTransport(target.url, {
      requestInit: { headers: token === null ? {} : { Authorization: `Bearer ${token}` } },
    });
    // The library's own types disagree under exact optional properties.
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
  // Logs of a server are not the answer of a command.
  transport.stderr?.on("data", (part: Buffer) => words.hear(part.toString("utf8")));
  return { transport, lastWords: () => words.line, end: async () => undefined };
}

interface Notice {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Satori's messages begin with the phase; others are counted as what they look like. */
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

/** What a server says that takes calls, but not this one; null for all else. */
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
