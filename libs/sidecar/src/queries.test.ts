/** Holds what `language.ts` promises about queries: that each fits its grammar and says nothing that no one reads. */
import { readFileSync, readdirSync } from "node:fs";
import { SYMBOL_KINDS } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { REFERENCE_KINDS } from "./facts.ts";
import { type LoadedGrammar, loadGrammar } from "./grammar.ts";
import type { GrammarSupport } from "./language.ts";
import { LANGUAGES } from "./languages/index.ts";

const QUERIES = new URL("../queries/", import.meta.url);

/** What `collect.ts` understands. */
const CAPTURES: ReadonlySet<string> = new Set([
  "name", "body", "scope", "leading", "quiet", "call", "call.name", "call.receiver", "call.arguments", "import", "comment", "docstring",
  ...SYMBOL_KINDS.map((kind) => `definition.${kind}`),
  ...REFERENCE_KINDS.map((kind) => `reference.${kind}`),
]);

/** What a pattern must capture besides what tells its kind, and what it may. */
const COMPANIONS: Readonly<Record<string, { readonly needs: readonly string[]; readonly allows: readonly string[] }>> = {
  definition: { needs: ["name"], allows: ["body", "scope"] },
  call: { needs: ["call.name"], allows: ["call.receiver", "call.arguments"] },
};

const withGrammar = LANGUAGES.flatMap(({ id, grammar }): [string, GrammarSupport][] => (grammar ? [[id, grammar]] : []));

describe.each(withGrammar)("%s", (_id, support) => {
  const source = Buffer.from(support.queries.map((name) => readFileSync(new URL(`${name}.scm`, QUERIES), "utf8")).join("\n"));

  test("its query fits its grammar", async () => {
    const query = (await loadGrammar(support)).query("full");
    expect(query.patternCount()).toBeGreaterThan(5);
  });

  test("its query captures nothing that no one reads", async () => {
    const query = (await loadGrammar(support)).query("full");
    // Names that begin with `_` are for the predicates of their own pattern.
    expect(query.captureNames.filter((name) => !name.startsWith("_") && !CAPTURES.has(name))).toEqual([]);
  });

  test("each pattern says one thing, completely", async () => {
    const grammar = await loadGrammar(support);
    expect(patternsOf(grammar, source).flatMap(faultsOf)).toEqual([]);
  });

  test("no pattern is there twice", async () => {
    const patterns = patternsOf(await loadGrammar(support), source);
    expect(patterns.filter((pattern, at) => patterns.indexOf(pattern) !== at)).toEqual([]);
  });

  test("the node types that it names exist", async () => {
    const { language } = await loadGrammar(support);
    const named = [...(support.wrappers ?? []), ...(support.chunkNodes ?? [])];
    expect(named.filter((type) => language.idForNodeType(type, true) === null)).toEqual([]);
  });
});

test("every query is used", () => {
  const used = new Set(withGrammar.flatMap(([, { queries }]) => queries.map((name) => `${name}.scm`)));
  expect(readdirSync(QUERIES).filter((file) => !used.has(file))).toEqual([]);
});

/** The text of each pattern, on one line, without comments. */
function patternsOf(grammar: LoadedGrammar, source: Buffer): string[] {
  const query = grammar.query("full");
  return Array.from({ length: query.patternCount() }, (_, at) => {
    const text = source.subarray(query.startIndexForPattern(at), query.endIndexForPattern(at)).toString("utf8");
    return text.replace(/^\s*;.*$/gm, "").replace(/\s+/g, " ").trim();
  });
}

function faultsOf(pattern: string): string[] {
  const captures = [...new Set([...pattern.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\(#[^)]*\)/g, "").matchAll(/@([\w.]+)/g)].map(([, name]) => name ?? ""))].filter((name) => !name.startsWith("_"));
  const isCompanion = (name: string): boolean => Object.values(COMPANIONS).some(({ needs, allows }) => needs.includes(name) || allows.includes(name));
  const tellers = captures.filter((name) => !isCompanion(name));
  const topics = new Set(tellers.map((name) => name.split(".", 1)[0] ?? ""));
  if (topics.size !== 1) return [`says ${topics.size} things: ${pattern}`];
  const { needs, allows } = COMPANIONS[[...topics][0] ?? ""] ?? { needs: [], allows: [] };
  const missing = needs.filter((name) => !captures.includes(name));
  const surplus = captures.filter((name) => isCompanion(name) && !needs.includes(name) && !allows.includes(name));
  return [...missing.map((name) => `lacks @${name}: ${pattern}`), ...surplus.map((name) => `does not need @${name}: ${pattern}`)];
}
