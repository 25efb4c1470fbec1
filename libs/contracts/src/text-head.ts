/**
 * The first line of a text answer, which programs read without looking at the rest:
 *
 *     satori/1 search_codebase ok confidence=medium warnings=FILES_SKIPPED root="/src/my shop"
 *
 * A blank line and the body follow. Names of fields are ASCII; a value is bare, or a JSON string if it has
 * other characters than `BARE` allows. Nothing that a value contains can end the line or begin another field.
 * Pure.
 */
import { type ToolName } from "./tool-names.ts";
import { isToolName } from "./tools/index.ts";
import { visibleParts } from "./printable.ts";

/** Fields in the order in which they are written. An undefined value omits the field. */
export type HeadFieldValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface TextHead {
  readonly tool: ToolName;
  readonly fields: Readonly<Record<string, string>>;
}

const START = /^satori\/1 (\w+) ok(?= |$)/;
const FIELD = / ([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|[\w./:@%+,~-]+)/y;
const BARE = /^[\w./:@%+,~-]+$/;

/** The head of an `ok` answer, without a line end. */
export function formatHead(tool: ToolName, fields: HeadFieldValues): string {
  const written = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}=${headValue(String(value))}`],
  );
  return `satori/1 ${tool} ok${written.join("")}`;
}

/** Tool and fields of a line; null if it is not a head. Of a repeated field, the first value counts. */
export function parseHead(line: string): TextHead | null {
  const [start, tool = ""] = START.exec(line) ?? [];
  if (start === undefined || !isToolName(tool)) return null;
  const fields = new Map<string, string>();
  let at = start.length;
  while (at < line.length) {
    FIELD.lastIndex = at;
    const [whole, name = "", written = ""] = FIELD.exec(line) ?? [];
    const value = whole === undefined ? null : valueOf(written);
    if (whole === undefined || value === null) return null;
    if (!fields.has(name)) fields.set(name, value);
    at += whole.length;
  }
  return { tool, fields: Object.fromEntries(fields) };
}

function headValue(text: string): string {
  return BARE.test(text) ? text : quoted(text);
}

function valueOf(written: string): string | null {
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as string;
  } catch {
    return null;
  }
}

/** A text as a JSON string in which every control and every invisible character is escaped. */
export function quoted(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

/** JSON on one line in which every invisible character of its strings is escaped. */
export function escapeInvisible(json: string): string {
  return visibleParts(json)
    .map(({ text, isInvisible }) => (isInvisible ? escaped(text) : text))
    .join("");
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");
}
