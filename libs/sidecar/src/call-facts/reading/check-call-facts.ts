/**
 * Helpers for the tests of readers: cases that consist of source and expected facts, and properties of every
 * reader. Common indentation and surrounding blank lines of sources and expectations are ignored.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { detectLanguage } from "../../languages/detect-language.ts";
import type { SymbolKind } from "@satori/contracts";
import type { CallFacts } from "../facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { accessSites } from "../member-accesses.ts";
import { printCallFacts } from "../print.ts";

/** Declares one test per case: the call facts of a source, printed. */
export function checkCallFacts(
  path: string,
  cases: Readonly<Record<string, { readonly source: string; readonly flow: string }>>,
): void {
  for (const [title, { source, flow }] of Object.entries(cases)) {
    test(title, async () => {
      expect(printCallFacts(await flowOf(path, trimIndent(source)))).toBe(trimIndent(flow));
    });
  }
}

export interface ReaderSample {
  readonly path: string;
  /** A text with all of the language's syntax. Every callee in it, and nothing else, has a name like `c1`. */
  readonly calls: string;
  /** Tokens that random texts are made of. */
  readonly tokens: readonly string[];
  /** An expression without brackets whose nesting depth grows with its length. */
  readonly deep: string;
}

/** Kinds of symbols that have a scope. */
const SCOPED: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "constructor",
  "class",
  "struct",
  "interface",
  "enum",
  "object",
  "namespace",
]);

/** Declares the tests that hold for every reader, whatever the language. */
export function checkReader({ path, calls, tokens, deep }: ReaderSample): void {
  const sample = trimIndent(calls);

  test("each call of a text is met once, and no other", async () => {
    const { sites } = await flowOf(path, sample);
    const names = sites.map(({ name }) => name).filter((name) => /^c\d+$/.test(name));
    expect(names.sort()).toEqual([...new Set(sample.match(/\bc\d+\b/g))].sort());
    expect(
      sites
        .filter(({ name, start }) => /^c\d+$/.test(name) && !sample.startsWith(name, start))
        .map(({ name }) => name),
    ).toEqual([]);
    expect(
      sites
        .filter(({ start, line }) => sample.slice(0, start).split("\n").length !== line)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test("each access is at its name, or in its line where it has none, in the order of the text", async () => {
    const flow = await flowOf(path, sample);
    for (const access of ["read", "write"] as const) {
      const sites = accessSites(flow, access);
      expect(
        sites.filter(
          ({ name, start, line }) =>
            !(
              profileOf(detectLanguage(path, sample)?.id ?? "").implicitMethods.has(name) ||
              sample.startsWith(name, start)
            ) || sample.slice(0, start).split("\n").length !== line,
        ),
      ).toEqual([]);
      expect(sites.map(({ start }) => start)).toEqual(
        sites.map(({ start }) => start).sort((left, right) => left - right),
      );
    }
  });

  test("each function and type of the outline has its scope", async () => {
    const { symbols, flow } = await analyze(path, sample);
    const scoped = new Set(flow?.scopes.map(({ symbol }) => symbol));
    expect(
      symbols.filter(({ kind }, at) => SCOPED.has(kind) && !scoped.has(at)).map(({ label }) => label),
    ).toEqual([]);
  });

  test("a text that ends anywhere, or makes no sense, is read as far as it goes", async () => {
    const cut = fc.nat(sample.length).map((at) => sample.slice(0, at));
    const soup = fc
      .array(fc.constantFrom(...tokens, "\n", " "), { maxLength: 60 })
      .map((parts) => parts.join(" "));
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, soup), async (text) => (await analyze(path, `${text}\n`)).flow !== null),
      { numRuns: 150 },
    );
  });

  test("what nests too deep is left out", async () => {
    expect((await flowOf(path, deep)).sites.length).toBeLessThan(10);
  });
}

async function flowOf(path: string, text: string): Promise<CallFacts> {
  const { flow } = await analyze(path, text);
  expect(flow).not.toBeNull();
  return flow as CallFacts;
}

function trimIndent(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .replace(/\s+$/, "")
    .split("\n");
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return `${lines.map((line) => line.slice(indent)).join("\n")}`;
}
