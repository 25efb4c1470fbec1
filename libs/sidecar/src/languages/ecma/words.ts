/**
 * Replaces or hides words that the grammars of JavaScript and TypeScript do not know, or only know elsewhere.
 * Pure.
 */
import { matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

/** `using` as a variable's name, that is, not before another name. */
const USING = /\busing\b(?![ \t]+(?!(?:as|in|instanceof|satisfies)\b)[\w$])/g;

export function usingAsName(text: string): string {
  return text.replace(USING, asName);
}

/** `export { made as function }`, `import { if as when }`. */
const LISTS = /(?<!\.)\b(?:export|import(?:\s+[\w$]+\s*,)?)\s*\{[^{}]*\}/g;
const RESERVED =
  /\b(?:break|case|catch|class|const|continue|debugger|delete|do|else|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with)\b/g;

/** Replaces keywords in lists of imports and exports, where all words are valid names. */
export function listedWordsAsNames(text: string): string {
  return text.replace(LISTS, (list) => {
    const at = list.indexOf("{");
    return list.slice(0, at) + list.slice(at).replace(RESERVED, asName);
  });
}

/** Replaces the first letter, so that the word is not a keyword. */
function asName(word: string): string {
  return `_${word.slice(1)}`;
}

/** `type` in `export type * from`; `in` and `out` before a type parameter. */
const TYPE_WORDS =
  /\btype(?=\s+\*)(?<=\bexport\s+type)|\b(?:in|out)\b(?=[ \t]+\w)(?![ \t]+(?:as|extends|in|instanceof|is|of|satisfies)\b)(?<=[<,]\s*(?:in[ \t]+)?\w+)/g;

/** Ranges to hide from the parser, sorted by start, not overlapping. */
export function hiddenTypeWords(text: string): TextRange[] {
  return matchesOf(TYPE_WORDS, text);
}
