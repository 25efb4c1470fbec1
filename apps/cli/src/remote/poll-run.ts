/** Waits for the end of a server's run by polling its status. */
import { type RunPhase, type ToolResult, parseEnvelope, pollStepOf } from "@satori/contracts";
import type { OnProgress } from "../session.ts";

/**
 * Time between two requests, unless the server says when to ask again. Short at first, since small codebases
 * are done at once.
 */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;
/** Upper limit for the waiting time that a server requests. */
const MOST_ADVISED_MS = 30_000;
const GROWTH = 1.5;

export interface PollOptions {
  readonly askStatus: () => Promise<ToolResult>;
  readonly runId: string;
  readonly onProgress: OnProgress | undefined;
  readonly sleep: (delayMs: number) => Promise<void>;
}

/** The first answer that does not report an active run. */
export async function pollRun({ askStatus, runId, onProgress, sleep }: PollOptions): Promise<ToolResult> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * GROWTH, LONGEST_WAIT_MS)) {
    const result = await askStatus();
    const step = pollStepOf(result, runId);
    if (step.kind === "end") return result;
    showProgress(result, onProgress);
    await sleep(step.afterMs === null ? waitMs : Math.min(step.afterMs, MOST_ADVISED_MS));
  }
}

function showProgress(result: ToolResult, onProgress: OnProgress | undefined): void {
  const envelope = parseEnvelope(result);
  const progress =
    envelope && "progress" in envelope
      ? (envelope.progress as
          | { phase: RunPhase; filesDone: number; filesTotal: number | null; chunks: number }
          | undefined)
      : undefined;
  if (progress) onProgress?.(progress.phase, progress);
}
