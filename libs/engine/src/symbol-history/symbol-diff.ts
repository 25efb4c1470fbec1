/** The lines that a commit changed in a symbol, in the format of `diff -u`, bounded. Pure. */
import { lineChanges } from "./line-changes.ts";

/** The lines of a symbol in one version; `startLine` is 1-based. */
export interface VersionLines {
  readonly startLine: number;
  readonly lines: readonly string[];
}

const CONTEXT_LINES = 2;
/** A generated table is no diff to read. */
const MAX_LINES = 400;
const MAX_LINE_CHARS = 300;

/**
 * Hunks with their `@@` lines, which count lines of the file.
 *
 * @param before null if the symbol is new
 */
export function symbolDiff(before: VersionLines | null, after: VersionLines): string[] {
  const old = before ?? { startLine: after.startLine, lines: [] };
  const diff: string[] = [];
  for (const group of grouped(lineChanges(old.lines, after.lines))) {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) continue;
    const lead = Math.min(CONTEXT_LINES, first.oldStart);
    const tail = Math.min(CONTEXT_LINES, old.lines.length - last.oldEnd);
    const oldCount = last.oldEnd - first.oldStart + lead + tail;
    const newCount = last.newEnd - first.newStart + lead + tail;
    diff.push(
      `@@ -${before ? old.startLine + first.oldStart - lead : 0},${oldCount} ` +
        `+${after.startLine + first.newStart - lead},${newCount} @@`,
    );
    let at = first.oldStart - lead;
    for (const { oldStart, oldEnd, newStart, newEnd } of group) {
      add(diff, " ", old.lines.slice(at, oldStart));
      add(diff, "-", old.lines.slice(oldStart, oldEnd));
      add(diff, "+", after.lines.slice(newStart, newEnd));
      at = oldEnd;
    }
    add(diff, " ", old.lines.slice(at, at + tail));
    if (diff.length >= MAX_LINES) break;
  }
  return diff.slice(0, MAX_LINES);
}

function add(diff: string[], mark: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_LINES)) diff.push(`${mark}${line.slice(0, MAX_LINE_CHARS)}`);
}

/** Changes whose contexts would overlap are shown together. */
function grouped<Change extends { readonly oldStart: number; readonly oldEnd: number }>(
  changes: readonly Change[],
): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last && change.oldStart - (last.at(-1)?.oldEnd ?? 0) <= 2 * CONTEXT_LINES) last.push(change);
    else groups.push([change]);
  }
  return groups;
}
