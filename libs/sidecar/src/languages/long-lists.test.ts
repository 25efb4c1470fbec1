import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";
import type { FileFacts } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { SYMBOLS_CUT } from "../symbols/collect.ts";

const MANY = 100_000;

const importedNames = ({ imports }: FileFacts): number => imports[0]?.names.length ?? 0;
const imports = (facts: FileFacts): number => facts.imports.length;
const boundImports = (facts: FileFacts): number =>
  facts.imports.filter(({ names }) => names.length > 0).length;
const calls = (facts: FileFacts): number => facts.calls.length;
const lastSiteLine = ({ flow }: FileFacts): number => flow?.sites.at(-1)?.line ?? 0;
const symbols = (facts: FileFacts): number => facts.symbols.length;

test.each([
  ["a.rs", `use a::{${"b,".repeat(MANY)}c};`, importedNames, MANY + 1],
  ["a.rs", `struct A;${"impl T for A {}".repeat(60_000)}`, symbols, 20_000],
  ["a.rs", `${"feature! {\n)\n".repeat(20_000)}`, symbols, 0],
  ["a.dart", `f() { a${".b(1)".repeat(60_000)}; }`, calls, 20_000],
  ["a.sol", `import {${"a as b,".repeat(MANY)}c} from "x";`, importedNames, MANY + 1],
  ["a.lua", `local ${"a,".repeat(MANY)}b = ${"require('a'),".repeat(20_000)}1`, boundImports, 256],
  ["a.js", `const {${"a,".repeat(MANY)}b} = [${"require('a'),".repeat(20_000)}1];`, boundImports, 0],
  ["a.js", `const [${"a,".repeat(1.5 * MANY)}b] = c;`, symbols, 20_000],
  ["a.mjs", `${"let a, b;\n".repeat(MANY)}`, symbols, 20_000],
  ["a.py", `[${"a,".repeat(1.5 * MANY)}b] = ${"c = ".repeat(500)}d\n`, symbols, 20_000],
  [
    "a.py",
    `if (a := b):\n  pass\n${`if ${"(a := b) and ".repeat(50)}b:\n  c = 1\n`.repeat(500)}`,
    symbols,
    20_000,
  ],
  ["a.ex", `import A.{${"B,".repeat(MANY)}C}, only: [${"a: 1, ".repeat(MANY)}b: 1]`, boundImports, MANY + 1],
  ["a.php", `<?php ${"require ".repeat(MANY)}'x';`, imports, 1],
  ["a.php", `<?php require${" ".repeat(5 * MANY)}'x';`, imports, 1],
  ["a.rb", `x = [${"a, b=>1, ".repeat(MANY)}1]`, symbols, 0],
  ["a.cs", `${"#if A\n".repeat(60_000)}${"#endif\n".repeat(60_000)}class A {}`, symbols, 1],
  ["a.vue", `${"<script>a\n</script>\n".repeat(45_000)}`, symbols, 0],
  ["a.c", `#define A(x) \\\n${"a();\\\n".repeat(MANY)}x\n`, lastSiteLine, MANY + 1],
  ["a.cpp", `struct A { operator B<${" ".repeat(5 * MANY)}C>() {} };`, symbols, 1],
])("lists that go on and on hold nothing up: %s (%#)", async (path, text, count, expected) => {
  // Quadratic time on this many would be minutes.
  const facts = await analyze(path, text);
  expect(count(facts)).toBe(expected);
  const isCut = facts.symbols.length >= SIDECAR_LIMITS.factsPerFile;
  expect(facts.diagnostics.filter(({ kind }) => kind !== "syntax_error")).toEqual(isCut ? [SYMBOLS_CUT] : []);
});
