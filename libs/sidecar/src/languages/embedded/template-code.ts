/**
 * The scripts of a file with its template's expressions as statements among them, at the offsets that they
 * have in the file. Pure.
 */
import { blank } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { templateParts } from "./template-expressions.ts";

/**
 * Everything else is blank. An expression is the item of a list, which whatever is written in it may stand
 * in, unless it is a statement: the signs around it make room.
 *
 * @param scripts by start
 * @param expressionsIn finds expressions, by start, in a part of the text that is no script; at least one
 * sign stands before and behind each
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
    // A line's end ends what stands before it as well.
    const hasRoom = /[^\r\n]/.test(text.charAt(end));
    const [open, close] = isScript || isStatement || !hasRoom ? [";", ";"] : [";[", "]"];
    parts.push(opened(blank(text.slice(at, start)), open), code, hasRoom ? close : "");
    at = hasRoom ? end + close.length : end;
  }
  parts.push(blank(text.slice(at)));
  return parts.join("");
}

/** A blank that ends in as much of some signs as there is room for in its last line. */
function opened(gap: string, signs: string): string {
  const room = gap.length - 1 - Math.max(gap.lastIndexOf("\n"), gap.lastIndexOf("\r"));
  const shown = signs.slice(Math.max(0, signs.length - room));
  return `${gap.slice(0, gap.length - shown.length)}${shown}`;
}

/** What is left of a part beside ranges that are by start. */
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
