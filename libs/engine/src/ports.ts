/** What an engine takes from its process: clock, log, progress. */
import type { RunCounts } from "./model/run.ts";
import type { RunPhase } from "@satori/contracts";

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
}

/**
 * Calls `work` once after `delayMs`, unless the handle is disposed of first. Does not keep the process alive.
 */
export type Schedule = (delayMs: number, work: () => void) => Disposable;

/** Writes one event as one line. Pure code does not log. */
export type LogEvent = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export type ProgressListener = (phase: RunPhase, counts: RunCounts) => void;
