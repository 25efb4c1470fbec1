/**
 * Runs tool calls: each gets an answer, whatever happens, and the runner knows which calls are still running.
 */
import { type ToolName, type ToolOutput, failure, outcomeOf } from "@satori/contracts";
import type { LogEvent } from "@satori/engine";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import type { Call } from "./call.ts";

export interface CallRunner {
  /** Never rejects. */
  run(call: Call): Promise<ToolOutput<ToolName>>;
  /** Resolves when no call is running. */
  settled(): Promise<void>;
}

export interface CallRunnerOptions {
  readonly engine: Pick<CallingEngine, "call">;
  readonly log: LogEvent;
}

/** Creates a runner that logs each call and turns an unavailable engine into an error answer. */
export function createCallRunner({ engine, log }: CallRunnerOptions): CallRunner {
  const underWay = new Set<Promise<ToolOutput<ToolName>>>();

  const answer = async (call: Call): Promise<ToolOutput<ToolName>> => {
    const startedMs = performance.now();
    try {
      return await engine.call(call);
    } catch (error) {
      // Tool calls do not throw, so the engine could not be loaded or opened, or its thread is lost.
      log("error", "engine_unavailable", {
        tool: call.tool,
        ...idsOf(call),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return failure(
        call.tool,
        {
          code: "INTERNAL",
          message: `${call.tool} failed: the engine did not start, or has stopped`,
        },
        Math.round(performance.now() - startedMs),
      );
    }
  };

  return {
    run: async (call) => {
      const startedMs = performance.now();
      const pending = answer(call);
      underWay.add(pending);
      try {
        const answered = await pending;
        const {
          status,
          effectiveRoot,
          durationMs = Math.round(performance.now() - startedMs),
        } = outcomeOf(answered);
        log("info", "tool_answered", {
          tool: call.tool,
          ...idsOf(call, answered),
          status,
          effectiveRoot,
          durationMs,
        });
        return answered;
      } finally {
        underWay.delete(pending);
      }
    },
    settled: async () => {
      await Promise.allSettled(underWay);
    },
  };
}

/**
 * The ids for log lines, chosen as the engine chooses them: the first session id that the call names, else
 * the one in the answer.
 */
function idsOf(
  { requestId, session: { header, transport }, args }: Pick<Call, "requestId" | "session" | "args">,
  answered?: ToolOutput<ToolName>,
): Readonly<Record<string, string>> {
  const asked =
    typeof args === "object" && args !== null && "session_id" in args && typeof args.session_id === "string"
      ? args.session_id
      : undefined;
  const told = answered && "session_id" in answered ? answered.session_id : undefined;
  const session = header ?? asked ?? transport ?? told;
  return { requestId, ...(session === undefined ? {} : { session }) };
}
