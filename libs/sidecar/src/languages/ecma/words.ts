/** Words that the grammars of JavaScript and TypeScript do not know, or know in other places alone. Pure. */
import { matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

/** A variable's name, but in front of one. */
const USING = /\busing\b(?![ \t]+(?!(?:as|in|instanceof|satisfies)\b)[\w$])/g;

export function usingAsName(text: string): string {
  return text.replace(USING, asName);
}

/** `export { made as function }`, `import { if as when }`. */
const LISTS = /(?<!\.)\b(?:export|import(?:\s+[\w$]+\s*,)?)\s*\{[^{}]*\}/g;
const RESERVED =
  /\b(?:break|case|catch|class|const|continue|debugger|delete|do|else|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with)\b/g;

/** In lists of imports and exports all words may be names. */
export function listedWordsAsNames(text: string): string {
  return text.replace(LISTS, (list) => {
    const at = list.indexOf("{");
    return list.slice(0, at) + list.slice(at).replace(RESERVED, asName);
  });
}

/** With a first letter that makes no word of the language of it. */
function asName(word: string): string {
  return `_${word.slice(1)}`;
}

/** `type` of `export type * from`; `in` and `out` in front of a type parameter. */
const TYPE_WORDS =
  /\btype(?=\s+\*)(?<=\bexport\s+type)|\b(?:in|out)\b(?=[ \t]+\w)(?![ \t]+(?:as|extends|in|instanceof|is|of|satisfies)\b)(?<=[<,]\s*(?:in[ \t]+)?\w+)/g;

/** By start, not overlapping. */
export function hiddenTypeWords(text: string): TextRange[] {
  return matchesOf(TYPE_WORDS, text);
}
