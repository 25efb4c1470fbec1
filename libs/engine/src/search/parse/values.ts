/**
 * Tells which words of a message are values that a program inserted, by the characters around and inside
 * them. Pure.
 */

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
const WORD = /[\p{L}\p{N}]+/gu;

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
