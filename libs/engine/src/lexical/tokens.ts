/**
 * Turns text into the tokens of the lexical index. Indexing and search share it, so that both split text
 * alike.
 *
 * An identifier is split at underscores and capitals (`parseHTTPBody2` → pars, http, bodi, 2), and each part
 * is stemmed; the s of a plural stays with its capitals (`listURLs` → list, url). A compound is also kept
 * whole, in lower case and unstemmed, so that an exact identifier outweighs its parts. Letters of other
 * scripts count as words; Chinese, Japanese and Korean runs give overlapping pairs.
 */
import { stemmer } from "stemmer";

const ASCII_WORD = /[A-Za-z_][A-Za-z0-9_]*/g;
const ASCII_PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const ANY_WORD = /[\p{L}_][\p{L}\p{N}\p{M}_]*/gu;
const ANY_PART =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?=\p{Lu}\p{Ll})|[\p{Lu}\p{Lt}]?(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])[\p{Ll}\p{Lo}\p{Lm}\p{M}])+|[\p{Lu}\p{Lt}]+|\p{N}+/gu;
/** Letters of scripts without spaces between words, including marks used with them (`ー`). */
const UNSPACED_SCRIPT = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
const NOT_ASCII = /[^\0-\x7f]/;

/** Longer identifiers are hashes or data. */
export const MAX_WORD_CHARS = 100;
/** Most distinct words cached with their tokens; beyond that, the cache is cleared. */
const MAX_CACHED_WORDS = 200_000;

/** A function that caches its results by word. */
function remembered<Result>(compute: (word: string) => Result): (word: string) => Result {
  const known = new Map<string, Result>();
  return (word) => {
    let result = known.get(word);
    if (result === undefined) {
      if (known.size >= MAX_CACHED_WORDS) known.clear();
      const own = detached(word);
      known.set(own, (result = compute(own)));
    }
    return result;
  };
}

/** A copy of the word, because a substring keeps the whole text in memory. */
function detached(word: string): string {
  return Buffer.from(word, "utf16le").toString("utf16le");
}

/** Tokens of a text, in its order. */
export function tokenize(text: string): string[] {
  return wordsOf(text).flatMap(wordTokens);
}

/** Identifier-like words of a text, as written. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFC").match(NOT_ASCII.test(text) ? ANY_WORD : ASCII_WORD) ?? [];
}

/** `splitWord`, cached. */
export const wordTokens: (word: string) => readonly string[] = remembered(splitWord);

/** Porter stem of a word part, in lower case. */
export function stem(part: string): string {
  return stemmer(part.toLowerCase());
}

/** There are many words but few parts: caching the stem of a part saves most of the work. */
const rememberedStem = remembered(stem);

/** Tokens of one word: its stemmed parts, then the whole word if it is a compound. */
export function splitWord(word: string): readonly string[] {
  if (word.length > MAX_WORD_CHARS) return [];
  const isAscii = !NOT_ASCII.test(word);
  const parts: string[] = [];
  for (const piece of word.split("_")) {
    for (const part of piece.match(isAscii ? ASCII_PART : ANY_PART) ?? []) {
      if (!isAscii && UNSPACED_SCRIPT.test(part)) parts.push(...pairs(part));
      else parts.push(rememberedStem(part));
    }
  }
  return parts.length < 2 || (!isAscii && UNSPACED_SCRIPT.test(word))
    ? parts
    : [...parts, word.toLowerCase()];
}

/** Overlapping pairs: `検索索引` → 検索, 索索, 索引. */
function pairs(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Words that say nothing about the code that a question is after. */
const STOP_WORDS = new Set(
  (
    "a an and are as at be by do does for from has have how if in is it not of on or the to was what " +
    "when where which who why with into its their that this via using use used"
  ).split(" "),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

/**
 * Tokens of a question: those of its text without stop words, unless the question is one word or consists of
 * stop words only.
 */
export function tokenizeQuery(query: string): string[] {
  if (!/\s/.test(query.trim())) return tokenize(query);
  const tokens = wordsOf(query)
    .filter((word) => !isStopWord(word))
    .flatMap(wordTokens);
  return tokens.length > 0 ? tokens : tokenize(query);
}

/** Whether a word has an inner capital or an underscore, as names do and words of a sentence do not. */
export function isCompound(word: string): boolean {
  return /\p{Ll}\p{Lu}|_/u.test(word);
}
