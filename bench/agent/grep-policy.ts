/**
 * How an agent without an index looks for an answer: which words it greps for, which files it opens first, and
 * which of their lines it reads. Pure.
 */
import type { ReadSpan } from "./trace.ts";

/** Lines of one read. */
export const WINDOW_LINES = 200;
/** A question of more words is cut: the first ones are the most specific in these sets. */
const MAX_WORDS = 8;
const MIN_WORD_CHARS = 2;

/** English function words, and verbs of questions that say nothing about code. */
const STOP_WORDS = new Set(
  (
    "a about after all also an and any are as at be been before being between both but by can could did do " +
    "does done during each else for from get gets had has have how if in inside into is it its itself may " +
    "more most must no not of off on once one only onto or other out over own per same several shall she " +
    "should so some such than that the their them then there these they this those through to too under " +
    "until up upon used uses using very via was we were what when where which while who why will with " +
    "within without would you your"
  ).split(" "),
);

/** Words to grep for: distinct, in lower case, in the question's order; never empty if it has any word. */
export function contentWords(question: string): string[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_]+/gu))];
  const content = words.filter((word) => word.length >= MIN_WORD_CHARS && !STOP_WORDS.has(word));
  return (content.length > 0 ? content : words).slice(0, MAX_WORDS);
}

/**
 * Files by number of distinct words, then by number of matching lines over all words, both descending, then by
 * path.
 *
 * @param counts by word: number of matching lines by file
 */
export function filesByWords(counts: Iterable<ReadonlyMap<string, number>>): string[] {
  const files = new Map<string, { words: number; lines: number }>();
  for (const lines of counts)
    for (const [path, count] of lines) {
      const file = files.get(path) ?? { words: 0, lines: 0 };
      files.set(path, { words: file.words + 1, lines: file.lines + count });
    }
  return [...files]
    .sort(
      ([leftPath, left], [rightPath, right]) =>
        right.words - left.words || right.lines - left.lines || (leftPath < rightPath ? -1 : 1),
    )
    .map(([path]) => path);
}

interface Window {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Windows of a file in the order of reading, until all matching lines are covered. Each is the one with the
 * most distinct words, then the most matching lines, then the first, among lines that no earlier window
 * covers; it is centred on its matches and ends where another window begins. A file that fits into one window
 * is read whole.
 *
 * @param lines of the file
 */
export function windowsOf(lines: readonly string[], words: readonly string[]): Window[] {
  if (lines.length <= WINDOW_LINES) return [{ startLine: 1, endLine: lines.length }];
  let hits = lines
    .map((line, at) => ({ line: at + 1, words: wordsIn(line, words) }))
    .filter((hit) => hit.words.length > 0);
  const windows: Window[] = [];
  while (hits.length > 0) {
    const best = densest(hits);
    const window = apart(centred(best, lines.length), best[0]?.line ?? 1, windows);
    windows.push(window);
    hits = hits.filter(({ line }) => line < window.startLine || line > window.endLine);
  }
  return windows;
}

/** The n-th windows of all files before the n+1-th of any: breadth first, files in their order. */
export function inReadingOrder(windows: readonly (readonly ReadSpan[])[]): ReadSpan[] {
  const rounds = Math.max(0, ...windows.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    windows.flatMap((ofFile) => ofFile[round] ?? []),
  ).flat();
}

interface Hit {
  readonly line: number;
  readonly words: readonly string[];
}

function wordsIn(line: string, words: readonly string[]): string[] {
  const text = line.toLowerCase();
  return words.filter((word) => text.includes(word));
}

/** The matches of the best window. */
function densest(hits: readonly Hit[]): readonly Hit[] {
  let best: { readonly hits: readonly Hit[]; readonly words: number } = { hits: [], words: 0 };
  let end = 0;
  for (const [start, first] of hits.entries()) {
    while (end < hits.length && (hits[end] as Hit).line < first.line + WINDOW_LINES) end++;
    const within = hits.slice(start, end);
    const words = new Set(within.flatMap((hit) => hit.words)).size;
    if (words > best.words || (words === best.words && within.length > best.hits.length))
      best = { hits: within, words };
  }
  return best.hits;
}

/** The part of a window around a line that no other window covers. */
function apart(window: Window, line: number, windows: readonly Window[]): Window {
  return {
    startLine: Math.max(
      window.startLine,
      ...windows.filter(({ endLine }) => endLine < line).map(({ endLine }) => endLine + 1),
    ),
    endLine: Math.min(
      window.endLine,
      ...windows.filter(({ startLine }) => startLine > line).map(({ startLine }) => startLine - 1),
    ),
  };
}

function centred(hits: readonly Hit[], totalLines: number): Window {
  const first = hits[0]?.line ?? 1;
  const last = hits.at(-1)?.line ?? first;
  const before = Math.floor((WINDOW_LINES - (last - first + 1)) / 2);
  const startLine = Math.max(1, Math.min(first - before, totalLines - WINDOW_LINES + 1));
  return { startLine, endLine: startLine + WINDOW_LINES - 1 };
}
