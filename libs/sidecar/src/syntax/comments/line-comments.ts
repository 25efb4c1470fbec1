/** Comment lines of a text without a grammar: lines that begin with the language's comment sign. Pure. */
import type { LineIndex } from "../chunk/lines.ts";
import type { TextRange } from "../../facts.ts";

/** Ranges by start, one for each comment line. Case of the sign does not matter (`REM`). */
export function lineComments(lines: LineIndex, sign: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.textOf(line).trimStart();
    if (text.slice(0, sign.length).toLowerCase() === sign)
      ranges.push({ start: lines.startOf(line), end: lines.endOf(line) });
  }
  return ranges;
}
