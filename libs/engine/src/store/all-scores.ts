/** Scores all vectors by brute force, if all of them are in memory. Pure. */
import { highest, spreadOf } from "../vectors/selection.ts";
import type { ScoredTable } from "../vectors/vector-table.ts";
import type { DenseScores, DenseQuery, FileTable } from "./store.ts";

/**
 * Cosines of everything in a table of vectors. Throws whatever `denseQuery.check` throws.
 *
 * @param vectors rows: one per file, one per path, then one per chunk
 */
export function allScores(
  vectors: ScoredTable,
  table: FileTable,
  query: Float32Array,
  denseQuery: DenseQuery,
): DenseScores {
  const { count } = table;
  const { check } = denseQuery;
  const files = vectors.score(query, { count, check });
  const paths = vectors.score(query, { first: count, count, check });
  const chunks = vectors.score(query, { first: count * 2, check });
  return {
    files: files.scores,
    paths: paths.scores,
    chunks: chunks.scores,
    closest: closestFiles(chunks.scores, table, denseQuery),
    spreads: { files: files.spread, paths: paths.spread, chunks: chunks.spread },
  };
}

/**
 * Adds the closest files and the spreads to columns of cosines.
 *
 * @param columns of everything that has a vector
 */
export function scoresOf(
  columns: Pick<DenseScores, "files" | "paths" | "chunks">,
  table: Pick<FileTable, "count" | "firstRows">,
  denseQuery: DenseQuery,
): DenseScores {
  const { files, paths, chunks } = columns;
  return {
    ...columns,
    closest: closestFiles(chunks, table, denseQuery),
    spreads: { files: spreadOf(files), paths: spreadOf(paths), chunks: spreadOf(chunks) },
  };
}

const FILES_PER_CHECK = 256;

function closestFiles(
  chunks: Float32Array,
  { count, firstRows }: Pick<FileTable, "count" | "firstRows">,
  { closest, allowed, check }: DenseQuery,
): number[] {
  const closeness = new Float32Array(count);
  const close = new Uint32Array(count);
  let found = 0;
  for (let file = 0; file < count; file++) {
    if (file % FILES_PER_CHECK === 0) check?.();
    if (allowed?.[file] === 0) continue;
    let best = 0;
    const end = firstRows[file + 1] as number;
    // Comparing takes a third of the time of `Math.max`.
    for (let row = firstRows[file] as number; row < end; row++)
      if ((chunks[row] as number) > best) best = chunks[row] as number;
    closeness[file] = best;
    if (best > 0) close[found++] = file;
  }
  return highest(close.subarray(0, found), closeness, closest).sort(
    (left, right) => (closeness[right] as number) - (closeness[left] as number) || left - right,
  );
}
