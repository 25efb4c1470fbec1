/**
 * Builds a text with the scripts of a file and its template's expressions as statements, at their original
 * offsets. Pure.
 */
import { blank } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { templateParts } from "./template-expressions.ts";

/**
 * Everything else is blank. Unless it is a statement, an expression becomes the item of an array, where any
 * expression is valid; the characters around it provide the space.
 *
 * @param scripts sorted by start
 * @param expressionsIn finds expressions, sorted by start, in a part of the text outside scripts; at least
 *   one character must precede and follow each
 */
export function templateCode(
  text: string,
  scripts: readonly TextRange[],
  expressionsIn: (text: string, part: TextRange) => readonly TextRange[],
): string {
  const outside = templateParts(text).flatMap((part) => without(part, scripts));
  const items = [
    ...scripts.map((range) => ({ ...range, isScript: true })),
    ...outside.flatMap((part) => expressionsIn(text, part).map((range) => ({ ...range, isScript: false }))),
  ];
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, isScript } of items.sort((left, right) => left.start - right.start)) {
    const code = text.slice(start, end);
    if (start < at || (!isScript && code.trim() === "")) continue;
    const isStatement = !isScript && /;|^\s*(?:if|for|while|const|let|var|return)\b/.test(code);
    // A line end also ends the statement before it.
    const hasRoom = /[^\r\n]/.test(text.charAt(end));
    const [open, close] = isScript || isStatement || !hasRoom ? [";", ";"] : [";[", "]"];
    parts.push(opened(blank(text.slice(at, start)), open), code, hasRoom ? close : "");
    at = hasRoom ? end + close.length : end;
  }
  parts.push(blank(text.slice(at)));
  return parts.join("");
}

/** A blank that ends in a prefix of code, as much of it as fits into the last line. */
function opened(gap: string, signs: string): string {
  const room = gap.length - 1 - Math.max(gap.lastIndexOf("\n"), gap.lastIndexOf("\r"));
  const shown = signs.slice(Math.max(0, signs.length - room));
  return `${gap.slice(0, gap.length - shown.length)}${shown}`;
}

/** The parts of a range outside other ranges, which must be sorted by start. */
function without({ start, end }: TextRange, ranges: readonly TextRange[]): TextRange[] {
  const left: TextRange[] = [];
  let at = start;
  for (const range of ranges) {
    if (range.end <= at || range.start >= end) continue;
    if (range.start > at) left.push({ start: at, end: range.start });
    at = Math.max(at, range.end);
  }
  return at < end ? [...left, { start: at, end }] : left;
}
