/** Finds what code may contain word for word: quoted texts, error messages, or the whole question. Pure. */

// Tells which words of a message are values that a program inserted, by the characters around and inside
// them. Pure.

/** Texts in quotation marks or brackets. */
const ENCLOSED =
  /"[^"\n]{1,200}"|`[^`\n]{1,200}`|“[^”\n]{1,200}”|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])|\[[^\]\n]{1,200}\]|\{[^}\n]{1,200}\}|<[^>\n]{1,200}>|\([^)\n]{1,200}\)/gu;
const UNBROKEN = /\S+/g;
/** Numbers, paths, addresses and names of code do not occur in prose. */
const NO_WORD = /[\p{L}\p{N}][./\\_@:=#$]+[\p{L}\p{N}]|[\\/$@#=\d]|\p{Ll}\p{Lu}/u;
/** What may follow a colon. */
const TOLD = /^: +\S[^\n]{0,60}$/;
/** After a single word, the colon introduces an error. */
const LEAST_WORDS_BEFORE = 2;
/** More words than this are another message. */
const MAX_TOLD_WORDS = 3;

/** Spans of values in a text, as character offsets, end exclusive. They may overlap. */
export function valueSpans(text: string): (readonly [from: number, to: number])[] {
  const unbroken = [...text.matchAll(UNBROKEN)].filter(([piece]) => NO_WORD.test(piece));
  const told = toldSpan(text);
  return [
    ...[...text.matchAll(ENCLOSED), ...unbroken].map(
      (match) => [match.index, match.index + match[0].length] as const,
    ),
    ...(told ? [told] : []),
  ];
}

/** The text after the last colon, if a few words precede it: `Unknown protocol: smtp`. */
function toldSpan(text: string): readonly [from: number, to: number] | null {
  const from = text.lastIndexOf(":");
  if (from < 0 || !TOLD.test(text.slice(from))) return null;
  const before = text.slice(
    Math.max(text.lastIndexOf(":", from - 1), text.lastIndexOf("\n", from)) + 1,
    from,
  );
  const isTold = /\p{L}$/u.test(before) && (before.match(WORD) ?? []).length >= LEAST_WORDS_BEFORE;
  return isTold && (text.slice(from).match(WORD) ?? []).length <= MAX_TOLD_WORDS ? [from, text.length] : null;
}

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
