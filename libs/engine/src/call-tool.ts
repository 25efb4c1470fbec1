/** The one way to call a tool by name, the same for every app and test: validate, call, and turn throws into an answer. */
import { type Amendments, type ToolInput, type ToolName, type ToolOutput, amendEnvelope, failure, isWorkspaceTool, validateInput } from "@satori/contracts";
import type { CallContext, LogEvent } from "./engine-context.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./errors.ts";
import { withLogFields } from "./log-scope.ts";
import { normalizeAbsolute } from "./model/paths.ts";
import { type Session, sessionOf, withSession } from "./scope/session.ts";

/** What an app knows of a call. */
export type CallOptions = Omit<CallContext, "elapsedMs"> & { readonly log: LogEvent };

/** Never throws: what goes wrong is an answer that says so in the tool's form, and one log line. */
export async function callTool<Tool extends ToolName>(engine: Engine, tool: Tool, args: unknown, options: CallOptions): Promise<ToolOutput<Tool>> {
  const startedMs = performance.now();
  const elapsedMs = (): number => Math.round((performance.now() - startedMs) * 10) / 10;
  const validation = validateInput(tool, args ?? {});
  if (!validation.ok) {
    const named = validation.problems.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ");
    return failure(tool, { code: "INVALID_ARGUMENTS", message: `${tool}: ${named}`, details: validation.problems }, elapsedMs());
  }
  const { log, ...call } = options;
  const session = sessionFor(tool, validation.value, call);
  const amendments = amendmentsOf(engine, tool, session);
  try {
    return amendEnvelope(await withSession(session, () => withLogFields({ tool }, () => engine.tools[tool](validation.value, { ...call, elapsedMs }))), amendments);
  } catch (error) {
    const about: About = isWorkspaceTool(tool) ? {} : echoOf(engine, validation.value, call.baseFolder);
    const { code, message, details } = describe(error, tool, (level, event, fields) => log(level, event, { tool, effectiveRoot: about.effectiveRoot, ...fields }));
    const managed = "action" in validation.value ? { action: validation.value.action, humanText: message } : {};
    return amendEnvelope(failure(tool, { code, message, details, echo: { ...about, ...managed } }, elapsedMs()), amendments);
  }
}

/** Null for the tools of the workspace: they are about roots of their own, whatever the session's scope. */
function sessionFor(tool: ToolName, input: ToolInput<ToolName>, { session }: Pick<CallContext, "session">): Session | null {
  return isWorkspaceTool(tool) ? null : sessionOf("session_id" in input ? input.session_id : undefined, session);
}

function amendmentsOf(engine: Engine, tool: ToolName, session: Session | null): Amendments {
  // What is answered for a session that is over would look like an answer within its scope.
  const isForgotten = session?.isAsked === true && tool !== "set_scope" && !engine.knowsSession(session.id);
  return { sessionId: session?.isNew === true ? session.id : undefined, warnings: isForgotten ? ["SESSION_UNKNOWN"] : [] };
}

interface About {
  readonly path?: string;
  readonly effectiveRoot?: string | undefined;
}

/** What a failed call was about: its path, and the codebase that covers it, if one does. */
function echoOf(engine: Engine, input: ToolInput<ToolName>, baseFolder: string): About {
  if (!("path" in input) || input.path === undefined) return {};
  try {
    const path = normalizeAbsolute(input.path, baseFolder);
    return { path, effectiveRoot: engine.coveringRoot(path, baseFolder) ?? undefined };
  } catch {
    // What made the call fail may keep its path from being resolved; the failure itself is told all the same.
    return {};
  }
}

function describe(error: unknown, tool: ToolName, log: LogEvent): Pick<EngineError, "code" | "message" | "details"> {
  if (error instanceof EngineError) {
    log("warn", "tool_failed", { code: error.code, message: error.message, cause: String(error.cause ?? "") });
    return error;
  }
  log("error", "tool_crashed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return { code: "INTERNAL", message: `${tool} failed at a defect of Satori`, details: {} };
}
