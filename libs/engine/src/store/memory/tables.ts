/** Builds the tables of a snapshot from all its files. */
import { VectorTable } from "../../vectors/vector-table.ts";
import type { FileTable, StorableFile } from "../store.ts";

export function fileTable(files: readonly StorableFile[], inDegrees: ReadonlyMap<string, number>): FileTable {
  const firstRows = new Uint32Array(files.length + 1);
  for (const [at, { lexical }] of files.entries())
    firstRows[at + 1] = (firstRows[at] as number) + lexical.length;
  return {
    count: files.length,
    paths: files.map(({ path }) => path),
    languages: files.map(({ language }) => language),
    lineCounts: Uint32Array.from(files, ({ lineCount }) => lineCount),
    pathClasses: Uint32Array.from(files, ({ pathClass }) => pathClass),
    withSyntaxErrors: Uint8Array.from(files, ({ isDegraded, hasSyntaxErrors }) =>
      Number(hasSyntaxErrors && !isDegraded),
    ),
    unparsed: Uint8Array.from(files, ({ isDegraded }) => Number(isDegraded)),
    nameParts: files.map(({ nameParts }) => nameParts),
    inDegrees: Uint32Array.from(files, ({ path }) => inDegrees.get(path) ?? 0),
    indexedAtMs: Float64Array.from(files, ({ indexedAtMs }) => indexedAtMs),
    firstRows,
  };
}

/** Rows: one per file, one per path, then one per chunk. Null without an embedder. */
export function vectorTable(
  files: readonly StorableFile[],
  { count, firstRows }: FileTable,
  dimension: number | null,
): VectorTable | null {
  if (dimension === null || dimension === 0) return null;
  const table = new VectorTable(count * 2 + (firstRows[count] as number), dimension);
  for (const [at, { vectors, lexical }] of files.entries()) {
    if (!vectors) continue;
    const { values, scales } = vectors;
    // A file of one chunk has no vector of its own. The chunk's vector is stored at that position.
    const firstChunk = scales.length - lexical.length;
    const put = (row: number, from: number, to: number): void =>
      table.set(row, values.subarray(from * dimension, to * dimension), scales.subarray(from, to));
    put(count + at, 0, 1);
    put(at, 1, 2);
    put(count * 2 + (firstRows[at] as number), firstChunk, scales.length);
  }
  return table;
}
