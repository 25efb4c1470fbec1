/** The files that changed most often in the commits that changed a symbol. Pure. */
import { LIMITS, type ChangedTogether } from "@satori/contracts";
import type { CommitDetails } from "../git/file-log.ts";
import { compareText } from "../model/paths.ts";

/** A pair of changes may be chance. */
const MIN_COMMITS = 2;

/**
 * By number of commits, descending, then by file. Merges count for nothing: their files are those of other
 * commits.
 *
 * @param own all files that the symbol was in
 * @param nameOf the name of a file in the answer; null for one that the answer may not name
 */
export function changedTogether(
  commits: readonly CommitDetails[],
  own: ReadonlySet<string>,
  nameOf: (path: string) => string | null,
): ChangedTogether[] {
  const { maxFilesTogether, maxChangedTogether } = LIMITS.symbolHistory;
  const counts = new Map<string, number>();
  for (const { parents, changes } of commits) {
    if (parents.length > 1 || changes.length > maxFilesTogether) continue;
    for (const { path } of changes) if (!own.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts]
    .flatMap(([path, count]) => {
      const file = nameOf(path);
      return file === null || count < MIN_COMMITS ? [] : [{ file, commits: count }];
    })
    .sort((left, right) => right.commits - left.commits || compareText(left.file, right.file))
    .slice(0, maxChangedTogether);
}
