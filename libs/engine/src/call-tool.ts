/** The one way to call a tool by name, the same for every app and test: validate, call, and turn throws into an envelope. */
import { type ToolInput, type ToolName, type ToolOutput, failure, validateInput } from "@satori/contracts";
import type { CallContext, LogEvent } from "./engine-context.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./errors.ts";
import { normalizeAbsolute } from "./model/paths.ts";

/** What an app knows of a call. */
export type CallOptions = Omit<CallContext, "elapsedMs"> & { readonly log: LogEvent };

/** Never throws: what goes wrong is an envelope with `status: "error"`, and one log line. */
export async function callTool<Tool extends ToolName>(engine: Engine, tool: Tool, args: unknown, options: CallOptions): Promise<ToolOutput<Tool>> {
  const startedMs = performance.now();
  const elapsedMs = (): number => Math.round((performance.now() - startedMs) * 10) / 10;
  const validation = validateInput(tool, args ?? {});
  if (!validation.ok) {
    const named = validation.problems.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ");
    return failure(tool, { code: "INVALID_ARGUMENTS", message: `${tool}: ${named}`, details: validation.problems }, elapsedMs());
  }
  const { log, ...call } = options;
  try {
    return await engine.tools[tool](validation.value, { ...call, elapsedMs });
  } catch (error) {
    const { code, message, details } = describe(error, tool, log);
    return failure(tool, { code, message, details, echo: echoOf(engine, validation.value, message, call.baseFolder) }, elapsedMs());
  }
}

/** What a failed call was about: its path, the codebase that covers it, if one does, and what manage_index says besides. */
function echoOf(engine: Engine, input: ToolInput<ToolName>, message: string, baseFolder: string): object {
  if (!("path" in input)) return {};
  const managed = "action" in input ? { action: input.action, humanText: message } : {};
  try {
    const path = normalizeAbsolute(input.path, baseFolder);
    return { path, effectiveRoot: engine.coveringRoot(path, baseFolder) ?? undefined, ...managed };
  } catch {
    // What made the call fail may keep its path from being resolved; the failure itself is told all the same.
    return managed;
  }
}

function describe(error: unknown, tool: ToolName, log: LogEvent): { code: EngineError["code"]; message: string; details: EngineError["details"] } {
  if (error instanceof EngineError) {
    log("warn", "tool_failed", { tool, code: error.code, message: error.message, cause: String(error.cause ?? "") });
    return error;
  }
  log("error", "tool_crashed", { tool, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return { code: "INTERNAL", message: `${tool} failed at a defect of Satori`, details: {} };
}
