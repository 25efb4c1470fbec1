/**
 * The lines that differ between two versions of a text, and where lines of one version are in the other.
 * Pure.
 *
 * Common lines at both ends are cut off; the rest is compared with the greedy algorithm of Myers, "An O(ND)
 * Difference Algorithm and Its Variations" (1986). Texts that differ in too many lines count as one change.
 */

/** Lines that were replaced: 0-based, ends exclusive. One side is empty for pure insertions and deletions. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Lines that are inserted or deleted; beyond it, everything between the common ends is one change. */
const MAX_EDITS = 2_000;

/** Lines without their ends, so that texts with different line ends are equal. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Changes from `before` to `after`, in order, not touching each other. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail++;
  const oldLines = before.slice(start, before.length - tail);
  const newLines = after.slice(start, after.length - tail);
  if (oldLines.length === 0 && newLines.length === 0) return [];
  const whole = { oldStart: 0, oldEnd: oldLines.length, newStart: 0, newEnd: newLines.length };
  const inner =
    oldLines.length === 0 || newLines.length === 0 ? [whole] : (shortestEdit(oldLines, newLines) ?? [whole]);
  return inner.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    oldStart: oldStart + start,
    oldEnd: oldEnd + start,
    newStart: newStart + start,
    newEnd: newEnd + start,
  }));
}

/** The changes of a shortest edit script; null if it has more than `MAX_EDITS` lines. */
function shortestEdit(before: readonly string[], after: readonly string[]): LineChange[] | null {
  const most = Math.min(MAX_EDITS, before.length + after.length);
  const offset = most + 1;
  // `furthest[k + offset]` is the furthest old line on diagonal k, where k = old − new.
  const furthest = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    steps.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = goesDown(furthest, offset + k, k, edits);
      let old = isDown ? at(furthest, offset + k + 1) : at(furthest, offset + k - 1) + 1;
      while (old < before.length && old - k < after.length && before[old] === after[old - k]) old++;
      furthest[offset + k] = old;
      if (old >= before.length && old - k >= after.length)
        return changesOf(steps, before.length, after.length);
    }
  }
  return null;
}

/** Whether the path to a diagonal comes from an insertion. */
function goesDown(furthest: Int32Array, index: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && at(furthest, index - 1) < at(furthest, index + 1));
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}

/** Follows the recorded steps back from the end. */
function changesOf(steps: readonly Int32Array[], oldLength: number, newLength: number): LineChange[] {
  const changes: LineChange[] = [];
  let [old, now] = [oldLength, newLength];
  for (let edits = steps.length - 1; edits > 0; edits--) {
    // The recorded part of step d starts at diagonal −d − 1.
    const furthest = steps[edits] as Int32Array;
    const k = old - now;
    const isDown = goesDown(furthest, k + edits + 1, k, edits);
    const from = isDown ? k + 1 : k - 1;
    const fromOld = at(furthest, from + edits + 1);
    const fromNew = fromOld - from;
    const change = isDown
      ? { oldStart: fromOld, oldEnd: fromOld, newStart: fromNew, newEnd: fromNew + 1 }
      : { oldStart: fromOld, oldEnd: fromOld + 1, newStart: fromNew, newEnd: fromNew };
    const next = changes.at(-1);
    if (next && next.oldStart === change.oldEnd && next.newStart === change.newEnd)
      changes[changes.length - 1] = { ...next, oldStart: change.oldStart, newStart: change.newStart };
    else changes.push(change);
    [old, now] = [fromOld, fromNew];
  }
  return changes.reverse();
}

/** Lines of a version: 1-based, both ends included. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Where the lines of the newer version are in the older one; null if a change touches them. A change that
 * ends right before the first line or starts right after the last one touches them, too: a decorator may have
 * been removed there.
 */
export function unchangedRange(
  changes: readonly LineChange[],
  { startLine, endLine }: LineRange,
): LineRange | null {
  let shift = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    if (newEnd < startLine - 1) shift += oldEnd - oldStart - (newEnd - newStart);
    else if (newStart <= endLine) return null;
  }
  return { startLine: startLine + shift, endLine: endLine + shift };
}

/** The lines of the older version that the lines of the newer one stand for, as far as it has any. */
export function mappedRange(changes: readonly LineChange[], { startLine, endLine }: LineRange): LineRange {
  const start = olderLine(changes, startLine - 1, "start");
  const end = olderLine(changes, endLine, "end");
  return { startLine: start + 1, endLine: Math.max(start + 1, end) };
}

/** @param line 0-based boundary between two lines of the newer version */
function olderLine(changes: readonly LineChange[], line: number, side: "start" | "end"): number {
  let shift = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    if (newStart >= line && !(side === "start" && newStart === line && newEnd > line)) break;
    if (newEnd > line) return side === "start" ? oldStart : oldEnd;
    shift = oldEnd - newEnd;
  }
  return line + shift;
}
