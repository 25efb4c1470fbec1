/**
 * Replaces or hides words that the grammars of JavaScript and TypeScript do not know, or only know elsewhere.
 * Pure.
 */
import { matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

/**
 * `using` and `accessor` as names, that is, not before another name; `in` and `instanceof` at the beginning
 * of a name that begins a line (`in_progress`), which the grammars take for the operators.
 */
const NAMES =
  /\busing\b(?![ \t]+(?!(?:as|in|instanceof|satisfies)\b)[\w$])|\baccessor\b(?![ \t]+(?!(?:as|in|instanceof|is|of|satisfies)\b)[\w$#"'[])|\bin(?=(?:stanceof)?[_$\d])(?<=^[ \t]*in)/gm;

/** Replaces words that are names where they stand. */
export function wordsAsNames(text: string): string {
  return text.replace(NAMES, asName);
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

/** `accessor` before the name of a field; where no name follows, it is a name itself. */
const ACCESSOR = /\baccessor(?=[ \t]+(?!(?:as|in|instanceof|is|of|satisfies)\b)[\w$#"'[])/g;

/** Ranges to hide from JavaScript's parser, sorted by start. */
export function hiddenWords(text: string): TextRange[] {
  return matchesOf(ACCESSOR, text);
}

/**
 * `type` in `export type * from`; `in` and `out` before a type parameter; `accessor` after a modifier, which
 * the grammar only knows at the beginning of a field; `override` after `abstract`.
 */
const TYPE_WORDS =
  /\btype(?=\s+\*)(?<=\bexport\s+type)|\b(?:in|out)\b(?=[ \t]+\w)(?![ \t]+(?:as|extends|in|instanceof|is|of|satisfies)\b)(?<=[<,]\s*(?:in[ \t]+)?\w+)|\baccessor(?=[ \t]+[\w$#"'[])(?<=\b(?:abstract|declare|override|private|protected|public|readonly|static)[ \t]+accessor)|\boverride(?=[ \t]+[\w$#])(?<=\babstract[ \t]+override)/g;

/** Ranges to hide from the parser, sorted by start, not overlapping. */
export function hiddenTypeWords(text: string): TextRange[] {
  return matchesOf(TYPE_WORDS, text);
}
