/** Selects the few lines of a result that people see, with their line numbers. Pure. */
import { wordsIn } from "@satori/contracts";

export interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

const MAX_LINES = 5;
/** Share of the surrounding lines that come before the selected ones: code is read downwards. */
const LEAD_SHARE = 1 / 3;
const WEIGHTS = { named: 10_000, word: 10 } as const;

/** What the selected lines should contain. */
export interface Wanted {
  readonly pattern: RegExp | null;
  /** Line numbers that the question names. */
  readonly lines: ReadonlySet<number>;
}

/**
 * The run of lines that contains a line which the question names, then most of its words, then more lines
 * with any of its words; the first of equal runs. Surrounding lines fill it up, fewer before than after.
 * Blank lines at the edges are removed.
 *
 * @param firstNumber line number of the first line of `text`
 */
export function excerpt(text: string, firstNumber: number, { pattern, lines: named }: Wanted): ExcerptLine[] {
  const lines = text.split("\n").map((line, at) => ({ number: firstNumber + at, text: line.trimEnd() }));
  const words = lines.map((line) => wordsIn(line.text, pattern));
  const isTelling = (at: number): boolean => named.has(firstNumber + at) || (words[at]?.size ?? 0) > 0;
  let best = 0;
  let bestScore = -1;
  for (let from = 0; from === 0 || from + MAX_LINES <= lines.length; from++) {
    const run = words.slice(from, from + MAX_LINES);
    const hasNamed = run.some((_, at) => named.has(firstNumber + from + at));
    const score =
      (hasNamed ? WEIGHTS.named : 0) +
      WEIGHTS.word * new Set(run.flatMap((held) => [...held])).size +
      run.filter((_, at) => isTelling(from + at)).length;
    if (score > bestScore) [best, bestScore] = [from, score];
  }
  // Among runs of equal score, the first one may end right after its last match: move it down for context.
  const first = lines.findIndex((_, at) => at >= best && isTelling(at));
  const last = lines.findLastIndex((_, at) => at < best + MAX_LINES && isTelling(at));
  const lead = Math.floor((MAX_LINES - (last - first + 1)) * LEAD_SHARE);
  const from = bestScore > 0 ? Math.max(best, Math.min(first - lead, lines.length - MAX_LINES)) : best;
  return withoutBlankEdges(lines.slice(from, from + MAX_LINES));
}

function withoutBlankEdges(lines: readonly ExcerptLine[]): ExcerptLine[] {
  const isText = (line: ExcerptLine): boolean => line.text.trim() !== "";
  const first = lines.findIndex(isText);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
