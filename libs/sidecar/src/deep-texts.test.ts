/** Texts that nest deeper than any stack: they are parsed, or given up with a diagnostic; nothing throws, and nothing is lost silently. */
import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { SIDECAR_LIMITS } from "./limits.ts";

const DEPTH = 8_000;

/** What opens each level, what is in the innermost one, and what closes each. */
interface Nested {
  readonly before?: string;
  readonly open: string;
  readonly inner?: string;
  readonly close?: string;
  readonly after?: string;
}

function nested({ before = "", open, inner = "", close = "", after = "" }: Nested): string {
  return `${before}${open.repeat(DEPTH)}${inner}${close.repeat(DEPTH)}${after}`;
}

const CHAINS: readonly (readonly [path: string, texts: Readonly<Record<string, Nested>>])[] = [
  ["a.js", {
    parentheses: { before: "x = ", open: "(", inner: "1", close: ")" },
    calls: { open: "f(", close: ")" },
    templates: { before: "x = ", open: "`${", inner: "1", close: "}`" },
    members: { before: "a", open: ".b" },
    negations: { before: "x = ", open: "!", inner: "a" },
    arrows: { before: "x = ", open: "a => ", inner: "1" },
    branches: { before: "if (a) b();", open: " else if (a) b();" },
    sums: { before: "x = 1", open: " + f()" },
  }],
  ["a.ts", { types: { before: "type X = ", open: "A<", inner: "B", close: ">" }, arrays: { before: "let x: A", open: "[]" } }],
  ["a.py", { members: { before: "a", open: ".b" }, negations: { before: "x = ", open: "not ", inner: "a" }, sums: { before: "x = 1", open: " + f()" } }],
  ["a.go", { members: { before: "package a\nvar x = a", open: ".b" }, pointers: { before: "package a\nvar x ", open: "*", inner: "int" } }],
  ["a.cpp", { scopes: { before: "int x = a", open: "::b", after: ";" }, pointers: { before: "int ", open: "*", inner: "x;" } }],
  ["a.rs", { scopes: { before: "fn f() { a", open: "::b", after: "; }" }, references: { before: "fn f() { x = ", open: "& ", inner: "a; }" } }],
  ["a.rb", { methods: { open: "def a\n", close: "end\n" } }],
  ["a.json", { objects: { open: '{"a":', inner: "1", close: "}" } }],
  ["a.yaml", { sequences: { open: "- ", inner: "a" } }],
  ["a.toml", { tables: { before: "[a", open: ".a", after: "]" } }],
  ["a.html", { elements: { open: "<div>", close: "</div>" } }],
  ["a.md", { quotes: { open: "> ", inner: "a" } }],
  ["a.ipynb", { sources: { before: '{"cells":[{"cell_type":"code","source":', open: "[", close: "]", after: "}]}" } }],
];

describe.each(CHAINS)("%s", (path, texts) => {
  it.each(Object.entries(texts))("%s", async (_, text) => {
    const facts = await analyze(path, nested(text));
    expect(facts.diagnostics.filter(({ kind }) => kind === "parser_crashed")).toEqual([]);
    expect(facts.chunks.length).toBeGreaterThan(0);
  });
});

it.each([["a.js", "function f(){}\n"], ["a.sql", "create table t(a int);\n"]])("%s: says where a file declares more symbols than are kept", async (path, line) => {
  const { symbols, diagnostics } = await analyze(path, line.repeat(SIDECAR_LIMITS.factsPerFile + 1));
  expect(symbols).toHaveLength(SIDECAR_LIMITS.factsPerFile);
  expect(diagnostics).toContainEqual({ kind: "query_budget", message: "The file declares more than 20000 symbols; the later ones are missing." });
});
