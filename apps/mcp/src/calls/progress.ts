/**
 * Progress notifications of one call: limited in rate, with increasing values, and none right before the
 * answer.
 */
import type { ProgressListener } from "@satori/engine";

/** A type alias: an interface would not fit the protocol's open parameter types. */
export type ProgressNotification = {
  progressToken: string | number;
  progress: number;
  total?: number;
  message: string;
};

export interface ProgressOptions {
  /** The client's progress token; undefined if it wants no progress. */
  readonly token: string | number | undefined;
  readonly notify: (params: ProgressNotification) => void;
  readonly intervalMs: number;
  /** Minimum age of the last notification before the answer is sent. */
  readonly quietMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  readonly wait: (delayMs: number) => Promise<void>;
}

export interface CallProgress {
  readonly listener: ProgressListener | undefined;
  /** Stops notifications, whatever the listener still receives. Resolves when the answer may be sent. */
  end(): Promise<void>;
}

/** Turns the progress of a call into notifications: only increasing values, at most one per interval. */
export function createProgress({
  token,
  notify,
  intervalMs,
  quietMs,
  nowMs,
  wait,
}: ProgressOptions): CallProgress {
  if (token === undefined) return { listener: undefined, end: () => Promise.resolve() };
  let isOpen = true;
  let sentMs = Number.NEGATIVE_INFINITY;
  let sentProgress = -1;
  return {
    listener: (phase, { filesDone, filesTotal }) => {
      const now = nowMs();
      // The files are counted once more. The protocol wants numbers that rise.
      const before = phase === "embedding" ? (filesTotal ?? 0) : 0;
      const done = before + filesDone;
      if (!isOpen || done <= sentProgress || now - sentMs < intervalMs) return;
      sentMs = now;
      sentProgress = done;
      const of = filesTotal === null ? {} : { total: before + filesTotal };
      notify({
        progressToken: token,
        progress: done,
        ...of,
        message: filesTotal === null ? phase : `${phase}: ${filesDone} of ${filesTotal} files`,
      });
    },
    end: async () => {
      isOpen = false;
      const restMs = sentMs + quietMs - nowMs();
      if (restMs > 0) await wait(restMs);
    },
  };
}
