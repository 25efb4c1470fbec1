/**
 * Waits for the end of an index run, by status and reason, or by the sentences of a server that answers in
 * prose.
 */
import {
  type ExitCode,
  type ParsedManageStatus,
  type ToolResult,
  envelopeIn,
  parseManageStatus,
  pollStepOf,
} from "@satori/contracts";
import type { ToolOutput } from "./answer.ts";
import { ClientError } from "./errors.ts";
import { isEndless, timerMs } from "./timer.ts";

export interface WaitOptions {
  /**
   * Id of the run to wait for, as `create` or `reindex` returned it: if that run fails, an earlier index does
   * not count as success.
   */
  readonly runId?: string | null;
  /** Milliseconds between two requests, unless the server says otherwise. Default 500. */
  readonly pollMs?: number;
  /** Milliseconds for the whole wait. Default: no limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called with each answer that reports an active run. */
  readonly onPoll?: (answer: ToolOutput<"manage_index"> | null) => void;
}

/** `state` is never `indexing`. */
export interface WaitResult extends ParsedManageStatus {
  /** Whether an index can answer and the awaited run has not failed. */
  readonly isIndexed: boolean;
  /** The exit code for a command that waits. */
  readonly exitCode: ExitCode;
  /** The last answer; null if it was prose. */
  readonly answer: ToolOutput<"manage_index"> | null;
}

const DEFAULT_POLL_MS = 500;

/** @throws ClientError of kind `timeout` or `cancelled`, and errors of `ask` */
export async function waitUntilIndexed(
  ask: (signal: AbortSignal | undefined) => Promise<ToolResult>,
  options: WaitOptions,
): Promise<WaitResult> {
  const { runId, pollMs = DEFAULT_POLL_MS, timeoutMs, onPoll } = options;
  const deadline =
    timeoutMs === undefined || isEndless(timeoutMs) ? undefined : AbortSignal.timeout(timerMs(timeoutMs));
  const signals = [deadline, options.signal].filter((signal) => signal !== undefined);
  const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
  try {
    for (;;) {
      const result = await ask(signal);
      const step = pollStepOf(result, runId);
      const answer = manageAnswerOf(result);
      if (step.kind === "end")
        return {
          ...parseManageStatus(result),
          isIndexed: step.exitCode === 0,
          exitCode: step.exitCode,
          answer,
        };
      onPoll?.(answer);
      await pause(step.afterMs ?? pollMs, signal);
    }
  } catch (error) {
    if (deadline?.aborted && !options.signal?.aborted)
      throw new ClientError("timeout", `The index was not ready in ${timeoutMs} ms`, error);
    throw error;
  }
}

function manageAnswerOf(result: ToolResult): ToolOutput<"manage_index"> | null {
  const envelope = envelopeIn(result);
  return envelope?.tool === "manage_index" ? envelope : null;
}

function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new ClientError("cancelled", "The wait for an index was cancelled"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, timerMs(durationMs));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
