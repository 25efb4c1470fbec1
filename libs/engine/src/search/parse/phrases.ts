/**
 * What a question says that code may say in the same words: texts in quotation marks, what an error says, all
 * of it. Pure.
 */
import { valueSpans } from "./values.ts";

const QUOTED =
  /"([^"\n]{2,300})"|`([^`\n]{2,300})`|“([^”\n]{2,300})”|(?<![\p{L}\p{N}])'([^'\n]{2,300})'(?![\p{L}\p{N}])/gu;
const MESSAGE =
  /(?:^|\s)(?:[\w$.:]*(?:Error|Exception|Warning|Panic)|error|fatal|panic|warning)(?:\[[\w-]+\])?: +(\S.{0,300})$/gm;
const WORD = /[\p{L}\p{N}]+/gu;
const MAX_PHRASES = 8;
const MAX_WORDS = 40;
const MAX_SENTENCE_WORDS = 60;
/** One word of a message says nothing; quoted, it was meant. */
const LEAST_WORDS = { quoted: 1, message: 3 } as const;

/**
 * What values are written with, and questions hardly: a text with any of it may be what a program has
 * printed.
 */
const VALUE =
  /["“[\]{}<>]|(?<![\p{L}\p{N}])'|(?<![\p{L}\p{N}#._-])\d+(?![\p{L}\p{N}._-])|(?<![\p{L}\p{N}])\/\w|\w[/\\]\w+\.\w/u;

/** Words in lower case, in their order. */
export type Phrase = readonly string[];

/** Words of each phrase; quoted ones first. */
export function phrasesOf(text: string): Phrase[] {
  const quoted = [...text.matchAll(QUOTED)]
    .map((match) => phraseWords(match.slice(1).find((part) => part !== undefined) ?? ""))
    .filter(({ length }) => length >= LEAST_WORDS.quoted);
  const messages = [...text.matchAll(MESSAGE)]
    .map(([, message]) => phraseWords(message ?? ""))
    .filter(({ length }) => length >= LEAST_WORDS.message);
  return [...quoted, ...messages].slice(0, MAX_PHRASES).map((words) => words.slice(0, MAX_WORDS));
}

/** The whole question: it may be a message that was pasted as it is. */
export function sentenceOf(text: string): Phrase {
  return phraseWords(text).slice(0, MAX_SENTENCE_WORDS);
}

/** Which of the sentence's words are values: of what is no message none. */
export function valuesOf(text: string, isMessage: boolean): boolean[] {
  const spans = isMessage ? valueSpans(text) : [];
  return [...text.toLowerCase().matchAll(WORD)]
    .slice(0, MAX_SENTENCE_WORDS)
    .map(({ index }) => spans.some(([from, to]) => index >= from && index < to));
}

export function hasValues(text: string): boolean {
  return VALUE.test(text);
}

export function phraseWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
