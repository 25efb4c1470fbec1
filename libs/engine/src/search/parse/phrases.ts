/** Finds what code may contain word for word: quoted texts, error messages, or the whole question. Pure. */
import { valueSpans } from "./values.ts";

const QUOTED =
  /"([^"\n]{2,300})"|`([^`\n]{2,300})`|“([^”\n]{2,300})”|(?<![\p{L}\p{N}])'([^'\n]{2,300})'(?![\p{L}\p{N}])/gu;
const MESSAGE =
  /(?:^|\s)(?:[\w$.:]*(?:Error|Exception|Warning|Panic)|error|fatal|panic|warning)(?:\[[\w-]+\])?: +(\S.{0,300})$/gm;
const WORD = /[\p{L}\p{N}]+/gu;
const MAX_PHRASES = 8;
const MAX_WORDS = 40;
const MAX_SENTENCE_WORDS = 60;
/** A single word of a message is too unspecific; a single quoted word is meant literally. */
const LEAST_WORDS = { quoted: 1, message: 3 } as const;

/**
 * Characters that mark values and are rare in questions. A text that has any of them may be program output.
 */
const VALUE =
  /["“[\]{}<>]|(?<![\p{L}\p{N}])'|(?<![\p{L}\p{N}#._-])\d+(?![\p{L}\p{N}._-])|(?<![\p{L}\p{N}])\/\w|\w[/\\]\w+\.\w/u;

/** Words in lower case, in their order. */
export type Phrase = readonly string[];

/** Words of each phrase, quoted phrases first. At most `MAX_PHRASES`. */
export function phrasesOf(text: string): Phrase[] {
  const quoted = [...text.matchAll(QUOTED)]
    .map((match) => phraseWords(match.slice(1).find((part) => part !== undefined) ?? ""))
    .filter(({ length }) => length >= LEAST_WORDS.quoted);
  const messages = [...text.matchAll(MESSAGE)]
    .map(([, message]) => phraseWords(message ?? ""))
    .filter(({ length }) => length >= LEAST_WORDS.message);
  return [...quoted, ...messages].slice(0, MAX_PHRASES).map((words) => words.slice(0, MAX_WORDS));
}

/** Words of the whole question, since it may be a message pasted as it is. */
export function sentenceOf(text: string): Phrase {
  return phraseWords(text).slice(0, MAX_SENTENCE_WORDS);
}

/** Which words of the sentence are values; none if the text is no message. */
export function valuesOf(text: string, isMessage: boolean): boolean[] {
  const spans = isMessage ? valueSpans(text) : [];
  return [...text.toLowerCase().matchAll(WORD)]
    .slice(0, MAX_SENTENCE_WORDS)
    .map(({ index }) => spans.some(([from, to]) => index >= from && index < to));
}

/** Whether a text contains values, as program output does. */
export function hasValues(text: string): boolean {
  return VALUE.test(text);
}

/** Words of a text in lower case, in their order. */
export function phraseWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
