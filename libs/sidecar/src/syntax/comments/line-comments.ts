/**
 * Finds the comment lines of a text without a grammar: lines that start with the language's comment prefix.
 * Pure.
 */
import type { LineIndex } from "../chunk/lines.ts";
import type { TextRange } from "../../facts.ts";

/** Ranges of all comment lines, sorted by start. The prefix is case-insensitive (`REM`). */
export function lineComments(lines: LineIndex, sign: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.textOf(line).trimStart();
    if (text.slice(0, sign.length).toLowerCase() === sign)
      ranges.push({ start: lines.startOf(line), end: lines.endOf(line) });
  }
  return ranges;
}
