/**
 * Filters over chunks that were found by something else. It reads the table of files, which every store keeps
 * in memory, so that it is the same for all of them; SQL over the same paths takes over thirty times as long
 * (`ignore/simple-pattern.ts`).
 */
import { compilePathFilter } from "../../ignore/path-matcher.ts";
import { requireLanguages } from "../../scope/path-scope.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { FileTable } from "../../store/store.ts";

/** Lists that are empty are no filters. Patterns are those of gitignore; languages are ids or aliases. */
export interface ChunkFilters {
  readonly includeGlobs?: readonly string[] | undefined;
  readonly excludeGlobs?: readonly string[] | undefined;
  readonly languages?: readonly string[] | undefined;
}

/**
 * The rows whose files pass, in the order in which they came.
 *
 * @param rows of chunks of the snapshot that the table belongs to
 * @throws INVALID_ARGUMENTS for a language that is unknown
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
  // 0 for files that were not looked at.
  const verdicts = new Uint8Array(files.count);
  return rows.filter((row) => {
    const file = fileOfRow(files, row);
    if (verdicts[file] === 0) verdicts[file] = passes(file) ? 1 : 2;
    return verdicts[file] === 1;
  });
}
