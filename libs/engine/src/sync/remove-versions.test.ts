import { expect, it } from "vitest";
import type { Codebase } from "../codebase/codebase.ts";
import { EngineError } from "../errors.ts";
import { removeVersion } from "./remove-versions.ts";

/** A commit whose lock counts how often it is released. */
function lockedVersion(
  remove: (lock: Disposable) => Promise<void>,
  isReleased: boolean,
): { readonly version: Codebase; readonly released: () => number } {
  let released = 0;
  const version = {
    root: "/code",
    tryLock: () => ({ [Symbol.dispose]: () => void released++ }),
    releaseStore: () => Promise.resolve({ isReleased, remains: null }),
    remove,
  } as unknown as Codebase;
  return { version, released: () => released };
}

// The second time could be about the lock of another process.
it.each([
  ["removes it", true, false, true],
  ["fails to remove it", true, true, false],
  ["leaves it, since its server is away", false, false, false],
] as const)("a removal that %s releases the lock once", async (_, isReleased, isRefused, isGone) => {
  const lines: string[] = [];
  const { version, released } = lockedVersion((lock) => {
    lock[Symbol.dispose]();
    return isRefused
      ? Promise.reject(new EngineError("STORE_UNAVAILABLE", "The index cannot be removed"))
      : Promise.resolve();
  }, isReleased);
  const context = {
    clock: { nowMs: () => 0 },
    log: (_level: string, event: string) => void lines.push(event),
  };
  expect(await removeVersion(context as Parameters<typeof removeVersion>[0], version)).toBe(isGone);
  expect([released(), lines]).toEqual([1, isRefused ? ["index_not_removed"] : []]);
});
