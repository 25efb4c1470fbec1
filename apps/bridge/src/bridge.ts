/**
 * Registers the bridge in pi: a tool for each of Satori's core tools, the command `/satori`, and the end of
 * the server with the session.
 */
import { CORE_TOOLS, INPUT_SCHEMAS, TOOLS, type ToolContract, isToolName } from "@satori/contracts";
import { Connection, type ToolServer } from "./connection.ts";
import { tellHealth } from "./health.ts";
import type { Host, HostTool, ToolArguments } from "./host.ts";
import { modelText } from "./model-text.ts";
import { failureText } from "./recovery.ts";
import { callLine } from "./render/call-line.ts";
import { componentOf, linesOfCall, linesOfView } from "./render/component.ts";
import { type View, isView, runningView, thrownView, viewOf } from "./render/view.ts";

export interface BridgeParts {
  /** Starts a server in a folder; rejects with a `ClientError`. */
  readonly startServer: (cwd: string) => Promise<ToolServer>;
}

/** For the system prompt, in which pi itself recommends bash and grep. */
const GUIDELINES = ["Use search_codebase before grep, rg or find unless you know the exact text."];

/** Registers everything. No process is started before the first call. */
export function registerBridge(host: Host, { startServer }: BridgeParts): void {
  const connection = new Connection(startServer);
  for (const contract of TOOLS.filter(({ set }) => set === "core"))
    host.registerTool(toolOf(contract, connection));
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

function toolOf({ name, title, description }: ToolContract, connection: Connection): HostTool {
  return {
    name,
    label: title,
    description,
    ...(name === "search_codebase" ? { promptGuidelines: GUIDELINES } : {}),
    promptSnippet: /^.*?[.:](?= |$)/.exec(description)?.[0].replace(/:$/, ".") ?? description,
    parameters: INPUT_SCHEMAS[name],
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
