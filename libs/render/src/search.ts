/** Renders search results. Pure. */
import {
  firstMatch,
  highlight,
  linesNamed,
  questionPattern,
  isChunkResult,
  type SearchCodebaseOk,
  type SearchHit,
  type WithArguments,
  wordsIn,
} from "@satori/contracts";
import { displayWidth, padStart, startToSee, truncate, truncateMiddle } from "./width.ts";
import type { View } from "./view.ts";

/** A search with the arguments that its answer omits. */
export type CompleteSearch = WithArguments<SearchCodebaseOk>;

const INDENT = "  ";
const MIN_NUMBER_COLUMNS = 5;
const MOST_COPIES_SHOWN = 3;
/** Minimum number of visible columns for a word at the end of a line. */
const LEAST_SHOWN = 12;

/** Results in their order, separated by empty lines. */
export function renderSearch(envelope: CompleteSearch, view: View): string {
  const { query, results, effectiveRoot: root } = envelope;
  return results.map((result) => renderResult(result, { root, query, view })).join("\n\n");
}

export interface ResultContext {
  readonly root: string;
  /** Decides which lines are shown, if not all are, and which words are marked. Default: none. */
  readonly query?: string;
  /** What else the heading says of the result. */
  readonly marks?: readonly string[];
  readonly view: View;
}

/** Location and symbol, then numbered lines. */
export function renderResult(
  result: SearchHit,
  { root, query = "", marks = [], view }: ResultContext,
): string {
  const pattern = questionPattern(query);
  const wanted = { pattern, lines: linesNamed(query), maxLines: view.maxExcerptLines };
  const text = textOf(result);
  const lines = text === undefined ? [] : excerpt(view.code(text), firstLineOf(result), wanted);
  return [
    [resultHeading(result, root, view), ...marks].join(INDENT),
    ...alsoIn(result, root, view),
    ...branchLine(result, view),
    ...lines.map((line) => codeLine(line, pattern, view)),
  ].join("\n");
}

/** `file:start-end  Symbol`. */
export function resultHeading(
  { file, span, symbolLabel }: Pick<SearchHit, "file" | "span" | "symbolLabel">,
  root: string,
  { style, columns, symbol, file: shown }: View,
): string {
  const place = `${shown(root, file)}:${span.startLine}-${span.endLine}`;
  if (!symbolLabel) return style.file(place);
  const name = symbol(symbolLabel, file);
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - displayWidth(place) - INDENT.length;
  const label = truncateMiddle(name, Math.max(LEAST_SHOWN, room));
  return `${style.file(place)}${INDENT}${style.symbol(label)}`;
}

/** One line with the other files that have the same passage; none if there is no other. */
function alsoIn({ alsoIn: files = [] }: SearchHit, root: string, view: View): string[] {
  if (files.length === 0) return [];
  const shown = files
    .slice(0, view.maxListed === null ? files.length : MOST_COPIES_SHOWN)
    .map((file) => view.file(root, file));
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : "";
  return [view.style.quiet(`${INDENT}also in ${shown.join(", ")}${more}`)];
}

/** With several branches: those that have the passage, and those whose version of the file lacks it. */
function branchLine({ branches = [], differsIn = [] }: SearchHit, view: View): string[] {
  if (branches.length === 0) return [];
  const differs = differsIn.length === 0 ? "" : `; differs in ${differsIn.join(", ")}`;
  return [view.style.quiet(`${INDENT}in ${branches.join(", ")}${differs}`)];
}

function codeLine(
  { number, text }: ExcerptLine,
  pattern: RegExp | null,
  { style, columns, tab }: View,
): string {
  const gutter = padStart(String(number), MIN_NUMBER_COLUMNS);
  const spaced = text.replaceAll("\t", tab);
  const fitted =
    columns === null ? spaced : fitting(spaced, columns - gutter.length - INDENT.length, pattern);
  return fitted === ""
    ? style.quiet(gutter)
    : `${style.quiet(gutter)}${INDENT}${highlight(fitted, pattern, style.match)}`;
}

/**
 * Cuts a line to fit: its beginning, or the part around the question's first word if that is too far right.
 */
function fitting(line: string, columns: number, pattern: RegExp | null): string {
  const from = startToSee(line, { start: firstMatch(line, pattern), leastColumns: LEAST_SHOWN }, columns);
  return truncate(from === 0 ? line : `…${line.slice(from)}`, columns);
}

/** Undefined for a result without a preview. */
function textOf(result: SearchHit): string | undefined {
  return isChunkResult(result) ? result.content : result.preview;
}

function firstLineOf(result: SearchHit): number {
  return (isChunkResult(result) ? undefined : result.previewStartLine) ?? result.span.startLine;
}

// Selects the few lines of a result that people see, with their line numbers. Pure.

interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** Share of the surrounding lines that come before the selected ones: code is read downwards. */
const LEAD_SHARE = 1 / 3;
const WEIGHTS = { named: 10_000, word: 10 } as const;

/** What the selected lines should contain. */
interface Wanted {
  readonly pattern: RegExp | null;
  /** Line numbers that the question names. */
  readonly lines: ReadonlySet<number>;
  /** Null for all. */
  readonly maxLines: number | null;
}

/**
 * The run of lines that contains a line which the question names, then most of its words, then more lines
 * with any of its words; the first of equal runs. Surrounding lines fill it up, fewer before than after.
 * Blank lines at the edges are removed.
 *
 * @param firstNumber line number of the first line of `text`
 */
export function excerpt(
  text: string,
  firstNumber: number,
  { pattern, lines: named, maxLines }: Wanted,
): ExcerptLine[] {
  const lines = text.split("\n").map((line, at) => ({ number: firstNumber + at, text: line.trimEnd() }));
  if (maxLines === null) return withoutBlankEdges(lines);
  const words = lines.map((line) => wordsIn(line.text, pattern));
  const isTelling = (at: number): boolean => named.has(firstNumber + at) || (words[at]?.size ?? 0) > 0;
  let best = 0;
  let bestScore = -1;
  for (let from = 0; from === 0 || from + maxLines <= lines.length; from++) {
    const run = words.slice(from, from + maxLines);
    const hasNamed = run.some((_, at) => named.has(firstNumber + from + at));
    const score =
      (hasNamed ? WEIGHTS.named : 0) +
      WEIGHTS.word * new Set(run.flatMap((held) => [...held])).size +
      run.filter((_, at) => isTelling(from + at)).length;
    if (score > bestScore) [best, bestScore] = [from, score];
  }
  // Among runs of equal score, the first one may end right after its last match: move it down for context.
  const first = lines.findIndex((_, at) => at >= best && isTelling(at));
  const last = lines.findLastIndex((_, at) => at < best + maxLines && isTelling(at));
  const lead = Math.floor((maxLines - (last - first + 1)) * LEAD_SHARE);
  const from = bestScore > 0 ? Math.max(best, Math.min(first - lead, lines.length - maxLines)) : best;
  return withoutBlankEdges(lines.slice(from, from + maxLines));
}

function withoutBlankEdges(lines: readonly ExcerptLine[]): ExcerptLine[] {
  const isText = (line: ExcerptLine): boolean => line.text.trim() !== "";
  const first = lines.findIndex(isText);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
