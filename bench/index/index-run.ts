/** Figures of one index run of either product, and of several. Pure. */
import { check } from "../support/failure.ts";
import type { Measured } from "../support/measure.ts";
import { median } from "../support/statistics.ts";

export interface IndexRun extends Omit<Measured, "stdout"> {
  readonly files: number;
  readonly chunks: number;
  /** Size of the indexed files. */
  readonly sourceBytes: number;
  /** Size on disk after the run. */
  readonly indexBytes: number;
}

/**
 * The median of each figure. Throws if runs over the same files indexed different numbers of files or chunks.
 */
export function summary(runs: readonly IndexRun[]): IndexRun {
  const [first] = runs;
  check(
    first !== undefined &&
      runs.every(({ files, chunks }) => files === first.files && chunks === first.chunks),
    "runs over the same files indexed different numbers of files or chunks",
  );
  const middle = (of: (run: IndexRun) => number): number => median(runs.map(of));
  return {
    wallMs: middle(({ wallMs }) => wallMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    peakBytes: middle(({ peakBytes }) => peakBytes),
    files: first.files,
    chunks: first.chunks,
    sourceBytes: first.sourceBytes,
    indexBytes: middle(({ indexBytes }) => indexBytes),
  };
}
