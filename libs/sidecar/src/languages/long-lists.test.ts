import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";
import type { FileFacts } from "../facts.ts";

const MANY = 100_000;

const importedNames = ({ imports }: FileFacts): number => imports[0]?.names.length ?? 0;
const symbols = (facts: FileFacts): number => facts.symbols.length;

test.each([
  ["a.rs", `use a::{${"b,".repeat(MANY)}c};`, importedNames, MANY + 1],
  ["a.rs", `struct A;${"impl T for A {}".repeat(60_000)}`, symbols, 20_000],
  ["a.rs", `${"feature! {\n)\n".repeat(50_000)}`, symbols, 0],
])("lists that go on and on hold nothing up: %s (%#)", async (path, text, count, expected) => {
  // The square of this many would be minutes.
  const facts = await analyze(path, text);
  expect(count(facts)).toBe(expected);
  expect(facts.diagnostics.filter(({ kind }) => kind !== "syntax_error")).toEqual([]);
});
