/**
 * Calls a tool by name, the same way for every app and test: validates the arguments, calls the handler,
 * turns exceptions into an answer, and checks the answer if output validation is on.
 */
import {
  amendEnvelope,
  type Amendments,
  deadlineSetting,
  failure,
  hasDefaultPath,
  isWorkspaceTool,
  outcomeOf,
  type ToolInput,
  type ToolName,
  type ToolOutput,
  validateInput,
  withoutSentArguments,
} from "@satori/contracts";
import { type Deadline, noDeadline, openDeadline } from "./deadline.ts";
import type { CallContext } from "./engine-context.ts";
import type { Engine } from "./engine.ts";
import { EngineError, isCorruption, messageTo } from "./errors.ts";
import { scopedLog, withLogFields } from "./log.ts";
import { normalizeAbsolute } from "./model/paths.ts";
import type { LogEvent } from "./ports.ts";
import { type Session, sessionOf, withSession } from "./scope/session.ts";
import type { HandlerInput } from "./tool-handlers.ts";

/** What an app knows about a call. */
export type ToolCallOptions = Omit<CallContext, "elapsedMs" | "deadline"> & {
  readonly log: LogEvent;
  /** Whether the caller has cancelled, if that is known before the signal aborts. */
  readonly isCancelled?: () => boolean;
};

/** Calls a tool. Never throws: a failure becomes an answer in the tool's own form and one log line. */
export function callTool<Tool extends ToolName>(
  engine: Engine,
  tool: Tool,
  args: unknown,
  options: ToolCallOptions,
): Promise<ToolOutput<Tool>> {
  return withLogFields(
    { tool, ...(options.requestId === undefined ? {} : { requestId: options.requestId }) },
    async () => {
      const startedMs = performance.now();
      using deadline = deadlineOf(engine, { tool, args, options });
      const elapsedMs = (): number => Math.round((performance.now() - startedMs) * 10) / 10;
      const made = await answer(engine, tool, args, {
        ...options,
        deadline,
        signal: deadline.signal,
        elapsedMs,
      });
      const answered = engine.validatesOutput ? await checkOutput(tool, made, scopedLog(options.log)) : made;
      engine.metrics.count("satori_tool_calls_total", { tool, status: outcomeOf(answered).status });
      engine.metrics.observe(
        "satori_tool_call_duration_seconds",
        { tool },
        (performance.now() - startedMs) / 1_000,
      );
      return answered;
    },
  );
}

function deadlineOf(
  { deadlinesMs }: Engine,
  call: { readonly tool: ToolName; readonly args: unknown; readonly options: ToolCallOptions },
): Deadline {
  const {
    tool,
    args,
    options: { signal, isCancelled },
  } = call;
  const setting = deadlineSetting(tool, args);
  return setting === null
    ? noDeadline(signal)
    : openDeadline({ limitMs: deadlinesMs[setting], setting, signal, isCancelled });
}

type OpenCall = CallContext & Pick<ToolCallOptions, "log">;

async function answer<Tool extends ToolName>(
  engine: Engine,
  tool: Tool,
  args: unknown,
  call: OpenCall,
): Promise<ToolOutput<Tool>> {
  const validation = validateInput(tool, args ?? {});
  if (!validation.ok) {
    const named = validation.problems
      .map(({ path, message }) => (path === "" ? message : `${path} ${message}`))
      .join("; ");
    return failure(
      tool,
      { code: "INVALID_ARGUMENTS", message: `${tool}: ${named}`, details: validation.problems },
      call.elapsedMs(),
    );
  }
  const session = sessionFor(tool, validation.value, call);
  const fields = call.session && session ? { session: session.id } : {};
  const made = amendEnvelope(
    await withSession(session, () =>
      withLogFields(fields, () => attempt(engine, tool, validation.value, call)),
    ),
    amendmentsOf(engine, tool, session),
  );
  return withoutSentArguments<Tool>(validation.value, made);
}

async function attempt<Tool extends ToolName>(
  engine: Engine,
  tool: Tool,
  given: ToolInput<Tool>,
  { log, ...call }: OpenCall,
): Promise<ToolOutput<Tool>> {
  let input = given;
  try {
    const complete = withPath(engine, tool, given, call);
    input = complete;
    return await besideClearing(engine, () => engine.tools[tool](complete, call));
  } catch (error) {
    const about: About = isWorkspaceTool(tool) ? {} : echoOf(engine, input, call);
    const told = scopedLog(log);
    const hints =
      isCorruption(error) && about.effectiveRoot !== undefined
        ? { create: { tool: "manage_index", args: { action: "create", path: about.effectiveRoot } } }
        : undefined;
    const { code, message, details, nextStep } = describe(error, tool, call, (level, event, fields) =>
      told(level, event, { effectiveRoot: about.effectiveRoot, ...fields }),
    );
    const managed = "action" in input ? { action: input.action, humanText: message } : {};
    const fields = { code, message, details, nextStep, hints, echo: { ...about, ...managed } };
    return failure(tool, fields, call.elapsedMs());
  }
}

/**
 * The arguments with the default of `path`, for tools that have one. Throws `INVALID_ARGUMENTS` if it is
 * missing and has no default.
 */
function withPath<Tool extends ToolName>(
  engine: Pick<Engine, "defaultFolder">,
  tool: Tool,
  input: ToolInput<Tool>,
  call: CallContext,
): HandlerInput<Tool> {
  const isComplete = !hasDefaultPath(tool) || ("path" in input && input.path !== undefined);
  const complete = isComplete ? input : { ...input, path: engine.defaultFolder(call) };
  // The compiler cannot see that a tool without a default takes its input as it is.
  return complete as HandlerInput<Tool>;
}

/** Attempts before a call fails. A script may remove and rebuild an index in a loop. */
const MAX_ATTEMPTS = 5;

/**
 * Repeats a call that failed because its index was removed or replaced meanwhile. The gate then reports the
 * present state.
 */
async function besideClearing<Answer>(
  engine: Pick<Engine, "dropReplacedIndexes" | "replacedIndexes">,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const before = engine.replacedIndexes();
    try {
      return await work();
    } catch (error) {
      const isOfStore =
        error instanceof EngineError &&
        (error.code === "STORE_UNAVAILABLE" || error.code === "STORE_CORRUPT");
      if (!isOfStore || attempt === MAX_ATTEMPTS) throw error;
      await engine.dropReplacedIndexes();
      // Another call may have noticed the replacement first.
      if (engine.replacedIndexes() === before) throw error;
    }
  }
}

/**
 * The session of a call. Null for the workspace tools: they have roots of their own, whatever the session's
 * scope.
 */
function sessionFor(
  tool: ToolName,
  input: ToolInput<ToolName>,
  { session }: Pick<CallContext, "session">,
): Session | null {
  return isWorkspaceTool(tool)
    ? null
    : sessionOf("session_id" in input ? input.session_id : undefined, session);
}

function amendmentsOf(engine: Engine, tool: ToolName, session: Session | null): Amendments {
  // Without the warning, an answer for an ended session would look like an answer within its scope.
  const state =
    session === null || tool === "set_scope" || session.isNew ? "known" : engine.sessionState(session.id);
  const isOver = state === "forgotten" || (state === "unknown" && session?.isAsked === true);
  return {
    sessionId: session?.isNew === true ? session.name : undefined,
    warnings: isOver ? ["SESSION_UNKNOWN"] : [],
  };
}

interface About {
  readonly path?: string;
  readonly effectiveRoot?: string | undefined;
}

/** Path of a failed call, and the root of the codebase that covers it, if there is one. */
function echoOf(
  engine: Engine,
  input: ToolInput<ToolName>,
  { baseFolder, confinedTo }: Pick<CallContext, "baseFolder" | "confinedTo">,
): About {
  if (!("path" in input) || input.path === undefined) return {};
  try {
    const path = normalizeAbsolute(input.path, baseFolder);
    return { path, effectiveRoot: engine.coveringRoot(path, baseFolder, confinedTo) ?? undefined };
  } catch {
    // The cause of the failure may also keep the path from being resolved. The failure is reported anyway.
    return {};
  }
}

function describe(
  error: unknown,
  tool: ToolName,
  call: Pick<CallContext, "confinedTo">,
  log: LogEvent,
): Pick<EngineError, "code" | "message" | "details" | "nextStep"> {
  if (error instanceof EngineError) {
    log("warn", "tool_failed", {
      code: error.code,
      message: error.message,
      cause: String(error.cause ?? ""),
    });
    const isCut = error.aboutOthers !== undefined && call.confinedTo !== undefined;
    return {
      code: error.code,
      message: messageTo(call, error),
      details: isCut ? {} : error.details,
      nextStep: isCut ? undefined : error.nextStep,
    };
  }
  log("error", "tool_crashed", {
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return {
    code: "INTERNAL",
    message: `${tool} failed because of a bug in Satori`,
    details: {},
    nextStep: undefined,
  };
}

// Output validation with SATORI_VALIDATE_OUTPUT=1: every answer must match its schema.

/** Returns the answer itself, or an INTERNAL failure and a log line with the problems. */
export async function checkOutput<Tool extends ToolName>(
  tool: Tool,
  answer: ToolOutput<Tool>,
  log: LogEvent,
): Promise<ToolOutput<Tool>> {
  // The validators are half a megabyte: loaded only if needed.
  const { validateOutput } = await import("@satori/contracts/validate-output");
  // Validates what is sent: JSON drops undefined fields.
  const validation = validateOutput(tool, JSON.parse(JSON.stringify(answer)));
  if (validation.ok) return answer;
  const { status, durationMs } = outcomeOf(answer);
  log("error", "output_invalid", { tool, status, problems: validation.problems });
  return failure(
    tool,
    {
      code: "INTERNAL",
      message: `${tool} returned an answer that does not match its schema`,
      details: validation.problems,
    },
    durationMs ?? 0,
  );
}
