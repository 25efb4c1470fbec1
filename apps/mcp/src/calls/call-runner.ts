/** Runs tool calls: whatever happens, there is an answer, and one knows which calls are still under way. */
import { type ToolName, type ToolOutput, failure, outcomeOf } from "@satori/contracts";
import type { LogEvent, ProgressListener } from "@satori/engine";
import type { LazyEngine } from "./lazy-engine.ts";

export interface Call {
  readonly tool: ToolName;
  readonly args: unknown;
  /** Relative paths are relative to it. */
  readonly baseFolder: string;
  /** What calls are about that name no folder. */
  readonly sessionRoot: string | null;
  /** Folders that may be read besides tracked codebases. */
  readonly roots: readonly string[];
  /** All that the call may have to do with; absent where the user is trusted. */
  readonly confinedTo?: readonly string[];
  /** Names the call in all log lines. */
  readonly requestId: string;
  /** Ids of the session that the client and the connection name. */
  readonly session: { readonly header: string | null; readonly transport: string | null };
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener | undefined;
}

export interface CallRunner {
  /** Never rejects. */
  run(call: Call): Promise<ToolOutput<ToolName>>;
  /** Resolves when no call is under way. */
  settled(): Promise<void>;
}

export interface CallRunnerOptions {
  readonly engine: LazyEngine;
  readonly log: LogEvent;
}

export function createCallRunner({ engine, log }: CallRunnerOptions): CallRunner {
  const underWay = new Set<Promise<ToolOutput<ToolName>>>();

  const answer = async ({ tool, args, ...context }: Call): Promise<ToolOutput<ToolName>> => {
    const startedMs = performance.now();
    try {
      const { engine: opened, callTool } = await engine.get();
      return await callTool(opened, tool, args, { ...context, log });
    } catch (error) {
      // callTool does not throw: the engine itself could not be loaded or opened.
      log("error", "engine_unavailable", { tool, ...idsOf({ ...context, args }), error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      return failure(tool, { code: "INTERNAL", message: `${tool} could not start the engine` }, Math.round(performance.now() - startedMs));
    }
  };

  return {
    run: async (call) => {
      const startedMs = performance.now();
      const pending = answer(call);
      underWay.add(pending);
      try {
        const answered = await pending;
        const { status, effectiveRoot, durationMs = Math.round(performance.now() - startedMs) } = outcomeOf(answered);
        log("info", "tool_answered", { tool: call.tool, ...idsOf(call, answered), status, effectiveRoot, durationMs });
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

/** As the engine's own log lines have them: the session is the first of those that are named, else the one that the answer tells of. */
function idsOf({ requestId, session: { header, transport }, args }: Pick<Call, "requestId" | "session" | "args">, answered?: ToolOutput<ToolName>): Readonly<Record<string, string>> {
  const asked = typeof args === "object" && args !== null && "session_id" in args && typeof args.session_id === "string" ? args.session_id : undefined;
  const told = answered && "session_id" in answered ? answered.session_id : undefined;
  const session = header ?? asked ?? transport ?? told;
  return { requestId, ...(session === undefined ? {} : { session }) };
}
