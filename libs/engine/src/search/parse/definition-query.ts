/** Recognizes look-ups of a definition: `class Gson`, `where is parse defined`, `Store.open`. Pure. */
import type { SymbolKind } from "@satori/contracts";
import { isCompound } from "../../lexical/tokens.ts";
import { ASKING_WORDS, DEFINING_WORDS, wordSet } from "./asking-words.ts";

/** A question that asks for one definition. */
export interface DefinitionQuery {
  readonly name: string;
  /** The parts before the name (`std::vec::Vec`: std, vec), outermost first; empty for a plain name. */
  readonly qualifier: readonly string[];
  /**
   * Kinds that the question's keyword may stand for; null if it has none. Of these, `exact` has the kinds
   * that the keyword names.
   */
  readonly kinds: { readonly exact: ReadonlySet<string>; readonly all: ReadonlySet<SymbolKind> } | null;
  /** The name, its qualifier and all words that are not about asking, in the question's order. */
  readonly words: readonly string[];
}

const TYPES: readonly SymbolKind[] = ["class", "interface", "struct", "enum", "trait", "type", "object"];
const FUNCTIONS: readonly SymbolKind[] = ["function", "method", "constructor", "macro"];
const VALUES: readonly SymbolKind[] = ["variable", "constant", "field", "property"];

/** Keywords of declarations, and what people call declarations, by the kinds that they may stand for. */
const KEYWORDS: ReadonlyMap<string, ReadonlySet<SymbolKind>> = new Map(
  (
    [
      ["class struct object record dataclass actor", TYPES],
      ["interface protocol trait mixin typeclass", TYPES],
      ["enum enumeration union", ["enum", "type", "class", "struct"]],
      ["type typedef typealias newtype alias", TYPES],
      ["function func fn def fun defn defp sub proc procedure method subroutine macro", FUNCTIONS],
      ["constructor", ["constructor", "method", "function"]],
      ["module namespace package defmodule", ["module", "namespace", "class", "object"]],
      ["constant const", ["constant", "variable", "field", "property"]],
      ["variable var let val field property attribute", VALUES],
      ["impl extension", ["impl", "extension", ...TYPES]],
    ] as const
  ).flatMap(([words, kinds]) => words.split(" ").map((word) => [word, new Set<SymbolKind>(kinds)] as const)),
);

/** Keywords whose kind of symbol has another name. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...["func", "fn", "def", "fun", "defn", "defp", "sub", "proc", "procedure", "subroutine"].map(
    (word) => [word, "function"] as const,
  ),
  ["typedef", "type"],
  ["typealias", "type"],
  ["newtype", "type"],
  ["alias", "type"],
  ["enumeration", "enum"],
  ["record", "struct"],
  ["dataclass", "class"],
  ["actor", "class"],
  ["mixin", "trait"],
  ["typeclass", "interface"],
  ["const", "constant"],
]);

/** Keywords before a declaration that say nothing about its kind. */
const MODIFIERS = wordSet(
  "export default public private protected internal static final abstract sealed async pub unsafe extern " +
    "inline override open virtual partial readonly data case",
);

const PART = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*[?!]?`;
const QUALIFIED = new RegExp(String.raw`^${PART}(?:(?:\.|::|#|->|\\)${PART})*$`, "u");
const SEPARATOR = /\.|::|#|->|\\/;
/** What surrounds a name in a sentence, and the parentheses of a call. */
const BEFORE = /^[`'"“”‘’([{<]+/u;
const AFTER = /[`'"“”‘’([{<>}\])`,;:.?!]$/u;
/** No look-up of one definition is longer. */
const MAX_WORDS = 12;
const MAX_CHARS = 300;

/** The definition that a question looks up; null if it asks for something else. */
export function definitionQueryOf(text: string): DefinitionQuery | null {
  if (text.length > MAX_CHARS) return null;
  const written = text
    .split(/\s+/u)
    .map(bare)
    .filter((word) => word !== "");
  if (written.length === 0 || written.length > MAX_WORDS) return null;
  const words = written.map((word, at) => classified(word, at, written.length));
  const names = words.filter(({ role }) => role === "name");
  const others = words.filter(({ role }) => role === "other");
  const isDefining = words.some(({ role }) => role === "defining");
  const isAsking = words.some(({ role }) => role === "asking");
  const keywords = words.filter(({ kinds }) => kinds !== null);
  const kinds = keywords[0]?.kinds
    ? {
        exact: new Set(keywords.map(({ word }) => SYNONYMS.get(word.toLowerCase()) ?? word.toLowerCase())),
        all: keywords[0].kinds,
      }
    : null;
  const [name, second] = names;
  if (second) return null;
  if (name) {
    const at = words.indexOf(name);
    const isBeside = [words[at - 1], words[at + 1]].some((word) => word && word.kinds !== null);
    const isLookup =
      others.length === 0 ? kinds !== null || isDefining || isAsking || words.length === 1 : isBeside;
    return isLookup && others.length <= MAX_OTHER_WORDS
      ? lookup(name.word, kinds, [...names, ...others])
      : null;
  }
  // A word in lower case is a name only where nothing else can be: `def consume`, "where is parse defined".
  const [only] = others;
  if (!only || others.length > 1 || !QUALIFIED.test(only.word)) return null;
  return kinds !== null || isDefining || words.length === 1 ? lookup(only.word, kinds, others) : null;
}

function bare(word: string): string {
  let name = word.replace(BEFORE, "");
  while (AFTER.test(name)) name = name.slice(0, -1);
  return name;
}

/** "class User model": one more word may say what the name is. */
const MAX_OTHER_WORDS = 1;

interface Classified {
  readonly word: string;
  readonly role: "name" | "keyword" | "defining" | "asking" | "other";
  /** For keywords. */
  readonly kinds: ReadonlySet<SymbolKind> | null;
}

function classified(word: string, at: number, count: number): Classified {
  const lower = word.toLowerCase();
  const isPlain = word === lower || at === 0;
  const kinds = isPlain && count > 1 ? (KEYWORDS.get(lower) ?? null) : null;
  const role =
    count === 1
      ? QUALIFIED.test(word)
        ? "name"
        : "other"
      : kinds !== null || (isPlain && MODIFIERS.has(lower))
        ? "keyword"
        : isPlain && DEFINING_WORDS.has(lower)
          ? "defining"
          : isPlain && ASKING_WORDS.has(lower)
            ? "asking"
            : isNameLike(word)
              ? "name"
              : "other";
  return { word, role, kinds };
}

function isNameLike(word: string): boolean {
  return QUALIFIED.test(word) && (isCompound(word) || SEPARATOR.test(word) || /^[_$@]?\p{Lu}/u.test(word));
}

function lookup(
  name: string,
  kinds: DefinitionQuery["kinds"],
  words: readonly Classified[],
): DefinitionQuery {
  const parts = name.split(SEPARATOR);
  return {
    name: parts.at(-1) as string,
    qualifier: parts.slice(0, -1),
    kinds,
    words: words.map(({ word }) => word),
  };
}
