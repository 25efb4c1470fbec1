/** Preparers that do what disks and impatient callers do at the worst moment. */
import type { FilePreparer } from "../../prepare/preparer.ts";

/** Cannot read the files that it is told of, until it is told otherwise. */
export function refusingPreparer(inner: FilePreparer): FilePreparer & { readonly refused: Set<string> } {
  const refused = new Set<string>();
  return {
    refused,
    async *prepare(root, tasks, signal) {
      for await (const outcome of inner.prepare(root, tasks, signal))
        yield refused.has(outcome.path)
          ? { kind: "skipped", path: outcome.path, cause: "unreadable", hash: "" }
          : outcome;
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

/** A preparer that stands still before each file until it is let on. */
export interface HeldPreparer extends FilePreparer {
  /** Resolves when a caller waits for a file. */
  readonly reached: Promise<void>;
  /** From now on it works as usual. */
  release(): void;
}

export function heldPreparer(inner: FilePreparer): HeldPreparer {
  const reached = signal();
  const released = signal();
  return {
    reached: reached.given,
    release: released.give,
    async *prepare(root, tasks, abort) {
      reached.give();
      const aborted = new Promise<void>((resolve) =>
        abort?.addEventListener("abort", () => resolve(), { once: true }),
      );
      if (!abort?.aborted) await Promise.race([released.given, aborted]);
      yield* inner.prepare(root, tasks, abort);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

/** Fails with an error after some files. */
export function failingPreparer(
  inner: FilePreparer,
  error: Error,
): FilePreparer & { remainingFiles: number } {
  return {
    remainingFiles: Number.POSITIVE_INFINITY,
    async *prepare(root, tasks, signal) {
      for await (const outcome of inner.prepare(root, tasks, signal)) {
        if (this.remainingFiles-- <= 0) throw error;
        yield outcome;
      }
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

/** Hangs at the first file, and hears nothing. */
export function hangingPreparer(): FilePreparer {
  return {
    // oxlint-disable-next-line require-yield -- it never comes to that
    async *prepare() {
      await new Promise<never>(() => undefined);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
