/** Commands in one text, as a person types them: cut into words, and put together. */
import { homedir } from "node:os";

/**
 * The program and what it is given, `~` in front of a word resolved. Null where a quote has no end, and where
 * no program is named: an empty word is none.
 */
export function splitCommand(
  text: string,
): { readonly command: string; readonly args: readonly string[] } | null {
  const [command, ...args] = splitWords(text) ?? [];
  return command ? { command, args } : null;
}

/**
 * A text as shells take it for one word, and none of it for anything else. Paths of Windows stay bare: its
 * shells differ in their quotes.
 */
export function shellWord(text: string): string {
  return /^(?:[\w./:@%+,=-]+|[A-Za-z]:[\w.\\-]+)$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Blanks separate, quotes of either kind keep them. A backslash takes a quote or a blank as it is, and stands
 * for itself elsewhere, so that paths of Windows can be written as they are. Null where a quote has no end.
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
