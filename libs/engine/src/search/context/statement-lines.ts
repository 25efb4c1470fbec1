/** Extends lines to whole statements and blocks, by indentation, in any language. Pure. */
import type { Span } from "@satori/contracts";

/**
 * The lines with what their first and last line are part of: up to the line that opens the block in which the
 * first one is, and down to the end of the block that the last ones open. Stays within `bounds`; unchanged if
 * that takes more than `maxAdded` lines.
 */
export function wholeStatements(
  lines: readonly string[],
  { startLine, endLine }: Span,
  bounds: Span,
  maxAdded: number,
): Span {
  const indents = lines
    .slice(startLine - 1, endLine)
    .filter((line) => line.trim() !== "")
    .map(indentOf);
  if (indents.length === 0) return { startLine, endLine };
  const least = Math.min(...indents);
  const isInside = (line: number): boolean => {
    const text = lines[line - 1] ?? "";
    return text.trim() === "" || indentOf(text) > least;
  };
  let from = startLine;
  while (from > bounds.startLine && isInside(from)) from--;
  let to = endLine;
  while (to < bounds.endLine && isInside(to + 1)) to++;
  if (to > endLine || isInside(endLine)) {
    const next = lines[to] ?? "";
    if (to < bounds.endLine && indentOf(next) === least && CLOSING.test(next)) to++;
  }
  return startLine - from + (to - endLine) > maxAdded
    ? { startLine, endLine }
    : { startLine: from, endLine: to };
}

/** A line that closes a block and begins no other. */
const CLOSING = /^\s*(?:[)\]}]+[;,]?|end|fi|done|esac)\s*[;,)]*\s*$/;
const TAB_COLUMNS = 4;

function indentOf(line: string): number {
  let columns = 0;
  for (const sign of line) {
    if (sign === " ") columns++;
    else if (sign === "\t") columns += TAB_COLUMNS;
    else break;
  }
  return columns;
}
