import { expect, it } from "vitest";
import { takenOut } from "./patterns.ts";

it.each<[string, string | null]>([
  ["const { max } = o;", "max"],
  ["const { a: 1, max: most = 2 } = o;", "most"],
  ["let { max: { deep } } = o;", ""],
  ["let { a: [{ max }] } = o;", "max"],
  ["({ max: o.most } = p);", "o"],
  ["for (const { max } of all) {}", "max"],
  ["function f(a, { max }: Limits = {}) {}", "max"],
  ["all.map(({ max }) => max)", "max"],
  ["method({ max }) {}", "max"],
  ["async ({ max }: Limits): Promise<void> => {}", "max"],
  ["f({ max });", null],
  ["f({ max: 1 }, () => 1);", null],
  ["return { max };", null],
  ["const o = { max };", null],
  ["if (a) { max: for (;;) {} }", null],
  ["{ max == 1 }", null],
  ["max", null],
  ["const { max", "max"],
])("of %j a pattern takes out %j", (code, as) => {
  expect(takenOut(code, "max", code.indexOf("max"))?.as ?? null).toBe(as);
});

it("looks no further than anybody writes", () => {
  const code = `f(${"{ a: [".repeat(50_000)}{ max }${"] }".repeat(50_000)})`;
  expect(takenOut(code, "max", code.indexOf("max"))).toBeNull();
});
