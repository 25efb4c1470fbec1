/** Splits a command line, as a person types it, into words, and quotes words for one. */
import { homedir } from "node:os";

/**
 * Splits a text into a program and its arguments, resolving `~` at the start of a word. Null if a quote is
 * not closed, or if there is no program: an empty word does not count.
 */
export function splitCommand(
  text: string,
): { readonly command: string; readonly args: readonly string[] } | null {
  const [command, ...args] = splitWords(text) ?? [];
  return command ? { command, args } : null;
}

/**
 * Quotes a text so that shells read it as one word, without special characters. Windows paths stay unquoted,
 * because shells there differ in their quotes.
 */
export function shellWord(text: string): string {
  return /^(?:[\w./:@%+,=-]+|[A-Za-z]:[\w.\\-]+)$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Blanks separate words unless quoted, in either kind of quotes. A backslash escapes a quote or a blank and
 * is literal elsewhere, so that Windows paths need no escaping. Null if a quote is not closed.
 */
function splitWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    const next = text[at + 1];
    if (
      character === "\\" &&
      quote !== "'" &&
      next !== undefined &&
      (quote === null ? /["'\s]/ : /"/).test(next)
    ) {
      word = (word ?? "") + next;
      at++;
    } else if (quote !== null) {
      if (character === quote) quote = null;
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      const isHome: boolean =
        word === null && character === "~" && (next === undefined || /[\s/\\]/.test(next));
      word = (word ?? "") + (isHome ? homedir() : character);
    }
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
