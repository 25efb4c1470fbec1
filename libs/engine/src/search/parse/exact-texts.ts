/**
 * Finds texts of a question that the index of words cannot look up, because they have no word: operators,
 * emojis, numbers. They are looked up in the stored text instead. Pure.
 */
import { tokenize } from "../../lexical/tokens.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";

/** Texts in quotation marks or backticks. */
const QUOTED = /"([^"\n]{1,300})"|`([^`\n]{1,300})`|“([^”\n]{1,300})”|(?<![\p{L}\p{N}])'([^'\n]{1,300})'/gu;
/** Symbols outside ASCII, with what joins them to one picture: →, ✓, €, 👩‍🚀. */
const SYMBOLS =
  /(?:(?![\0-\x7f])\p{S}|\p{Extended_Pictographic})(?:(?![\0-\x7f])\p{S}|\p{Extended_Pictographic}|[\u200d\ufe0f])*/gu;
/** Operators between blanks. One sign, or one sign repeated, is punctuation; so are arrows. */
const OPERATORS = /(?<!\S)(?![-=~]+>(?!\S))(?!(.)\1*(?!\S))[-=<>!?&|+*/%^~:.@#$]{2,8}(?!\S)/gu;
/** Most signs of a question that are looked up. */
const MAX_SIGNS = 4;
/** Most pieces of a question without words. */
const MAX_PIECES = 8;

/**
 * The query with texts that results must contain instead of a question without any word: `"??="`, `🚀`,
 * `3.14`. The same query if its question has a word, or is empty.
 */
export function withRequiredTexts(query: ParsedQuery): ParsedQuery {
  if (query.text === "" || tokenize(query.text).length > 0) return query;
  const quoted = quotedTexts(query.text);
  const rest = query.text
    .replaceAll(QUOTED, " ")
    .split(/\s+/)
    .filter((piece) => piece !== "");
  const pieces = [...new Set([...quoted, ...rest])].slice(0, MAX_PIECES);
  return { ...query, must: [...query.must, ...pieces] };
}

/**
 * Signs in a question that also has words, in its order without duplicates: quoted texts without a word,
 * symbols outside ASCII, and operators such as `??=`.
 */
export function signsOf(text: string): readonly string[] {
  if (tokenize(text).length === 0) return [];
  const quoted = quotedTexts(text).filter((piece) => tokenize(piece).length === 0);
  const rest = text.replaceAll(QUOTED, " ");
  const bare = [SYMBOLS, OPERATORS].flatMap((pattern) => [...rest.matchAll(pattern)].map(([sign]) => sign));
  return [...new Set([...quoted, ...bare])].slice(0, MAX_SIGNS);
}

function quotedTexts(text: string): string[] {
  return [...text.matchAll(QUOTED)]
    .map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
    .filter((piece) => piece.trim() !== "");
}
