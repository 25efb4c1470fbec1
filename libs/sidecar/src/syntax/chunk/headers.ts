/** Finds the headers of declarations, which no chunk may end inside. Pure. */
import type { SymbolFact, TextRange } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { LineIndex } from "./lines.ts";

/** The parts of a declaration that say where its header is. */
export type DeclaredLines = Pick<SymbolFact, "name" | "startLine" | "nameLine" | "endLine">;

/**
 * For each line, the first line that must be in the same chunk as the next line; absent if a chunk may end
 * after the line.
 */
export type Headers = ReadonlyMap<number, number>;

/** Decorators, annotations and attributes, of languages whose symbols start after them. */
const ATTRIBUTE = /^(?:@[\p{L}_]|#!?\[|\[[\p{L}_][^\]]*\]$|%%?[\p{L}_]|deriving\b)/u;

/**
 * Headers of all declarations: the comments, decorators and attributes directly above a declaration, its
 * lines up to its name, and the first line after that which is not blank. Of what is above a declaration,
 * the last `SIDECAR_LIMITS.headerChars` characters count.
 *
 * @param comments sorted by start, not overlapping
 */
export function headersOf(
  symbols: readonly DeclaredLines[],
  comments: readonly TextRange[],
  lines: LineIndex,
): Headers {
  const commented = commentLines(comments, lines);
  const headers = new Map<number, number>();
  let previous: DeclaredLines | undefined;
  for (const symbol of symbols) {
    // A line can declare thousands of names.
    const isKnown =
      previous?.startLine === symbol.startLine &&
      previous.nameLine === symbol.nameLine &&
      previous.endLine >= Math.min(symbol.endLine, symbol.nameLine + 1);
    if (isKnown) continue;
    previous = symbol;
    const first = firstLineOf(symbol, commented, lines);
    const last = lines.firstFilled(symbol.nameLine + 1, symbol.endLine);
    for (let line = first; line < last; line++)
      headers.set(line, Math.min(headers.get(line) ?? first, first));
  }
  return headers;
}

function firstLineOf(
  { name, startLine, nameLine }: DeclaredLines,
  commented: ReadonlySet<number>,
  lines: LineIndex,
): number {
  const end = lines.endOf(nameLine);
  let first = Math.min(startLine, nameLine);
  // Decorators and attributes before a name can be longer than a chunk.
  while (first < nameLine && end - lines.startOf(first) > SIDECAR_LIMITS.headerChars) first++;
  if (first > startLine) return first;
  for (let line = startLine - 1; line >= 1; line--) {
    if (end - lines.startOf(line) > SIDECAR_LIMITS.headerChars) break;
    if (!commented.has(line) && !leadsTo(name, lines.headOf(line).trim())) break;
    first = line;
  }
  return first;
}

/** Whether a line is an attribute, or declares the type of the name (`parse :: Parser Day`). */
function leadsTo(name: string, text: string): boolean {
  return ATTRIBUTE.test(text) || (text.startsWith(name) && /^\s*::/.test(text.slice(name.length)));
}

/** Lines that consist of nothing but comments. */
function commentLines(comments: readonly TextRange[], lines: LineIndex): ReadonlySet<number> {
  const found = new Set<number>();
  let previousEnd = 0;
  for (const { start, end } of comments) {
    const first = lines.lineAt(start);
    const last = lines.lineAt(Math.max(start, end - 1));
    // Of many comments in one line, only the first can begin it.
    const isOnlyComment = previousEnd <= lines.startOf(first) && lines.filledStart(first) >= start;
    for (let line = isOnlyComment ? first : first + 1; line <= last; line++) found.add(line);
    previousEnd = end;
  }
  return found;
}
