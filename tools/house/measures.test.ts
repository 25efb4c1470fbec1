import { describe, expect, it } from "vitest";
import {
  type Finding,
  avoidedNames,
  commentShare,
  duplicateTypes,
  functionLengths,
  importCircles,
  importersOf,
  languageLiterals,
  wideLines,
} from "./measures.ts";
import { type Source, importsOf, sourceOf } from "./sources.ts";

const source = (text: string, path = "libs/a/src/a.ts"): Source => sourceOf(path, "libs/a", text);
const sourcesOf = (files: Readonly<Record<string, string>>): Source[] =>
  Object.entries(files).map(([path, text]) => source(text, path));
const shown = (findings: readonly Finding[]): string[] =>
  findings.map(({ path, line, what }) => `${path}:${line} ${what}`);
const LONG = "word ".repeat(30);

describe("lines that are too wide", () => {
  it.each([
    ["a comment", `// ${LONG}`, 1],
    ["a comment behind code", `const a = 1; /* ${LONG} */`, 1],
    ["a string with blanks", `const a = "${LONG}";`, 1],
    ["a string without blanks", `const a = "${"word".repeat(40)}";`, 0],
    ["a key", `const a = { "${LONG}": 1 };`, 0],
    ["a template", `const a = \`${LONG}\`;`, 0],
    ["a comment in a template", `const a = \`// ${LONG}\`;`, 0],
    ["a regular expression", `const a = /${LONG}/;`, 0],
    ["a line of 110 columns", `// ${"a".repeat(107)}`, 0],
  ])("%s", (_, text, count) => expect(wideLines(source(text))).toHaveLength(count));
});

it("functions are as long as their lines with code", () => {
  const text =
    "function f() {\n\n  // why\n  return () => {\n    return 1; // one\n  };\n}\nabstract class A {\n  abstract g(): void;\n}\n";
  expect(functionLengths(source(text)).map(({ what, length }) => [what, length])).toEqual([
    ["f", 5],
    ["(anonymous)", 3],
  ]);
});

it("comments are counted by the lines that hold nothing else", () => {
  expect(commentShare([source("/** a\n * b\n */\nconst c = 1; // d\n\nconst e = `\n// f\n`;\n")])).toBe(
    3 / 7,
  );
});

it("imports are followed to files, types and re-exports included, and packages are not", () => {
  expect(
    importsOf(source('import type { A } from "../b.ts";\nexport * from "./c/d.ts";\nimport "node:fs";\n')),
  ).toEqual(["libs/a/b.ts", "libs/a/src/c/d.ts"]);
});

it("finds circles of any length, and tells them from paths that meet", () => {
  const files = sourcesOf({
    "a.ts": 'import type { B } from "./b.ts"; import "./d.ts";',
    "b.ts": 'import "./c.ts";',
    "c.ts": 'import "./a.ts";',
    "d.ts": 'import "./e.ts";',
    "e.ts": "",
    "f.ts": 'import "./a.ts"; import "./e.ts";',
  });
  expect(importCircles(files)).toEqual([["a.ts", "b.ts", "c.ts"]]);
  expect(importersOf(files).get("e.ts")).toEqual(["d.ts", "f.ts"]);
});

it("finds types that a package exports under one name", () => {
  const files = sourcesOf({
    "a.ts": "export interface Asked {}\ninterface Own {}\nexport const Value = 1;",
    "b.ts": "export type Asked = 1;\nexport interface Own {}\nexport class Value {}",
  });
  expect(shown(duplicateTypes(files))).toEqual(["a.ts:1 Asked", "b.ts:1 Asked"]);
});

it("finds words to avoid in names of files and exports, as whole words", () => {
  const files = sourcesOf({
    "libs/asked-symbol.ts": "export const task = 1;",
    "libs/b.ts":
      "export function placesOf() {}\nexport interface Replaced {}\nexport const toldBy = 1;\nconst asked = 1;",
  });
  expect(shown(avoidedNames(files))).toEqual([
    "libs/asked-symbol.ts:1 asked-symbol",
    "libs/b.ts:1 placesOf",
    "libs/b.ts:3 toldBy",
  ]);
});

it("finds ids of languages as strings, but in the folder that may have them", () => {
  const text = 'import "go";\nconst a = language === "go" ? "gone" : \'rust\';';
  const files = sourcesOf({ "libs/languages/go.ts": text, "libs/other.ts": text, "apps/other.ts": text });
  expect(shown(languageLiterals(files, new Set(["go", "rust"]), "libs/languages/"))).toEqual([
    "libs/other.ts:2 go",
    "libs/other.ts:2 rust",
  ]);
});

it("lets runners of tests have the name of a language", () => {
  const runners = 'const TEST_RUNNERS = ["go", "mocha"] as const;\nconst found = { runner: "go" };';
  const others = 'const NAMES = ["go"] as const;\nconst found = { language: "go" };';
  const files = sourcesOf({ "libs/runners.ts": runners, "libs/others.ts": others });
  expect(shown(languageLiterals(files, new Set(["go"]), "libs/languages/"))).toEqual([
    "libs/others.ts:1 go",
    "libs/others.ts:2 go",
  ]);
});
