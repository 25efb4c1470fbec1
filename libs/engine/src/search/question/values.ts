/**
 * Which words of a message are values that a program has put into its text, rather than the text itself: by what stands around
 * them, and by what they are written with. Pure.
 */

/** Texts in quotation marks and in brackets. */
const ENCLOSED =
  /"[^"\n]{1,200}"|`[^`\n]{1,200}`|“[^”\n]{1,200}”|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])|\[[^\]\n]{1,200}\]|\{[^}\n]{1,200}\}|<[^>\n]{1,200}>|\([^)\n]{1,200}\)/gu;
const UNBROKEN = /\S+/g;
/** Numbers, paths, addresses and names of code stand in no sentence. */
const NO_WORD = /[\p{L}\p{N}][./\\_@:=#$]+[\p{L}\p{N}]|[\\/$@#=\d]|\p{Ll}\p{Lu}/u;
/** What is behind the last colon, with two words in front of it: `Unknown protocol: smtp`. One word is the name of an error. */
const TOLD = /(?<=\p{L}[^:\n]*\s[^:\n]*\p{L}): +\S[^:\n]{0,60}$/u;
/** More words are another message. */
const MAX_TOLD_WORDS = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** Where values stand in a text: from, to. They may overlap. */
export function valueSpans(text: string): (readonly [from: number, to: number])[] {
  const unbroken = [...text.matchAll(UNBROKEN)].filter(([piece]) => NO_WORD.test(piece));
  const told = TOLD.exec(text);
  const isValue = told !== null && (told[0].match(WORD) ?? []).length <= MAX_TOLD_WORDS;
  return [...text.matchAll(ENCLOSED), ...unbroken, ...(isValue ? [told] : [])].map((match) => [match.index, match.index + match[0].length]);
}
