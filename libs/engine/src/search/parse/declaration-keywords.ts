/** Keywords of declarations, and what people call declarations, with the kinds of symbols they mean. Pure. */
import type { SymbolKind } from "@satori/contracts";

/** Kinds of symbols that a keyword means. */
export interface KeywordKinds {
  /** Kinds that the keyword names. */
  readonly exact: ReadonlySet<SymbolKind>;
  /** Kinds that it may stand for in another language, `exact` included. */
  readonly alike: ReadonlySet<SymbolKind>;
}

/** Kinds that hold a value; such symbols are often named after it. */
export const VALUE_KINDS: readonly SymbolKind[] = [
  "variable",
  "constant",
  "field",
  "property",
  "enum_member",
];
const TYPES: readonly SymbolKind[] = [
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "protocol",
  "type",
  "object",
];
const FUNCTIONS: readonly SymbolKind[] = ["function", "method", "constructor", "macro"];
const MODULES: readonly SymbolKind[] = ["module", "namespace", "class", "object"];

const TABLE: readonly (readonly [
  words: string,
  exact: readonly SymbolKind[],
  alike: readonly SymbolKind[],
])[] = [
  ["class dataclass actor", ["class"], TYPES],
  ["record", ["class", "struct"], TYPES],
  ["struct union", ["struct"], TYPES],
  ["object", ["object"], TYPES],
  ["interface typeclass", ["interface"], TYPES],
  ["protocol", ["protocol", "interface"], TYPES],
  ["trait mixin", ["trait"], TYPES],
  ["enum enumeration", ["enum"], TYPES],
  ["type typedef typealias newtype alias", ["type"], TYPES],
  ["function func fn def fun defn defp subroutine procedure", ["function", "method"], FUNCTIONS],
  ["method", ["method"], FUNCTIONS],
  ["constructor", ["constructor"], FUNCTIONS],
  ["macro", ["macro"], FUNCTIONS],
  ["module namespace package defmodule mod", ["module", "namespace"], MODULES],
  ["constant const let var val", ["constant", "variable"], [...VALUE_KINDS, ...FUNCTIONS]],
  ["variable field property attribute", ["variable", "field", "property", "constant"], VALUE_KINDS],
  ["impl extension", ["impl", "extension"], TYPES],
];

const KEYWORDS: ReadonlyMap<string, KeywordKinds> = new Map(
  TABLE.flatMap(([words, exact, alike]) => {
    const kinds = { exact: new Set(exact), alike: new Set([...exact, ...alike]) };
    return words.split(" ").map((word) => [word, kinds] as const);
  }),
);

/**
 * Keywords that code writes before a name, and prose rarely before a word in lower case: `def parse`, but not
 * `function name`.
 */
const OF_CODE: ReadonlySet<string> = new Set(
  "class struct enum trait interface protocol typedef func fn def fun defn defp defmodule mod impl".split(
    " ",
  ),
);

/** Kinds of a keyword, in any case; null if the word is none. */
export function keywordKinds(word: string): KeywordKinds | null {
  return KEYWORDS.get(word.toLowerCase()) ?? null;
}

/** Whether a word in lower case after this keyword is a name. */
export function comesBeforeNames(word: string): boolean {
  return OF_CODE.has(word);
}

/** The kinds of several keywords of one declaration (`type Entry struct`); null if there are none. */
export function kindsOf(words: readonly string[]): KeywordKinds | null {
  const kinds = words.map(keywordKinds).filter((found) => found !== null);
  return kinds.length === 0
    ? null
    : {
        exact: new Set(kinds.flatMap(({ exact }) => [...exact])),
        alike: new Set(kinds.flatMap(({ alike }) => [...alike])),
      };
}
