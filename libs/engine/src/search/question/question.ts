/** What ranking needs to know of a question. Pure. */
import { tokenizeQuery, wordTokens, wordsOf } from "../../lexical/tokens.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import { hasValues, phrasesOf, sentenceOf } from "./phrases.ts";
import { CAPITALISED_EXACT } from "../ranking/ranking.ts";
import type { Correction } from "./typos.ts";
import type { Wording } from "./wording.ts";

export interface Identifier {
  readonly name: string;
  /** How sure it is that an identifier is meant: 1, or less for a word that is merely capitalised. */
  readonly certainty: number;
}

export interface Question {
  /** In words: places in files stand as the names that they are made of. */
  readonly text: string;
  /** Tokens for the lexical index, repeats included. */
  readonly tokens: readonly string[];
  readonly distinctTokens: readonly string[];
  /** Words that look like identifiers, in the question's order. */
  readonly identifiers: readonly Identifier[];
  readonly isOneWord: boolean;
  /** Places in files that it names, the most telling first. */
  readonly places: readonly Mention[];
  /** What code may say in the same words. */
  readonly wording: Wording;
  /** Identifiers that it misspells; absent where none was looked for or found. */
  readonly corrections?: readonly Correction[];
}

export function understand(asked: string): Question {
  const { places, rest } = mentionsOf(asked);
  const trimmed = rest.trim() === "" ? asked.trim() : rest.trim();
  const isOneWord = trimmed !== "" && !/\s/.test(trimmed);
  const tokens = tokenizeQuery(trimmed);
  return { text: trimmed, tokens, distinctTokens: [...new Set(tokens)], identifiers: identifiersOf(trimmed, isOneWord), isOneWord, places, wording: { phrases: phrasesOf(asked), sentence: sentenceOf(trimmed), isMessage: hasValues(trimmed) } };
}

/**
 * Words with an inner capital or an underscore, and, less surely, capitalised ones. Of a one-word question every word
 * counts: `Store.open`, `std::move` and `a->b` name what stands last, and what stands before as well.
 */
function identifiersOf(text: string, isOneWord: boolean): Identifier[] {
  const found = new Map<string, number>();
  for (const word of wordsOf(text)) {
    const certainty = isCompound(word) || isOneWord ? 1 : /^\p{Lu}/u.test(word) ? CAPITALISED_EXACT : 0;
    if (certainty > 0) found.set(word, Math.max(certainty, found.get(word) ?? 0));
  }
  return [...found].map(([name, certainty]) => ({ name, certainty }));
}

function isCompound(word: string): boolean {
  return /\p{Ll}\p{Lu}|_/u.test(word);
}

/** Words of the question of which the index knows no token, and identifiers that it does not have as they are, as written and in its order. */
export function unknownWords(text: string, frequencies: ReadonlyMap<string, number>): string[] {
  const unknown = wordsOf(text).filter((word) => {
    // A word of which no token was looked up is a stop word.
    const counts = wordTokens(word).map((token) => frequencies.get(token));
    // Of a compound the last token is all of it: parts that are known say nothing of a name that is not there.
    return counts.length > 0 && (counts.every((count) => count === 0) || (isCompound(word) && counts.at(-1) === 0));
  });
  return [...new Set(unknown)];
}
