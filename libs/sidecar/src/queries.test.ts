/**
 * Checks what `language.ts` promises about queries: each fits its grammar and captures nothing that is never
 * read.
 */
import { readdirSync } from "node:fs";
import { SYMBOL_KINDS } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { Query } from "web-tree-sitter";
import { REFERENCE_KINDS } from "./facts.ts";
import { loadGrammar, querySource } from "./grammar.ts";
import type { GrammarSupport } from "./language.ts";
import { LANGUAGES } from "./languages/index.ts";
import { parseQuery } from "./syntax/query/parse-query.ts";
import type { QueryPattern } from "./syntax/query/pattern.ts";

const LANGUAGES_FOLDER = new URL("./languages/", import.meta.url);

/** Captures that `symbols/collect.ts` understands. */
const CAPTURES: ReadonlySet<string> = new Set([
  "name",
  "body",
  "scope",
  "leading",
  "quiet",
  "access",
  "delegate",
  "call",
  "call.name",
  "call.receiver",
  "call.arguments",
  "call.argument",
  "call.type",
  "call.new",
  "import",
  "comment",
  "docstring",
  "type",
  "typed",
  "block",
  "closure",
  "attached",
  "unnamed",
  "local",
  "variable",
  "parameter",
  "type_parameter",
  "own",
  "variable.name",
  "variable.type",
  "variable.value",
  "variable.items",
  "variable.pairs",
  "variable.default",
  "variable.rest",
  ...SYMBOL_KINDS.map((kind) => `definition.${kind}`),
  ...SYMBOL_KINDS.map((kind) => `declaring.${kind}`),
  ...REFERENCE_KINDS.map((kind) => `reference.${kind}`),
]);

/** Captures that a pattern must have besides the one for its kind, and those it may have. */
const COMPANIONS: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly allows: readonly string[] }>
> = {
  definition: { needs: ["name"], allows: ["body", "scope"] },
  call: {
    needs: ["call.name"],
    allows: ["call.receiver", "call.arguments", "call.argument", "call.type", "call.new"],
  },
  typed: { needs: ["name", "type"], allows: [] },
  variable: {
    needs: ["variable.name"],
    allows: ["variable.type", "variable.value", "variable.items", "variable.pairs"],
  },
  type_parameter: { needs: ["variable.name"], allows: ["variable.type"] },
  own: { needs: ["variable.name"], allows: [] },
  parameter: { needs: [], allows: ["variable.name", "variable.type", "variable.default", "variable.rest"] },
};

const withGrammar = LANGUAGES.flatMap(({ id, grammar }): [string, GrammarSupport][] =>
  grammar ? [[id, grammar]] : [],
);

describe.each(withGrammar)("%s", (_id, support) => {
  const patterns = parseQuery(querySource(support));

  test("its query fits its grammar, by the parser's runtime as well", async () => {
    const { language, query } = await loadGrammar(support);
    query("full");
    const theirs = new Query(language, querySource(support));
    expect(theirs.patternCount()).toBe(patterns.length);
    theirs.delete();
  });

  test("its query captures nothing that no one reads", () => {
    // Names that start with `_` are only for predicates of their own pattern.
    expect(
      patterns
        .flatMap(({ captures }) => captures)
        .filter((name) => !name.startsWith("_") && !CAPTURES.has(name)),
    ).toEqual([]);
  });

  test("each pattern says one thing, completely", () => {
    expect(patterns.flatMap(faultsOf)).toEqual([]);
  });

  test("no pattern is there twice", () => {
    const texts = patterns.map(({ text }) => text);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  test("the node types that it names exist", async () => {
    const { language } = await loadGrammar(support);
    const named = [...(support.wrappers ?? []), ...(support.chunkNodes ?? [])];
    expect(named.filter((type) => language.idForNodeType(type, true) === null)).toEqual([]);
  });
});

test("every query is used", () => {
  const used = new Set(withGrammar.flatMap(([, { queries }]) => queries.map((name) => `${name}.scm`)));
  const files = readdirSync(LANGUAGES_FOLDER, { recursive: true, encoding: "utf8" });
  const queries = files.filter((file) => file.endsWith(".scm")).map((file) => file.replaceAll("\\", "/"));
  expect(queries.filter((file) => !used.has(file))).toEqual([]);
  expect(used.size).toBe(queries.length);
});

function faultsOf({ text, captures: all }: QueryPattern): string[] {
  const captures = all.filter((name) => !name.startsWith("_"));
  const isCompanion = (name: string): boolean =>
    Object.values(COMPANIONS).some(({ needs, allows }) => needs.includes(name) || allows.includes(name));
  const tellers = captures.filter((name) => !isCompanion(name));
  const topics = new Set(tellers.map((name) => name.split(".", 1)[0] ?? ""));
  if (topics.size !== 1) return [`says ${topics.size} things: ${text}`];
  const { needs, allows } = COMPANIONS[[...topics][0] ?? ""] ?? { needs: [], allows: [] };
  const missing = needs.filter((name) => !captures.includes(name));
  const surplus = captures.filter(
    (name) => isCompanion(name) && !needs.includes(name) && !allows.includes(name),
  );
  return [
    ...missing.map((name) => `lacks @${name}: ${text}`),
    ...surplus.map((name) => `does not need @${name}: ${text}`),
  ];
}
