/** Preparers that fail, block or hang, as disks and cancelled calls can cause at the worst moment. */
import type { FilePreparer } from "../../prepare/preparer.ts";

/** Reports the files in `refused` as unreadable. */
export function refusingPreparer(inner: FilePreparer): FilePreparer & { readonly refused: Set<string> } {
  const refused = new Set<string>();
  return {
    refused,
    async *prepare(tasks, signal) {
      for await (const outcome of inner.prepare(tasks, signal))
        yield refused.has(outcome.path)
          ? { kind: "skipped", path: outcome.path, cause: "unreadable", hash: "" }
          : outcome;
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

/** A preparer that blocks until it is released or the call is aborted. */
export interface HeldPreparer extends FilePreparer {
  /** Resolves when a caller waits for a file. */
  readonly reached: Promise<void>;
  /** Ends the blocking; from then on the preparer works as usual. */
  release(): void;
}

export function heldPreparer(inner: FilePreparer): HeldPreparer {
  const reached = signal();
  const released = signal();
  return {
    reached: reached.given,
    release: released.give,
    async *prepare(tasks, abort) {
      reached.give();
      const aborted = new Promise<void>((resolve) =>
        abort?.addEventListener("abort", () => resolve(), { once: true }),
      );
      if (!abort?.aborted) await Promise.race([released.given, aborted]);
      yield* inner.prepare(tasks, abort);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

/** Throws an error after `remainingFiles` files. */
export function failingPreparer(
  inner: FilePreparer,
  error: Error,
): FilePreparer & { remainingFiles: number } {
  return {
    remainingFiles: Number.POSITIVE_INFINITY,
    async *prepare(tasks, signal) {
      for await (const outcome of inner.prepare(tasks, signal)) {
        if (this.remainingFiles-- <= 0) throw error;
        yield outcome;
      }
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

/** Hangs at the first file and ignores the abort signal. */
export function hangingPreparer(): FilePreparer {
  return {
    // oxlint-disable-next-line require-yield -- it never comes to that
    async *prepare() {
      await new Promise<never>(() => undefined);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
