/**
 * Applies the hunks of one file, forwards or backwards. Lines have to be equal; a hunk may be at other lines
 * than it says, as after other changes of the file. Line ends may differ. Pure.
 */
import type { Hunk } from "./parse-diff.ts";

export type Direction = "forward" | "reverse";

/** A text as lines without their line feeds. */
export interface TextLines {
  readonly lines: readonly string[];
  /** Whether the last line has no line feed. False without lines. */
  readonly isUnended: boolean;
}

const BYTE_ORDER_MARK = "\ufeff";

export const NO_LINES: TextLines = { lines: [], isUnended: false };

export type Applied =
  | {
      readonly kind: "applied";
      readonly text: TextLines;
      /** Lines of the text that had to be equal, and were. */
      readonly equalLines: number;
      /** Hunks that were not at the lines that they name. */
      readonly displaced: number;
    }
  /** Null if the work was given up: hunks are too far from where they say. */
  | { readonly kind: "failed"; readonly hunk: Hunk };

/** Comparisons of lines while looking for displaced hunks, in all files of a diff together. */
export class SearchBudget {
  remaining = 5_000_000;
}

export function linesOf(text: string): TextLines {
  if (text === "") return NO_LINES;
  const lines = text.split("\n");
  if (lines.at(-1) !== "") return { lines, isUnended: true };
  lines.pop();
  return { lines, isUnended: false };
}

export function textOf({ lines, isUnended }: TextLines): string {
  return lines.length === 0 ? "" : lines.join("\n") + (isUnended ? "" : "\n");
}

interface ApplyOptions {
  readonly direction: Direction;
  readonly budget: SearchBudget;
  /** Called for each hunk; may throw. */
  readonly check: () => void;
}

/** A hunk in the direction in which it is applied. */
interface DirectedHunk {
  readonly hunk: Hunk;
  /** Position of its first line, from 0. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly afterIsUnended: boolean;
}

export function applyHunks(text: TextLines, hunks: readonly Hunk[], options: ApplyOptions): Applied {
  const result: string[] = [];
  let isUnended = text.isUnended;
  let at = 0;
  let [shift, equalLines, displaced] = [0, 0, 0];
  for (const hunk of hunks) {
    options.check();
    const directed = directedHunk(hunk, options.direction);
    const found = positionOf(text.lines, directed, { from: at, expected: directed.start + shift }, options);
    if (found === null) return { kind: "failed", hunk };
    if (found !== directed.start + shift) displaced++;
    shift = found - directed.start;
    for (; at < found; at++) result.push(text.lines[at] as string);
    at += directed.before.length;
    const kind = lineEnds(text.lines[found] ?? text.lines[0], directed.before[0]);
    for (const line of directed.after) result.push(withLineEnd(line, kind));
    equalLines += directed.before.length;
    if (at === text.lines.length) isUnended = directed.afterIsUnended;
  }
  for (; at < text.lines.length; at++) result.push(text.lines[at] as string);
  return {
    kind: "applied",
    text: { lines: result, isUnended: result.length > 0 && isUnended },
    equalLines,
    displaced,
  };
}

function directedHunk(hunk: Hunk, direction: Direction): DirectedHunk {
  const old = { sign: "-", start: hunk.oldStart, count: hunk.oldCount, isUnended: hunk.oldIsUnended };
  const now = { sign: "+", start: hunk.newStart, count: hunk.newCount, isUnended: hunk.newIsUnended };
  const [from, to] = direction === "forward" ? [old, now] : [now, old];
  const isAtTop = Math.min(hunk.oldStart, hunk.newStart) <= 1;
  // The text of a file has no byte order mark, but a diff has it on the first line.
  const linesWithout = (sign: string): string[] =>
    hunk.lines
      .filter((line) => line[0] !== sign)
      .map((line, at) =>
        isAtTop && at === 0 && line[1] === BYTE_ORDER_MARK ? line.slice(2) : line.slice(1),
      );
  return {
    hunk,
    // An empty range names the line before it.
    start: from.count === 0 ? from.start : from.start - 1,
    before: linesWithout(to.sign),
    after: linesWithout(from.sign),
    afterIsUnended: to.isUnended,
  };
}

interface Expected {
  /** The first position that is free. */
  readonly from: number;
  readonly expected: number;
}

/** The position nearest to the expected one at which all lines are equal; the earlier of two. */
function positionOf(
  lines: readonly string[],
  { before }: DirectedHunk,
  { from, expected }: Expected,
  { budget }: ApplyOptions,
): number | null {
  const last = lines.length - before.length;
  const fits = (at: number): boolean => at >= from && at <= last && isAt(lines, before, at, budget);
  if (fits(expected)) return expected;
  // Without lines to compare, any other position is as good.
  if (before.length === 0) return null;
  for (let distance = 1; expected - distance >= from || expected + distance <= last; distance++) {
    if (budget.remaining-- <= 0) return null;
    if (fits(expected - distance)) return expected - distance;
    if (fits(expected + distance)) return expected + distance;
  }
  return null;
}

function isAt(
  lines: readonly string[],
  before: readonly string[],
  at: number,
  budget: SearchBudget,
): boolean {
  for (const [offset, line] of before.entries()) {
    budget.remaining--;
    if (!isSameLine(lines[at + offset] as string, line)) return false;
  }
  return true;
}

/** Programs that pass a diff on may change its line ends. */
function isSameLine(left: string, right: string): boolean {
  return left === right || withoutReturn(left) === withoutReturn(right);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** How added lines end: as the diff says, unless a program has changed all its line ends. */
function lineEnds(inText: string | undefined, inDiff: string | undefined): "as_is" | "with" | "without" {
  const [hasReturn, isWritten] = [inText?.endsWith("\r") === true, inDiff?.endsWith("\r") === true];
  return hasReturn === isWritten ? "as_is" : hasReturn ? "with" : "without";
}

function withLineEnd(line: string, kind: ReturnType<typeof lineEnds>): string {
  const plain = withoutReturn(line);
  return kind === "as_is" ? line : kind === "with" ? `${plain}\r` : plain;
}
