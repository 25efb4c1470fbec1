/** Extracts the text of a Jupyter notebook's Markdown cells, with the notebook's line numbers. Pure. */
import { LineIndex } from "../syntax/chunk/lines.ts";

const CELL_TYPE = /^\s*"cell_type":\s*"(\w+)"/;
const SOURCE = /^\s*"source":\s*(?:\[\s*$|")/;
const LINE_OF_SOURCE = /^\s*"/;
const STRING = /^\s*(?:"source":\s*)?(".*"),?\s*$/;

/**
 * A text with as many lines as the notebook; lines outside Markdown are empty. A cell stored on a single line
 * yields its first line.
 */
export function notebookProse(lines: LineIndex): LineIndex {
  const prose: string[] = [];
  let type = "";
  let isInside = false;
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.headOf(line);
    type = CELL_TYPE.exec(text)?.[1] ?? type;
    const begins = SOURCE.test(text);
    // A list of lines contains only strings: any other line ends it.
    isInside &&= LINE_OF_SOURCE.test(text);
    prose.push(
      type === "markdown" && (isInside || begins) ? firstLine(STRING.exec(lines.textOf(line))?.[1]) : "",
    );
    isInside ||= begins && text.trimEnd().endsWith("[");
  }
  return new LineIndex(prose.join("\n"));
}

function firstLine(json: string | undefined): string {
  if (json === undefined) return "";
  try {
    return /^[^\n]*/.exec(String(JSON.parse(json)))?.[0] ?? "";
  } catch {
    return "";
  }
}
