/** The one way to call a tool by name, the same for every app and test: validate, call, and turn throws into an envelope. */
import { type ToolName, type ToolOutput, failure, validateInput } from "@satori/contracts";
import type { CallContext, LogEvent } from "./engine-context.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./errors.ts";

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
    return failure(tool, describe(error, tool, log), elapsedMs());
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
