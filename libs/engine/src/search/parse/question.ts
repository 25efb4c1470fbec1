/** The parsed form of a question, with everything that ranking needs from it. Pure. */
import { isCompound, tokenizeQuery, wordTokens, wordsOf } from "../../lexical/tokens.ts";
import { MAX_LEXICAL_CHARS } from "../../model/indexed-file.ts";
import { isAskingWord } from "./asking-words.ts";
import type { DefinitionQuery } from "./definition-query.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import { CAPITALISED_EXACT, SPOKEN_EXACT } from "../rank/ranking.ts";
import { type Wording, wordingOf } from "./phrase-match.ts";

export interface Correction {
  /** As the question spells it. */
  readonly term: string;
  /** Names in the index, closest first, then by name. */
  readonly meant: readonly string[];
}

export interface Identifier {
  readonly name: string;
  /**
   * Certainty that an identifier is meant: 1, or less for a word that is merely described or capitalized like
   * one.
   */
  readonly certainty: number;
}

/** The definition that a question looks up, and where it may be. */
export interface Definition extends DefinitionQuery {
  /** Files that have it, with how well their best symbol fits: above 0, at most 1. */
  readonly files: ReadonlyMap<number, number>;
}

/** Words of a question with the tokens of the index that may stand for them. */
export interface Expansion {
  readonly words: string;
  readonly tokens: readonly string[];
}

/** The free text of a query in parsed form. */
export interface Question {
  /** The question in words: file locations are replaced by the names that they contain. */
  readonly text: string;
  /** Tokens for the lexical index, with repeats. */
  readonly tokens: readonly string[];
  readonly distinctTokens: readonly string[];
  /** Words that look like identifiers, in the question's order. */
  readonly identifiers: readonly Identifier[];
  readonly isOneWord: boolean;
  /** The definition that the question looks up; absent if it asks for something else. */
  readonly definition?: Definition;
  /** File locations that the question mentions, most relevant first. */
  readonly mentionedPaths: readonly Mention[];
  /** Phrases that code may contain word for word. */
  readonly wording: Wording;
  /** What code may say instead of the question's words; absent if nothing was added. */
  readonly expansions?: readonly Expansion[];
  /** Misspelled identifiers; absent if there are none, or if they were not looked for. */
  readonly corrections?: readonly Correction[];
}

/** Parses the free text of a query. Never throws. */
export function parseQuestion(asked: string): Question {
  const { places: mentionedPaths, rest } = mentionsOf(asked);
  const trimmed = rest.trim() === "" ? asked.trim() : rest.trim();
  const isOneWord = trimmed !== "" && !/\s/.test(trimmed);
  const tokens = tokenizeQuery(trimmed);
  return {
    text: trimmed,
    tokens,
    distinctTokens: [...new Set(tokens)],
    identifiers: identifiersOf(trimmed, isOneWord),
    isOneWord,
    mentionedPaths,
    wording: wordingOf(asked, trimmed),
  };
}

/**
 * Words with an inner capital or an underscore, words that are written or described as names, and, with less
 * certainty, capitalized words. In a one-word question every word counts: `Store.open`, `std::move` and
 * `a->b` name both their last part and the parts before it.
 */
function identifiersOf(text: string, isOneWord: boolean): Identifier[] {
  const found = new Map<string, number>();
  const written = new Set([...text.matchAll(WRITTEN_NAME)].map(([, quoted, called]) => quoted ?? called));
  const spoken = new Set(
    SPOKEN_NAMES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name)),
  );
  for (const word of wordsOf(text)) {
    const isSpelled = isCompound(word) || isOneWord || written.has(word);
    const certainty = isSpelled
      ? 1
      : spoken.has(word)
        ? SPOKEN_EXACT
        : /^\p{Lu}/u.test(word)
          ? CAPITALISED_EXACT
          : 0;
    if (certainty > 0) found.set(word, Math.max(certainty, found.get(word) ?? 0));
  }
  return [...found].map(([name, certainty]) => ({ name, certainty }));
}

const NAME = String.raw`([\p{L}_][\p{L}\p{N}_]*)`;
/** A word in backticks, or directly followed by a parenthesis: `parse`, parse(). */
const WRITTEN_NAME = new RegExp(String.raw`\x60${NAME}\x60|(?<![\p{L}\p{N}_])${NAME}\(`, "gu");
/** Words that occur where a name would but are not names. */
const NO_NAME = String.raw`(?!(?:it|this|that|these|those|them|the|an?|same|other|following|first|last|next|only|whole|new|above|below|constructor|everything|anything|nothing)(?![\p{L}\p{N}_]))`;
/**
 * Phrases that people use for functions and other names, and rarely for anything else: where is parse called,
 * callers of parse, the parse function.
 */
const SPOKEN_NAMES = [
  String.raw`\b(?:where|when|how often|by whom) (?:is|are|does|do|gets?) ${NO_NAME}${NAME} (?:get )?(?:called|invoked|defined|declared)\b`,
  String.raw`\b(?:callers? of|calls? to|(?:who|what) calls|definitions? of) (?:the )?${NO_NAME}${NAME}(?:\s*\?)?$`,
  String.raw`\bthe ${NO_NAME}${NAME} (?:function|method|macro)\b`,
].map((pattern) => new RegExp(pattern, "gimu"));

/**
 * Words of the question that the index has no token for, and compound identifiers that it does not have as a
 * whole. As written, in the question's order. Words of asking do not count, unless they are all of it.
 *
 * @param shown the texts shown as results. If one is longer than the indexed part of a chunk, it may contain
 * words that the index does not know.
 */
export function unknownWords(
  text: string,
  frequencies: ReadonlyMap<string, number>,
  shown: readonly string[] = [],
): string[] {
  const words = wordsOf(text);
  const areAllAsking = words.every(isAskingWord);
  const unknown = words.filter((word) => {
    if (isAskingWord(word) && !areAllAsking) return false;
    // A word without any looked-up token is a stop word.
    const counts = wordTokens(word).map((token) => frequencies.get(token));
    // The last token of a compound is the whole of it. Known parts do not mean that the whole name exists.
    return (
      counts.length > 0 && (counts.every((count) => count === 0) || (isCompound(word) && counts.at(-1) === 0))
    );
  });
  const cut = unknown.length === 0 ? [] : shown.filter(({ length }) => length > MAX_LEXICAL_CHARS);
  return [...new Set(unknown)].filter(
    (word) =>
      !cut.some((long) =>
        new RegExp(String.raw`(?<![\p{L}\p{N}_])${word}(?![\p{L}\p{N}_])`, "iu").test(long),
      ),
  );
}
