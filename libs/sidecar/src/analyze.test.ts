import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze, analyzePlain } from "./analyze.ts";
import type { FileFacts } from "./facts.ts";
import { LANGUAGES } from "./languages/index.ts";

const SOURCES = new URL("./", import.meta.url);
const own = readdirSync(SOURCES)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => [name, readFileSync(new URL(name, SOURCES), "utf8")] as const);

/** Random sequences of tokens from many languages, like files that an editor saves half-written. */
const scraps = fc
  .array(
    fc.constantFrom(
      "class A",
      "def f(x):",
      "function f() {",
      "fn main() {",
      "{",
      "}",
      "(",
      ")",
      "[",
      "]",
      "\n",
      "\n\n",
      "  ",
      "\t",
      '"',
      "'",
      "`",
      "/*",
      "*/",
      "//",
      "#",
      "=>",
      "::",
      "import x from 'y'",
      "# Title",
      "```",
      "object A",
      "module B do",
      "end",
      "contract C",
      "trait D",
      "let x =",
      "var y",
      "@a",
      "<script>",
      "</script>",
      "<div id=a>",
      "</div>",
      "{% block b %}",
      "{% endblock %}",
      "key:",
      "[table]",
      "- item",
      '"k":',
      "--",
      "%",
      "type E =",
      "where",
      "\u{1f680}",
      "é",
      "0x",
      ";",
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(" "));
/** One file of each parsed language, and one for each way in which other languages are cut and outlined. */
const parsed = LANGUAGES.filter(({ grammar }) => grammar !== null).map(
  ({ extensions: [extension = ""] }) => `a${extension}`,
);
const plain = [
  "a.md",
  "a.rst",
  "a.adoc",
  "a.org",
  "a.ipynb",
  "a.txt",
  "a.json",
  "a.yaml",
  "a.toml",
  "a.ini",
  "a.html",
  "a.sql",
  "a.proto",
  "a.tf",
  "Makefile",
  "Dockerfile",
  "a.pl",
  "a.csv",
  "unknown",
];
const names = fc.constantFrom(...parsed, ...plain);

/** Non-blank lines, each with the number of chunks that contain it. */
function coverage(text: string, { chunks }: FileFacts): number[] {
  return text
    .split("\n")
    .flatMap((line, at) =>
      line.trim() === ""
        ? []
        : [chunks.filter(({ startLine, endLine }) => startLine <= at + 1 && at + 1 <= endLine).length],
    );
}

/** Labels of symbols that are out of order, that exceed the enclosing symbol, or whose name is elsewhere. */
function misplaced({ symbols }: FileFacts): string[] {
  return symbols
    .filter(({ start, end, startLine, endLine, nameLine, parent }, at) => {
      const around = symbols[parent];
      const isLate = at > 0 && start < (symbols[at - 1]?.start ?? 0);
      const isOutside = around && (start < around.start || end > around.end);
      return isLate || isOutside || parent >= at || nameLine < startLine || nameLine > endLine;
    })
    .map(({ label }) => label);
}

describe("analyze", () => {
  it(
    "covers every line that is not blank by exactly one chunk, and keeps spans inside the file, for any " +
      "text",
    async () => {
      await fc.assert(
        fc.asyncProperty(names, scraps, async (path, text) => {
          const facts = await analyze(path, text);
          expect(coverage(text, facts).every((count) => count === 1)).toBe(true);
          for (const { start, end } of [...facts.chunks, ...facts.symbols, ...facts.comments])
            expect(0 <= start && start < end && end <= text.length).toBe(true);
          for (const { startLine, endLine } of [...facts.chunks, ...facts.symbols])
            expect(1 <= startLine && startLine <= endLine && endLine <= facts.lineCount).toBe(true);
          for (const { within } of [...facts.calls, ...facts.references])
            expect(within >= -1 && within < facts.symbols.length).toBe(true);
          expect(misplaced(facts)).toEqual([]);
          expect(new Set(facts.symbols.map(({ id }) => id)).size).toBe(facts.symbols.length);
          expect(await analyze(path, text)).toEqual(facts);
        }),
        { numRuns: 600, seed: 7 },
      );
    },
  );

  it("throws at no text whatsoever", async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.string({ unit: "binary", maxLength: 200 }),
        async (path, text) => void (await analyze(path, text)),
      ),
      { numRuns: 200, seed: 11 },
    );
  });

  it.each(own)("leaves nothing but calls and references out of an outline: %s", async (name, text) => {
    const full = await analyze(name, text);
    expect(await analyze(name, text, "outline")).toEqual({ ...full, calls: [], references: [] });
  });

  it.each(own)("leaves chunks and call facts out of symbols, too: %s", async (name, text) => {
    const outline = await analyze(name, text, "outline");
    expect(await analyze(name, text, "symbols")).toEqual({ ...outline, chunks: [], flow: null });
  });

  it("gives ids that stay when lines move, and that differ for equal names", async () => {
    const source = "def f():\n    pass\n\ndef f():\n    pass\n";
    const before = (await analyze("m.py", source)).symbols.map(({ id }) => id);
    const after = (await analyze("m.py", `\n\n# moved\n${source}`)).symbols.map(({ id }) => id);
    expect(after).toEqual(before);
    expect(new Set(before).size).toBe(2);
    expect((await analyze("other.py", source)).symbols[0]?.id).not.toBe(before[0]);
  });

  it("gives up a short text as well that its parser takes the square of", async () => {
    const facts = await analyze("a.cpp", "a<b>::c::".repeat(1_000));
    expect(facts.diagnostics.map(({ kind }) => kind)).toEqual(["parse_budget"]);
  });

  it.each([
    "a.ts",
    "a.tsx",
    "a.js",
    "a.py",
    "a.go",
    "A.java",
    "a.rs",
    "a.c",
    "a.cpp",
    "A.cs",
    "a.rb",
    "a.php",
    "a.kt",
    "a.swift",
    "a.lua",
    "a.sh",
    "a.hs",
    "a.scala",
    "a.ex",
    "a.vue",
    "a.json",
  ])("has no parser work at 100,000 brackets within each other: %s", async (path) => {
    for (const [open, close] of ["[]", "{}", "()"].map((pair) => [...pair]) as [string, string][]) {
      const text =
        `${path === "a.vue" ? "<script>\n" : ""}x = ` +
        `${open.repeat(100_000)}${close.repeat(100_000)}\nlast\n`;
      const facts = await analyze(path, text);
      expect(coverage(text, facts).every((count) => count === 1)).toBe(true);
      expect(facts.diagnostics.map(({ kind }) => kind)).toEqual(path === "a.json" ? [] : ["parse_budget"]);
    }
  });

  it("has no parser work at so many in a short text, of which it would take the square", async () => {
    const facts = await analyze("a.h", `${"{-".repeat(1_000)}x${"-}".repeat(1_000)}`);
    expect(facts.diagnostics.map(({ kind }) => kind)).toEqual(["parse_budget"]);
  });

  it("parses what is nested as deep as people and generators do", async () => {
    const text = `const deep = ${"[".repeat(700)}${"]".repeat(700)};\nexport function after() {}\n`;
    expect(await analyze("deep.ts", text)).toMatchObject({
      diagnostics: [],
      symbols: [{ name: "deep" }, { name: "after" }],
    });
  });

  it("takes a line of 20 million characters as one chunk", async () => {
    const text = `${"x".repeat(20_000_000)}\n`;
    expect(
      (await analyze("long.txt", text)).chunks.map(({ startLine, endLine }) => [startLine, endLine]),
    ).toEqual([[1, 1]]);
  });

  it("finds the same chunks without a parser's help in prose", async () => {
    const text = "# One\n\nfirst\n\n# Two\n\nsecond\n";
    expect(analyzePlain("a.md", text)).toEqual(await analyze("a.md", text));
  });
});
