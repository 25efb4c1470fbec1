/**
 * Registers the bridge in pi: a tool for each of Satori's core tools, the command `/satori`, and the end of
 * the server with the session.
 */
import {
  CORE_TOOLS,
  exitCodeOfResult,
  isToolName,
  envelopeIn,
  listedInput,
  type StoreName,
  textsOf,
  type ToolContract,
  type ToolResult,
  TOOLS,
} from "@satori/contracts";
import { Connection, type ToolServer } from "./connection.ts";
import type { Host, HostTool, NoticeLevel, ToolArguments } from "./host.ts";
import { BRIDGE_LIMITS } from "./limits.ts";
import { type FailedCall, failureText } from "./recovery.ts";
import { callLine } from "./render/call-line.ts";
import { componentOf, linesOfCall, linesOfView } from "./render/component.ts";
import { printable } from "./render/printable.ts";
import { isView, runningView, thrownView, type View, viewOf } from "./render/view.ts";

export interface BridgeParts {
  /** Starts a server in a folder; rejects with a `ClientError`. */
  readonly startServer: (cwd: string) => Promise<ToolServer>;
  /** Where the servers will keep their indexes, as far as that is known before one is started. */
  readonly store: StoreName;
}

/** For the system prompt, in which pi itself recommends bash and grep. */
const GUIDELINES = ["Use search_codebase before grep, rg or find unless you know the exact text."];

/** Registers everything. No process is started before the first call. */
export function registerBridge(host: Host, { startServer, store }: BridgeParts): void {
  const connection = new Connection(startServer);
  for (const contract of TOOLS.filter(({ set }) => set === "core"))
    host.registerTool(toolOf(contract, { connection, store }));
  host.registerCommand("satori", {
    description: "Health of the Satori server, and what is indexed",
    handler: async (_, { cwd, ui }) => {
      const { level, message } = await tellHealth(connection, cwd);
      ui.notify(message, level);
    },
  });
  // As over MCP, `error` is the only status that counts as an error. `execute` has no way to say so in its
  // result.
  host.on("tool_result", ({ toolName, details }) =>
    isCoreTool(toolName) && isView(details) && details.status === "error" ? { isError: true } : undefined,
  );
  host.on("session_shutdown", () => connection[Symbol.asyncDispose]());
}

function toolOf(
  { name, title, description }: ToolContract,
  { connection, store }: { readonly connection: Connection } & Pick<BridgeParts, "store">,
): HostTool {
  return {
    name,
    label: title,
    description,
    ...(name === "search_codebase" ? { promptGuidelines: GUIDELINES } : {}),
    promptSnippet: /^.*?[.:](?= |$)/.exec(description)?.[0].replace(/:$/, ".") ?? description,
    parameters: listedInput(name, store),
    prepareArguments: withoutMention,
    execute: async (_, args, signal, onUpdate, { cwd }) => {
      try {
        const result = await connection.call({
          tool: name,
          args,
          cwd,
          signal,
          ...(onUpdate ? { onProgress: (progress) => onUpdate(hostResult(runningView(progress))) } : {}),
        });
        return hostResult(viewOf(name, result), modelText(result));
      } catch (error) {
        throw new Error(failureText({ tool: name, args, error, isCancelled: signal?.aborted === true }), {
          cause: error,
        });
      }
    },
    renderCall: (args, theme) => componentOf(linesOfCall(callLine(name, args)), theme),
    renderResult: ({ content, details }, { expanded }, theme) =>
      componentOf(
        linesOfView(isView(details) ? details : thrownView(content[0]?.text ?? ""), expanded),
        theme,
      ),
  };
}

function hostResult(
  view: View,
  text = view.summary,
): { content: { type: "text"; text: string }[]; details: View } {
  return { content: [{ type: "text", text }], details: view };
}

/** Some models write paths as people mention files, with a leading @; pi's own tools accept that too. */
function withoutMention(args: unknown): unknown {
  const { path } = (args ?? {}) as ToolArguments;
  return typeof path === "string" && path.startsWith("@")
    ? { ...(args as ToolArguments), path: path.slice(1) }
    : args;
}

function isCoreTool(name: string): boolean {
  return isToolName(name) && (CORE_TOOLS as readonly string[]).includes(name);
}

// The part of an answer that the model reads: the server's own words, cut to the available room. Pure.

/** @param maxBytes of UTF-8, without the note about the cut */
export function modelText(result: ToolResult, maxBytes: number = BRIDGE_LIMITS.textBytes): string {
  const texts = textsOf(result);
  return cut(texts.length > 0 ? texts.join("\n") : JSON.stringify(result.structuredContent ?? {}), maxBytes);
}

function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // Streaming mode drops a character that is cut in two.
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return (
    `${kept}\n[Truncated: first ${maxBytes} of ${bytes.length} bytes. Request less at once: ` +
    "start_line and end_line, limit, maxTokens, limitSymbols.]"
  );
}

// The answer of `/satori`.

interface Health {
  readonly level: NoticeLevel;
  readonly message: string;
}

/** Asks the server, starting one if none runs. Never throws. */
export async function tellHealth(connection: Connection, cwd: string): Promise<Health> {
  let asked: Pick<FailedCall, "tool" | "args"> = {
    tool: "manage_index",
    args: { action: "status", path: cwd },
  };
  try {
    const status = await connection.call({ ...asked, cwd });
    asked = { tool: "list_codebases", args: {} };
    const codebases = await connection.call({ ...asked, cwd });
    return healthOf(status, codebases, await connection.protocolVersion());
  } catch (error) {
    return { level: "error", message: printable(failureText({ ...asked, error, isCancelled: false })) };
  }
}

/** Pure. */
export function healthOf(
  status: ToolResult,
  codebases: ToolResult,
  protocolVersion: string | undefined,
): Health {
  const message = [
    `The Satori server is running (MCP ${protocolVersion ?? "unknown"}).`,
    "",
    "This folder:",
    humanTextOf(status),
    "",
    "All codebases:",
    humanTextOf(codebases),
  ].join("\n");
  const isFailed = [status, codebases].some((result) => result.isError === true);
  return {
    level: isFailed ? "error" : exitCodeOfResult(status) === 0 ? "info" : "warning",
    message: printable(message),
  };
}

/** The text for people. Answers of both tools have one; failures may only have a message. */
function humanTextOf(result: ToolResult): string {
  const envelope = envelopeIn(result);
  if (envelope === null) return textsOf(result).join("\n");
  return "humanText" in envelope && envelope.humanText !== undefined
    ? envelope.humanText
    : (envelope.message ?? envelope.status);
}
