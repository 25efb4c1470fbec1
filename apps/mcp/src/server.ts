/** Translates between MCP and the tools: the one factory of servers, for both eras of the protocol. */
import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import {
  ANSWER_FORMS,
  ANSWERS_HEADER,
  ANSWERS_META_KEY,
  type AnswerForm,
  CLIENT_ARGUMENTS,
  isAnswerForm,
  isToolName,
  LIMITS,
  TOOL_SETS,
  type ToolName,
  TOOLS,
} from "@satori/contracts";
import type { CallRunner } from "./calls/call-runner.ts";
import type { Call } from "./calls/call.ts";
import { type CallProgress, createProgress } from "./calls/progress.ts";
import type { CallResult } from "./calls/tool-result.ts";
import { ExplainingServer } from "./explaining-server.ts";
import { instructionsFor } from "./instructions.ts";
import { SERVER_LIMITS } from "./limits.ts";
import { ASK_FOR_ROOTS, type FoldersOfCall } from "./roots/ask-roots.ts";
import { listedIn, type ListedTool } from "./tool-listing.ts";

export interface ServerParts {
  readonly version: string;
  readonly tools: readonly ListedTool[];
  /** Form of answers to requests that name none. */
  readonly answers: AnswerForm;
  readonly calls: CallRunner;
  /** Called once per server. */
  readonly folders: (server: Server) => FoldersOfCall;
  readonly callerOf: (context: ServerContext) => Pick<Call, "requestId" | "session">;
}

/**
 * Creates a server that is not connected yet.
 *
 * All requests that the protocol layer does not answer itself go through its fallback handler. Handlers
 * registered by method would parse requests and answers with its schemas, which turns bad arguments into
 * protocol errors and costs start-up time.
 */
export function createServer({ version, tools, answers, calls, folders, callerOf }: ServerParts): Server {
  const server = new ExplainingServer(
    { name: "satori", title: "Satori", version },
    { capabilities: { tools: {} }, instructions: instructionsFor(tools, answers) },
  );
  const foldersOf = folders(server);

  const callTool = async (
    params: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): Promise<CallResult | InputRequiredResult> => {
    const tool = requireTool(tools, params["name"]);
    const form = formOf(context) ?? answers;
    const found = await foldersOf(context);
    if (found === "must_ask") return ASK_FOR_ROOTS;
    const signal = signalOf(context);
    const progress = progressOf(context, signal);
    const named = withoutClientArguments(params["arguments"]);
    const args = form === "text" ? argumentsForText(tool, named) : named;
    const answer = await calls.run({
      tool,
      args,
      ...found,
      ...callerOf(context),
      signal,
      onProgress: progress.listener,
    });
    await progress.end();
    // Loaded with the first call: a list of tools needs no renderers.
    const { toolResult } = await import("./calls/tool-result.ts");
    return toolResult({ tool, args }, answer, form);
  };

  server.fallbackRequestHandler = async ({ method, params = {} }, context) => {
    if (method === "tools/list")
      return {
        tools: listedIn(formOf(context) ?? answers, requireFirstPage(tools, params["cursor"])),
      };
    if (method === "tools/call") return callTool(params, context);
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `Method not found: ${shown(method)}. This server has only tools: tools/list, tools/call`,
    );
  };
  return server;
}

/**
 * The form of answers that a request names, in its `_meta` or else in its HTTP header; null if it names none.
 * Throws invalid params for a form that does not exist.
 */
function formOf({ mcpReq, http }: ServerContext): AnswerForm | null {
  const named = (mcpReq._meta as Readonly<Record<string, unknown>> | undefined)?.[ANSWERS_META_KEY];
  const form = named ?? http?.req?.headers.get(ANSWERS_HEADER) ?? null;
  if (form === null || isAnswerForm(form)) return form;
  const where = named === undefined ? ANSWERS_HEADER : `_meta["${ANSWERS_META_KEY}"]`;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${where} is ` +
      `${JSON.stringify(form).slice(0, SERVER_LIMITS.shownChars)}, but must be one of ` +
      ANSWER_FORMS.join(", "),
  );
}

/** The arguments without those that the client has added for itself. */
function withoutClientArguments(args: unknown): unknown {
  if (typeof args !== "object" || args === null) return args;
  if (!CLIENT_ARGUMENTS.some((name) => name in args)) return args;
  const own = Object.entries(args).filter(([name]) => !CLIENT_ARGUMENTS.some((one) => one === name));
  return Object.fromEntries(own);
}

/** Outlines as text are short: without a limit in bytes, nothing is omitted from them. */
function argumentsForText(tool: ToolName, args: unknown): unknown {
  return tool === "file_outline" && typeof args === "object" && args !== null
    ? { limitSymbols: LIMITS.outline.default, ...args }
    : args;
}

/**
 * The signal of a call. Over HTTP, it also aborts when the client's connection is gone, since nobody would
 * receive the answer.
 */
function signalOf({ mcpReq: { signal }, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([signal, http.req.signal]) : signal;
}

/**
 * The single page of tools: throws invalid params for any cursor, as the protocol requires. Some clients send
 * an empty cursor for none.
 */
function requireFirstPage(tools: readonly ListedTool[], cursor: unknown): readonly ListedTool[] {
  if (cursor === undefined || cursor === null || cursor === "") return tools;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Unknown cursor: this server lists all tools at once",
  );
}

/** Throws invalid params, listing the existing tools. */
function requireTool(tools: readonly ListedTool[], name: unknown): ToolName {
  if (typeof name === "string" && isToolName(name) && tools.some((tool) => tool.name === name)) return name;
  const asked =
    typeof name === "string"
      ? `Unknown tool "${shown(name)}"${notOffered(tools, name)}`
      : "`name` must be the name of a tool";
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${asked}. Available tools: ${tools.map((tool) => tool.name).join(", ")}`,
  );
}

/**
 * For a tool that exists but is not offered here: how to make a server offer it. Empty for any other name.
 */
function notOffered(tools: readonly ListedTool[], name: string): string {
  const set = TOOLS.find((tool) => tool.name === name)?.set;
  if (set === undefined) return "";
  const offered = TOOLS.filter((tool) => tools.some(({ name: known }) => known === tool.name)).map(
    (tool) => tool.set,
  );
  const sets = TOOL_SETS.filter((one) => one === set || offered.includes(one));
  return `, which requires a server started with --tools ${sets.join(",")}, or SATORI_TOOLS`;
}

/** A client's text, cut, since it may be of any length. */
function shown(name: string): string {
  return name.slice(0, SERVER_LIMITS.shownChars);
}

function progressOf({ mcpReq }: ServerContext, signal: AbortSignal): CallProgress {
  return createProgress({
    token: mcpReq._meta?.progressToken,
    // A client that is gone needs no progress. If it came back and reused the id, it would receive the
    // progress of the call that it left.
    notify: (params) =>
      void (
        signal.aborted || mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined)
      ),
    intervalMs: SERVER_LIMITS.progressIntervalMs,
    quietMs: SERVER_LIMITS.progressQuietMs,
    nowMs: () => performance.now(),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  });
}
