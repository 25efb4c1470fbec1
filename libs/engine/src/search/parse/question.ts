/** What ranking needs to know of a question. Pure. */
import { tokenizeQuery, wordTokens, wordsOf } from "../../lexical/tokens.ts";
import { MAX_LEXICAL_CHARS } from "../../model/indexed-file.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import { CAPITALISED_EXACT, SPOKEN_EXACT } from "../rank/ranking.ts";
import type { Correction } from "./typos.ts";
import { type Wording, wordingOf } from "./phrase-match.ts";

export interface Identifier {
  readonly name: string;
  /**
   * How sure it is that an identifier is meant: 1, or less for a word that is merely spoken of as one, or
   * capitalised.
   */
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
  readonly mentionedPaths: readonly Mention[];
  /** What code may say in the same words. */
  readonly wording: Wording;
  /** Identifiers that it misspells; absent where none was looked for or found. */
  readonly corrections?: readonly Correction[];
}

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
 * Words with an inner capital or an underscore, those that are written or spoken of as names are, and, less
 * surely, capitalised ones. Of a one-word question every word counts: `Store.open`, `std::move` and `a->b`
 * name what stands last, and what stands before as well.
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
/** A word in backticks, or with a bracket right behind it: `parse`, parse(). */
const WRITTEN_NAME = new RegExp(String.raw`\x60${NAME}\x60|(?<![\p{L}\p{N}_])${NAME}\(`, "gu");
/** Words that stand where a name would, and are none. */
const NO_NAME = String.raw`(?!(?:it|this|that|these|those|them|the|an?|same|other|following|first|last|next|only|whole|new|above|below|constructor|everything|anything|nothing)(?![\p{L}\p{N}_]))`;
/**
 * What is said of functions and of other names, and hardly of anything else: where is parse called, callers
 * of parse, the parse function.
 */
const SPOKEN_NAMES = [
  String.raw`\b(?:where|when|how often|by whom) (?:is|are|does|do|gets?) ${NO_NAME}${NAME} (?:get )?(?:called|invoked|defined|declared)\b`,
  String.raw`\b(?:callers? of|calls? to|(?:who|what) calls|definitions? of) (?:the )?${NO_NAME}${NAME}(?:\s*\?)?$`,
  String.raw`\bthe ${NO_NAME}${NAME} (?:function|method|macro)\b`,
].map((pattern) => new RegExp(pattern, "gimu"));

/** Whether a word has an inner capital or an underscore, as names have and words of a sentence have not. */
export function isCompound(word: string): boolean {
  return /\p{Ll}\p{Lu}|_/u.test(word);
}

/**
 * Words of the question of which the index knows no token, and identifiers that it does not have as they are,
 * as written and in its order.
 *
 * @param shown texts that are shown for it: where one is longer than what is indexed of a chunk, it may have
 * words that the index does not know
 */
export function unknownWords(
  text: string,
  frequencies: ReadonlyMap<string, number>,
  shown: readonly string[] = [],
): string[] {
  const unknown = wordsOf(text).filter((word) => {
    // A word of which no token was looked up is a stop word.
    const counts = wordTokens(word).map((token) => frequencies.get(token));
    // Of a compound the last token is all of it: parts that are known say nothing of a name that is not
    // there.
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
