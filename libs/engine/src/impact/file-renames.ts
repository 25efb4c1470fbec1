/**
 * Finds files that were renamed on disk, for which git has to be told first: equal contents, then similar
 * ones with the same extension. Pure.
 */
import { extname } from "node:path/posix";
import { compareText, nameOf } from "../model/paths.ts";
import { similarity } from "../lexical/code-tokens.ts";

/** A file that one version has and the other has not. */
export interface LoneFile {
  readonly path: string;
  /** Id of its content. */
  readonly id: string;
  /** Null if it was not read. */
  readonly text: string | null;
}

/** Git's threshold for a renamed file. */
const LEAST_SIMILARITY = 0.5;
/** Files of each version that are compared by their lines; git's limit as well. */
const MAX_FILES = 1_000;
/** Comparisons of two files. */
const MAX_COMPARED = 20_000;
/** Lines of a file that are compared. */
const MAX_LINES = 2_000;

/**
 * Old path by new path. Each file is renamed at most once: equal ones first, of the same name if possible;
 * then by similarity, new path, old path.
 *
 * @param check called for each step; may throw
 */
export function renamedOnDisk(
  gone: readonly LoneFile[],
  added: readonly LoneFile[],
  check: () => void,
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const used = new Set<string>();
  const byId = new Map<string, LoneFile[]>();
  for (const file of [...gone].sort(byPath)) byId.set(file.id, [...(byId.get(file.id) ?? []), file]);
  for (const file of [...added].sort(byPath)) {
    check();
    const equal = (byId.get(file.id) ?? []).slice(0, MAX_EQUAL).filter(({ path }) => !used.has(path));
    const found = equal.find(({ path }) => nameOf(path) === nameOf(file.path)) ?? equal[0];
    if (!found) continue;
    renames.set(file.path, found.path);
    used.add(found.path);
  }
  const scored = similarPairs(
    gone.filter(({ path }) => !used.has(path)).slice(0, MAX_FILES),
    added.filter(({ path }) => !renames.has(path)).slice(0, MAX_FILES),
    check,
  );
  for (const { from, to } of scored) {
    if (used.has(from) || renames.has(to)) continue;
    renames.set(to, from);
    used.add(from);
  }
  return renames;
}

/** Empty files and copies of one content. */
const MAX_EQUAL = 100;

interface ScoredPair {
  readonly from: string;
  readonly to: string;
  readonly score: number;
}

function similarPairs(
  gone: readonly LoneFile[],
  added: readonly LoneFile[],
  check: () => void,
): readonly ScoredPair[] {
  const linesOf = ({ text }: LoneFile): readonly string[] =>
    (text ?? "").split("\n", MAX_LINES).filter((line) => line.trim() !== "");
  const old = gone.map((file) => ({ ...file, lines: linesOf(file) })).sort(byPath);
  const pairs: ScoredPair[] = [];
  let compared = 0;
  for (const file of [...added].sort(byPath)) {
    const lines = linesOf(file);
    for (const other of old) {
      check();
      const most =
        (2 * Math.min(lines.length, other.lines.length)) / (lines.length + other.lines.length || 1);
      if (most < LEAST_SIMILARITY || extname(other.path) !== extname(file.path)) continue;
      if (++compared > MAX_COMPARED) break;
      const score = similarity(lines, other.lines);
      if (score >= LEAST_SIMILARITY) pairs.push({ from: other.path, to: file.path, score });
    }
  }
  return pairs.sort(
    (left, right) =>
      right.score - left.score || compareText(left.to, right.to) || compareText(left.from, right.from),
  );
}

function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return compareText(left.path, right.path);
}
