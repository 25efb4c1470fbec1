import { expect, it } from "vitest";
import { cooperativeYield } from "./cooperative-yield.ts";

function busyFor(durationMs: number): void {
  for (const endMs = performance.now() + durationMs; performance.now() < endMs;);
}

it("lets others have their turn where the work takes long, and only then", async () => {
  let others = 0;
  setImmediate(() => others++);
  const pause = cooperativeYield(undefined);
  expect(pause()).toBeUndefined();
  expect(others).toBe(0);
  busyFor(30);
  await pause();
  expect(others).toBe(1);
});

it("ends the work of a caller who has given up", async () => {
  const abort = new AbortController();
  const pause = cooperativeYield(abort.signal);
  setImmediate(() => abort.abort());
  busyFor(30);
  await expect(pause()).rejects.toMatchObject({ code: "CANCELLED" });
});
