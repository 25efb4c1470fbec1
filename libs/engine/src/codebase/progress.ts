/** Progress of a run, for people and programs. Pure. */
import type { RunProgress } from "@satori/contracts";
import type { RunRecord } from "../model/run.ts";

/**
 * Share of files done, and an estimate of the remaining time from the time that these files took.
 *
 * @param nowMs null: no estimate
 */
export function progressOf(
  { phase, counts, startedAt, state }: RunRecord,
  nowMs: number | null,
): RunProgress {
  const { filesDone, filesTotal, chunks } = counts;
  const pct =
    state === "complete"
      ? 100
      : filesTotal === null
        ? null
        : filesTotal === 0
          ? 99
          : Math.min(99, Math.floor((100 * filesDone) / filesTotal));
  const elapsedMs = nowMs === null ? 0 : Math.max(0, nowMs - Date.parse(startedAt));
  // The start of a second stage is not recorded.
  const etaMs =
    nowMs === null || filesTotal === null || filesDone === 0 || phase === "embedding"
      ? null
      : Math.round((elapsedMs * (filesTotal - filesDone)) / filesDone);
  return { phase, filesDone, filesTotal, chunks, pct, etaMs };
}
