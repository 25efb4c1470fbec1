/** Recognizes look-ups of a definition: `class Gson`, `where is parse defined`, `Store.open`. Pure. */
import { detectLanguage } from "@satori/sidecar";
import { isCompound } from "../../lexical/tokens.ts";
import { ASKING_WORDS, DEFINING_WORDS, wordSet } from "./asking-words.ts";
import { comesBeforeNames, type KeywordKinds, keywordKinds, kindsOf } from "./declaration-keywords.ts";

/** A question that asks for one definition, if the index has it. */
export interface DefinitionQuery {
  readonly name: string;
  /** The parts before the name (`std::vec::Vec`: std, vec), outermost first; empty for a plain name. */
  readonly qualifier: readonly string[];
  /** Kinds that the question's keywords mean; null if it has none. */
  readonly kinds: KeywordKinds | null;
  /** Whether only a symbol of such a kind is meant: the name may be a word of prose. */
  readonly isStrict: boolean;
  /** The name with its qualifier, and the words that say what it is, in no order. */
  readonly words: readonly string[];
}

/** Modifiers before a declaration, which say nothing about its kind. */
const MODIFIERS = wordSet(
  "export default public private protected internal static final abstract sealed async pub unsafe extern " +
    "inline override open virtual partial readonly data case suspend mut",
);

const PART = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*`;
const QUALIFIED = new RegExp(String.raw`^${PART}(?:(?:\.|::|#|->|\\)${PART})*[?!]?$`, "u");
const SEPARATOR = /\.|::|#|->|\\/;
/** Signs around a name in a sentence, and signs that some languages write before a name. */
const BEFORE = /^[`'"“”‘’([{<@\\:#]+/u;
const AFTER = /[`'"“”‘’(){}\]>,;:.]$/u;
/** Arguments of a call or of a type. */
const ARGUMENTS = /[(<].*$/su;
const MARK = /[?!]+$/u;
const CONTRACTION = /['’](?:s|re)$/u;
/** No look-up of one definition is longer. */
const MAX_WORDS = 12;
const MAX_CHARS = 300;

type Role = "name" | "keyword" | "modifier" | "defining" | "asking" | "other";

interface Classified {
  readonly word: string;
  readonly role: Role;
}

/** The definition that a question looks up; null if it asks for something else. */
export function definitionQueryOf(text: string): DefinitionQuery | null {
  if (text.length > MAX_CHARS) return null;
  const written = text
    .normalize("NFC")
    .split(/\s+/u)
    .map(bare)
    .filter((word) => word !== "");
  if (written.length === 0 || written.length > MAX_WORDS) return null;
  const [only] = written;
  if (written.length === 1) return isFileName(only as string) ? null : lookup(only as string, [], []);
  const words = written.map(classified);
  // "class Object": a keyword of another notation is a name where there is no other.
  const isAllKeywords = words.every(({ role }) => role !== "name" && role !== "other");
  const title = words.findLastIndex(({ word, role }) => role === "keyword" && isTitle(word));
  if (isAllKeywords && title > 0) words[title] = { word: (words[title] as Classified).word, role: "name" };
  const names = words.filter(({ role }) => role === "name");
  return names.length === 0 ? lookupOfWord(words) : names.length === 1 ? lookupOfName(words) : null;
}

/**
 * A name in the notation of names, with keywords and words of asking around it. One more word may say what
 * the name is: "class User model".
 */
function lookupOfName(words: readonly Classified[]): DefinitionQuery | null {
  const at = words.findIndex(({ role }) => role === "name");
  const { word: name } = words[at] as Classified;
  const others = wordsOfRole(words, "other");
  const keywords = wordsOfRole(words, "keyword");
  if (isFileName(name)) return null;
  if (others.length === 0) return lookup(name, keywords, []);
  const isDeclared = words[at - 1]?.role === "keyword" && words[at + 1]?.role === "other";
  return isDeclared && others.length === 1 ? lookup(name, keywords, others) : null;
}

/** A word in lower case, where nothing else can be meant: `def parse`, "where is parse defined". */
function lookupOfWord(words: readonly Classified[]): DefinitionQuery | null {
  const [name, more] = wordsOfRole(words, "other");
  if (name === undefined || more !== undefined || isFileName(name)) return null;
  const at = words.findIndex(({ role }) => role === "other");
  const keywords = wordsOfRole(words, "keyword");
  const before = words[at - 1];
  const isDeclared =
    at === words.length - 1 &&
    before?.role === "keyword" &&
    comesBeforeNames(before.word) &&
    words.every(({ role }) => role === "keyword" || role === "modifier" || role === "other");
  const sentence = words.map(({ word }) => word.replace(MARK, "").toLowerCase()).join(" ");
  return isDeclared || ASKS_FOR_DEFINITION.test(sentence) ? lookup(name, keywords, [], isDeclared) : null;
}

const ASKS_FOR_DEFINITION =
  /^where (?:is|are|was) .*\b(?:defined|declared)$|\b(?:definitions?|declarations?) of (?:the )?(?:\S+ )?\S+$/u;

function wordsOfRole(words: readonly Classified[], wanted: Role): string[] {
  return words.filter(({ role }) => role === wanted).map(({ word }) => word);
}

function classified(written: string, at: number): Classified {
  const word = written.replace(MARK, "");
  const lower = word.toLowerCase();
  // A capital begins a sentence, or a name that is also a keyword.
  const isPlain = word === lower || at === 0 || lower === "i";
  const role =
    keywordKinds(word) !== null && (isPlain || word === word.toUpperCase() || isTitle(word))
      ? "keyword"
      : !isPlain
        ? isNameLike(word)
          ? "name"
          : "other"
        : MODIFIERS.has(lower)
          ? "modifier"
          : DEFINING_WORDS.has(lower)
            ? "defining"
            : ASKING_WORDS.has(lower)
              ? "asking"
              : isNameLike(word)
                ? "name"
                : "other";
  // Ruby's `valid?` keeps its mark, a question's last word does not need it.
  return { word: role === "name" || role === "other" ? written : word, role };
}

function isTitle(word: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(word);
}

function isNameLike(word: string): boolean {
  return QUALIFIED.test(word) && (isCompound(word) || SEPARATOR.test(word) || /^[_$]?\p{Lu}/u.test(word));
}

/** A word without the signs around it and without arguments. */
function bare(word: string): string {
  let name = word.replace(BEFORE, "").replace(CONTRACTION, "").replace(ARGUMENTS, "");
  while (AFTER.test(name)) name = name.slice(0, -1);
  return name.replace(/([?!])[?!]+$/u, "$1");
}

function isFileName(word: string): boolean {
  return /^[^:#\\]*\.\w{2,}$/u.test(word) && detectLanguage(word, "") !== null;
}

function lookup(
  name: string,
  keywords: readonly string[],
  others: readonly string[],
  isStrict = false,
): DefinitionQuery | null {
  if (!QUALIFIED.test(name)) return null;
  const parts = name.split(SEPARATOR);
  return {
    name: parts.at(-1) as string,
    qualifier: parts.slice(0, -1),
    kinds: kindsOf(keywords),
    isStrict,
    words: [name, ...others],
  };
}
