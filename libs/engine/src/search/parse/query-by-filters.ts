/**
 * Applies filters to chunks that something else found. It reads the table of files, which every store keeps
 * in memory, so that filters mean the same for all stores. SQL over the same paths takes more than thirty
 * times as long (`ignore/simple-pattern.ts`).
 */
import { compilePathFilter } from "../../ignore/path-matcher.ts";
import { requireLanguages } from "../../scope/path-scope.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { FileTable } from "../../store/store.ts";

/** An empty list filters nothing. Patterns use gitignore syntax; languages are ids or aliases. */
export interface ChunkFilters {
  readonly includeGlobs?: readonly string[] | undefined;
  readonly excludeGlobs?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
}

/**
 * Rows whose files pass the filters, in their original order.
 *
 * @param rows rows of chunks, from the snapshot that the table belongs to
 * @throws INVALID_ARGUMENTS for an unknown language
 */
export function queryByFilters(
  files: FileTable,
  rows: readonly number[],
  { includeGlobs = [], excludeGlobs = [], languages = [] }: ChunkFilters,
): number[] {
  const fits = compilePathFilter(includeGlobs, excludeGlobs);
  const spoken = requireLanguages(languages);
  const passes = (file: number): boolean =>
    (spoken.size === 0 || spoken.has(files.languages[file] as string)) && fits(files.paths[file] as string);
  // 0: not checked yet, 1: passes, 2: does not pass.
  const verdicts = new Uint8Array(files.count);
  return rows.filter((row) => {
    const file = fileOfRow(files, row);
    if (verdicts[file] === 0) verdicts[file] = passes(file) ? 1 : 2;
    return verdicts[file] === 1;
  });
}
