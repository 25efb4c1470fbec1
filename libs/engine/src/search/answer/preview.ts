/** The lines of a place that show best why it is a result. Pure. */
import type { Span } from "@satori/contracts";
import { firstChars } from "../../first-chars.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import type { Place } from "./places.ts";
import type { Question } from "../question/question.ts";

const MAX_LINES = 12;
const MAX_LINE_CHARS = 240;

export interface Preview {
  readonly text: string;
  readonly span: Span;
}

/**
 * The whole chunk if it is short, else the run of lines that holds most of the question's words; earlier runs win ties. What a file
 * imports counts for nothing. Lines are whole unless they are very long.
 */
export function previewOf({ text, span, imports }: Place, question: Question, maxLines = MAX_LINES): Preview {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const from = lines.length <= maxLines ? 0 : bestWindow(withoutImports(lines, span.startLine, imports), question, maxLines);
  const shown = lines.slice(from, from + maxLines);
  const startLine = span.startLine + from;
  return { text: shown.map(shorten).join("\n"), span: { startLine, endLine: startLine + shown.length - 1 } };
}

/** The same lines, those that import things empty; all of them where nothing else is there. */
function withoutImports(lines: readonly string[], startLine: number, imports: ReadonlySet<number>): readonly string[] {
  const others = lines.map((line, at) => (imports.has(startLine + at) ? "" : line));
  return others.some((line) => line.trim() !== "") ? others : lines;
}

function bestWindow(lines: readonly string[], question: Question, size: number): number {
  const finder = new TokenFinder(question.distinctTokens);
  const perLine = lines.map((line) => finder.heldBy(line));
  /** In how many lines of the window each word stands. */
  const counts = new Map<string, number>();
  let matching = 0;
  let best = 0;
  let bestCount = 0;
  for (const [at, entering] of perLine.entries()) {
    for (const token of entering) counts.set(token, (counts.get(token) ?? 0) + 1);
    if (entering.size > 0) matching++;
    const leaving = perLine[at - size];
    for (const token of leaving ?? []) {
      const count = (counts.get(token) ?? 0) - 1;
      if (count > 0) counts.set(token, count);
      else counts.delete(token);
    }
    if (leaving && leaving.size > 0) matching--;
    // Distinct words count first; among equals the window with more lines that match.
    const count = counts.size * 100 + matching;
    if (at >= size - 1 && count > bestCount) [best, bestCount] = [at - size + 1, count];
  }
  return best;
}

function shorten(line: string): string {
  return line.length <= MAX_LINE_CHARS ? line : `${firstChars(line, MAX_LINE_CHARS - 1)}…`;
}
