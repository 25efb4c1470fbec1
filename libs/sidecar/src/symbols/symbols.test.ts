import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";
import { SIDECAR_LIMITS } from "../limits.ts";

test("labels of what nests deep, and what is around a call in there, take no more than its length", async () => {
  // Quadratic growth on these would take minutes, and more memory than there is.
  const depth = 4_000;
  const { symbols, calls } = await analyze(
    "a.rb",
    `${`class ${"A".repeat(190)}\n`.repeat(depth)}${"f()\n".repeat(50_000)}${"end\n".repeat(depth)}`,
  );
  expect(symbols).toHaveLength(depth);
  expect(Math.max(...symbols.map(({ label }) => label.length))).toBe(SIDECAR_LIMITS.labelChars);
  expect(new Set(symbols.map(({ id }) => id)).size).toBe(depth);
  expect(calls.every(({ within }) => within === depth - 1)).toBe(true);
});
