/** The few lines of a result that people get to see, and which lines of the file they are. Pure. */
import { countMatches } from "./highlight.ts";

export interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

const MAX_LINES = 5;

/**
 * The run of lines with most of the question's words, the first of equals, without blank lines around it.
 *
 * @param firstNumber of the first line of `text`
 */
export function excerpt(text: string, firstNumber: number, pattern: RegExp | null): ExcerptLine[] {
  const lines = text.split("\n").map((line, at) => ({ number: firstNumber + at, text: line.trimEnd() }));
  const scores = lines.map((line) => countMatches(line.text, pattern));
  let best = 0;
  let bestScore = -1;
  for (let from = 0; from === 0 || from + MAX_LINES <= lines.length; from++) {
    const score = scores.slice(from, from + MAX_LINES).reduce((sum, count) => sum + count, 0);
    if (score > bestScore) [best, bestScore] = [from, score];
  }
  return withoutBlankEdges(lines.slice(best, best + MAX_LINES));
}

function withoutBlankEdges(lines: readonly ExcerptLine[]): ExcerptLine[] {
  const isText = (line: ExcerptLine): boolean => line.text.trim() !== "";
  const first = lines.findIndex(isText);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
