/** Runs tool calls: whatever happens, there is an answer, and one knows which calls are still under way. */
import { type ToolName, type ToolOutput, failure, outcomeOf } from "@satori/contracts";
import type { LogEvent } from "@satori/engine";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import type { Call } from "./call.ts";

export interface CallRunner {
  /** Never rejects. */
  run(call: Call): Promise<ToolOutput<ToolName>>;
  /** Resolves when no call is under way. */
  settled(): Promise<void>;
}

export interface CallRunnerOptions {
  readonly engine: Pick<CallingEngine, "call">;
  readonly log: LogEvent;
}

export function createCallRunner({ engine, log }: CallRunnerOptions): CallRunner {
  const underWay = new Set<Promise<ToolOutput<ToolName>>>();

  const answer = async (call: Call): Promise<ToolOutput<ToolName>> => {
    const startedMs = performance.now();
    try {
      return await engine.call(call);
    } catch (error) {
      // Calls do not throw: the engine itself could not be loaded or opened, or its thread is lost.
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
 * As the engine's own log lines have them: the session is the first of those that are named, else the one
 * that the answer tells of.
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
