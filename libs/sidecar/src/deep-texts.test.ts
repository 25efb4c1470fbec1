/**
 * Texts that nest deeper than any stack: they are parsed, or the parser gives up with a diagnostic; nothing
 * throws, and nothing is lost silently.
 */
import { describe, expect, it } from "vitest";
import { analyze, readCallFacts } from "./analyze.ts";
import { resolvesCalls } from "./languages/call-languages.ts";
import { detectLanguage } from "./languages/detect-language.ts";
import type { CallFacts } from "./call-facts/facts.ts";
import { loadGrammar } from "./grammar.ts";
import { SIDECAR_LIMITS } from "./limits.ts";

/** Deeper than a stack of 1 MB allows, if a reader recursed for each level. */
const DEPTH = 8_000;
const FEWER = 3_000;

/** Text that opens each level, innermost text, and text that closes each level. */
interface Nested {
  readonly before?: string;
  readonly open: string;
  readonly inner?: string;
  readonly close?: string;
  readonly after?: string;
  /** Fewer levels where the parser is slow. */
  readonly levels?: number;
}

function nested({ before = "", open, inner = "", close = "", after = "", levels = DEPTH }: Nested): string {
  return `${before}${open.repeat(levels)}${inner}${close.repeat(levels)}${after}`;
}

const CHAINS: readonly (readonly [path: string, texts: Readonly<Record<string, Nested>>])[] = [
  [
    "a.js",
    {
      parentheses: { before: "x = ", open: "(", inner: "1", close: ")" },
      calls: { open: "f(", close: ")" },
      templates: { before: "x = ", open: "`${", inner: "1", close: "}`" },
      members: { before: "a", open: ".b" },
      negations: { before: "x = ", open: "!", inner: "a" },
      arrows: { before: "x = ", open: "a => ", inner: "1" },
      branches: { before: "if (a) b();", open: " else if (a) b();" },
      sums: { before: "x = 1", open: " + f()" },
      assignments: { open: "b = ", inner: "f()" },
    },
  ],
  [
    "a.ts",
    {
      types: { before: "type X = ", open: "A<", inner: "B", close: ">" },
      arrays: { before: "let x: A", open: "[]" },
    },
  ],
  [
    "a.py",
    {
      members: { before: "a", open: ".b" },
      negations: { before: "x = ", open: "not ", inner: "a" },
      sums: { before: "x = 1", open: " + f()" },
    },
  ],
  [
    "a.go",
    {
      members: { before: "package a\nvar x = a", open: ".b" },
      pointers: { before: "package a\nvar x ", open: "*", inner: "int" },
    },
  ],
  [
    "a.cpp",
    {
      scopes: { before: "int x = a", open: "::b", after: ";" },
      pointers: { before: "int ", open: "*", inner: "x;" },
    },
  ],
  [
    "a.java",
    {
      sums: { before: "class A { int x = 1", open: " + f(1)", after: "; }" },
      branches: { before: "class A { void a() { if (a) b();", open: " else if (a) b();", after: " } }" },
    },
  ],
  [
    "a.cs",
    {
      sums: { before: "class A { int x = 1", open: " + f(1)", after: "; }" },
      lambdas: { before: "class A { object x = ", open: "y => ", inner: "1", after: "; }" },
    },
  ],
  [
    "a.kt",
    {
      sums: { before: "val x = 1", open: " + f(1)" },
      branches: { before: "fun a() { if (a) b()", open: " else if (a) b()", after: " }" },
    },
  ],
  ["a.swift", { members: { before: "let x = f", open: "().b", levels: FEWER } }],
  ["a.scala", { sums: { before: "object A { val x = 1", open: " + f(1)", after: " }", levels: FEWER } }],
  ["a.dart", { choices: { before: "var x = ", open: "a ? b : ", inner: "2", after: ";", levels: FEWER } }],
  [
    "a.php",
    {
      sums: { before: "<?php $x = 1", open: " + f(1)", after: ";", levels: FEWER },
      assignments: { before: "<?php ", open: "$b = ", inner: "1", after: ";" },
    },
  ],
  ["a.lua", { blocks: { open: "do ", inner: "f()", close: " end" } }],
  ["a.ex", { blocks: { open: "if a do\n", inner: "f()\n", close: "end\n", levels: FEWER } }],
  ["a.hs", { lambdas: { before: "x = ", open: "\\a -> ", inner: "1" } }],
  ["a.sh", { pipes: { before: "a", open: " | f", levels: FEWER } }],
  ["a.ps1", { pipes: { before: "a", open: " | f" } }],
  ["a.sol", { sums: { before: "contract A { uint x = 1", open: " + f(1)", after: "; }" } }],
  ["a.zig", { sums: { before: "const x = 1", open: " + f(1)", after: ";" } }],
  ["a.css", { selectors: { before: "a", open: " > b", after: " { c: d }" } }],
  [
    "a.vue",
    {
      elements: {
        before: "<template>",
        open: "<div>",
        inner: "{{ f() }}",
        close: "</div>",
        after: "</template>",
      },
    },
  ],
  ["a.svelte", { blocks: { open: "{#if a}", inner: "{f()}", close: "{/if}" } }],
  ["a.astro", { elements: { before: "---\nf()\n---\n", open: "<div>", close: "</div>" } }],
  [
    "a.rs",
    {
      scopes: { before: "fn f() { a", open: "::b", after: "; }" },
      references: { before: "fn f() { x = ", open: "& ", inner: "a; }" },
    },
  ],
  ["a.rb", { methods: { open: "def a\n", close: "end\n", levels: FEWER } }],
  ["a.json", { objects: { open: '{"a":', inner: "1", close: "}" } }],
  ["a.yaml", { sequences: { open: "- ", inner: "a" } }],
  ["a.toml", { tables: { before: "[a", open: ".a", after: "]" } }],
  ["a.html", { elements: { open: "<div>", close: "</div>" } }],
  ["a.md", { quotes: { open: "> ", inner: "a" } }],
  [
    "a.ipynb",
    { sources: { before: '{"cells":[{"cell_type":"code","source":', open: "[", close: "]", after: "}]}" } },
  ],
];

describe.each(CHAINS)("%s", (path, texts) => {
  it.each(Object.entries(texts))("%s", async (_, text) => {
    const facts = await analyze(path, nested(text));
    expect(facts.diagnostics.filter(({ kind }) => kind === "parser_crashed")).toEqual([]);
    const isGivenUp = facts.diagnostics.some(({ kind }) => kind === "parse_budget");
    expect(facts.flow === null && resolvesCalls(facts.language) && !isGivenUp).toBe(false);
    expect(facts.chunks.length).toBeGreaterThan(0);
  });
});

/** Chains that readers of call facts follow in loops; each contains a call. */
const FOLLOWED: readonly (readonly [path: string, text: Nested])[] = [
  ["a.cpp", { before: "void f() { a", open: "::b", after: "(); }" }],
  ["a.kt", { before: "val x = ", open: "!", inner: "f()" }],
  ["a.js", { before: "x = a", open: " || b", after: "; f(x)" }],
  ["a.ts", { before: "f", open: "!", after: "()" }],
  ["a.ts", { before: "const x: B = {}", open: " as A", after: "; f()" }],
  ["a.rs", { before: "fn f() { a", open: "::b", after: "(); }" }],
  ["a.go", { before: "package a\nvar x ", open: "*", inner: "int = f()" }],
  ["a.cs", { before: "class A { a", open: ".b", inner: " x = f(); }" }],
  ["a.java", { before: "class A { a", open: ".b", inner: " x = f(); }" }],
];

/** Recurses to a given depth around a piece of work. */
function within(depth: number, work: () => void): void {
  reached = depth;
  if (depth === 0) work();
  else within(depth - 1, work);
}
let reached = 0;

/** How deep the stack allows to recurse. */
function roomOnStack(): number {
  const most = 1_000_000;
  expect(() => within(most, () => undefined)).toThrow(RangeError);
  return most - reached;
}

it.each(FOLLOWED)("%s has the same call facts in a small and in a large stack (%#)", async (path, chain) => {
  const text = nested(chain);
  const support = detectLanguage(path, text)?.grammar;
  if (!support) throw new Error(`${path} has no grammar`);
  const grammar = await loadGrammar(support);
  const parsed = grammar.parse(text);
  if (!parsed) throw new Error(`${path} was given up`);
  const { root } = grammar.read(parsed, text);
  const read = (): CallFacts | null =>
    readCallFacts({ root, text, hidden: [] }, grammar.flowReader, new Map());
  const large = read();
  let small: CallFacts | null = null;
  within(Math.floor(roomOnStack() / 2), () => void (small = read()));
  parsed.delete();
  expect(large?.sites.length ?? 0).toBeGreaterThan(0);
  expect(small).toEqual(large);
});

it.each([
  ["a.js", "function f(){}\n"],
  ["a.sql", "create table t(a int);\n"],
])("%s: says where a file declares more symbols than are kept", async (path, line) => {
  const { symbols, diagnostics } = await analyze(path, line.repeat(SIDECAR_LIMITS.factsPerFile + 1));
  expect(symbols).toHaveLength(SIDECAR_LIMITS.factsPerFile);
  expect(diagnostics).toContainEqual({
    kind: "query_budget",
    message: "The file declares more than 20000 symbols; the later ones are missing.",
  });
});
