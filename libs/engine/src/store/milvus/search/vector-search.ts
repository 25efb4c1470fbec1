/**
 * The dense retriever: the closest files according to Milvus, the cosines of all candidates, and the spread
 * of cosines from a sample.
 */
import type { DenseScores, DenseQuery } from "../../store.ts";
import { spreadOf } from "../../../vectors/selection.ts";
import { fileOfRow } from "../../file-of-row.ts";
import { MAX_SEARCH_ROWS, oneOf, quoted } from "../connection/collection.ts";
import { chunkFilter } from "./file-filter.ts";
import { ROW_KINDS, parseRowId, rowId } from "../file-rows.ts";
import { type VectorSample, dot } from "./vector-sample.ts";
import { type MilvusIndexState, rowOf } from "./word-search.ts";

/** Chunks requested per wanted file, because chunks of a close file are often close too. */
const CHUNKS_PER_FILE = 6;
/** Rows requested to find the closest one of this checkout among those of others. */
const CLOSEST_ROWS = 20;
/** Most rows per query for the cosines of candidates; below the limit of Milvus. */
const ROWS_AT_ONCE = 12_000;
/** Rows whose vectors are requested per call. */
const VECTORS_AT_ONCE = 500;

type Columns = Pick<DenseScores, "files" | "paths" | "chunks">;

/** Cosines as `Snapshot.dense` returns them. Throws `STORE_UNAVAILABLE`. */
export async function searchVectors(
  held: MilvusIndexState,
  sample: VectorSample,
  query: Float32Array,
  denseQuery: DenseQuery,
): Promise<DenseScores> {
  const { count, firstRows } = held.files;
  const columns: Columns = {
    files: new Float32Array(count),
    paths: new Float32Array(count),
    chunks: new Float32Array(firstRows[count] as number),
  };
  const vector = [...query];
  const [closest, maxima, sampled] = await Promise.all([
    closestFiles(held, vector, denseQuery),
    largest(held, vector),
    sample.scores(query, denseQuery.check),
    fill(columns, held, { vector, wanted: denseQuery.candidates, check: denseQuery.check }),
  ]);
  const asked = new Set(denseQuery.candidates);
  await fill(columns, held, {
    vector,
    wanted: closest.filter((file) => !asked.has(file)),
    check: denseQuery.check,
  });
  const spread = (name: keyof Columns): { median: number; max: number } => {
    const { median, max } = spreadOf(sampled[name]);
    return { median, max: Math.max(max, maxima[name]) };
  };
  return {
    ...columns,
    closest,
    spreads: { files: spread("files"), paths: spread("paths"), chunks: spread("chunks") },
  };
}

/**
 * Files by their closest chunk with a cosine above 0: cosine descending, then file. Rows may belong to other
 * checkouts.
 */
async function closestFiles(
  held: MilvusIndexState,
  vector: readonly number[],
  { closest, allowed, check }: DenseQuery,
): Promise<number[]> {
  const { collection, files, versions, stale, codebase } = held;
  const filter = chunkFilter({ codebase, files, versions, allowed, stale, check });
  if (!filter || closest === 0) return [];
  const { firstRows } = files;
  let there = 0;
  for (let file = 0; file < files.count; file++) {
    check?.();
    if (allowed?.[file] !== 0) there += (firstRows[file + 1] as number) - (firstRows[file] as number);
  }
  for (let wanted = Math.ceil((closest * CHUNKS_PER_FILE) / Math.max(0.1, filter.share)); ; wanted *= 4) {
    const rows = await collection.searchVectors(vector, {
      filter: filter.expression,
      limit: Math.min(wanted, MAX_SEARCH_ROWS),
    });
    const closeness = new Map<number, number>();
    let ours = 0;
    for (const { id, score } of rows) {
      check?.();
      const row = rowOf(held, id);
      const file = row === null ? null : fileOfRow(files, row);
      if (file === null || allowed?.[file] === 0) continue;
      ours++;
      if (score > 0) closeness.set(file, Math.max(score, closeness.get(file) ?? 0));
    }
    const isAll = ours >= there || wanted >= MAX_SEARCH_ROWS;
    if (closeness.size < closest && !isAll) continue;
    return [...closeness]
      .sort(([left, a], [right, b]) => b - a || left - right)
      .slice(0, closest)
      .map(([file]) => file);
  }
}

/** Highest cosine of this checkout's chunks, files and paths; 0 if the closest rows all belong to others. */
async function largest(
  { collection, codebase, stale, files, versions, fileOfVersion }: MilvusIndexState,
  vector: readonly number[],
): Promise<Readonly<Record<keyof Columns, number>>> {
  const chunks = chunkFilter({ codebase, files, versions, allowed: null, stale })?.expression ?? "";
  const top = async (kind: number): Promise<number> => {
    const filter = chunks.replace(`kind == ${ROW_KINDS.chunk}`, `kind == ${kind}`);
    const rows = await collection.searchVectors(vector, { filter, limit: CLOSEST_ROWS });
    return rows.find(({ id }) => fileOfVersion.has(parseRowId(id).version))?.score ?? 0;
  };
  const [ofChunks, ofFiles, ofPaths] = await Promise.all([
    top(ROW_KINDS.chunk),
    top(ROW_KINDS.file),
    top(ROW_KINDS.path),
  ]);
  return { chunks: ofChunks, files: ofFiles, paths: ofPaths };
}

interface Wanted {
  readonly vector: readonly number[];
  readonly wanted: readonly number[];
  readonly check: (() => void) | undefined;
}

/** Fills in the cosines of all rows of some files. */
async function fill(
  columns: Columns,
  held: MilvusIndexState,
  { vector, wanted, check }: Wanted,
): Promise<void> {
  const { collection, codebase, versions, fileOfVersion } = held;
  const { firstRows } = held.files;
  const chunksOf = (file: number): number => (firstRows[file + 1] as number) - (firstRows[file] as number);
  const place = (id: string, score: number): void => {
    const { version, part } = parseRowId(id);
    const file = fileOfVersion.get(version) as number;
    if (part === -2) columns.paths[file] = score;
    else if (part === -1) columns.files[file] = score;
    else columns.chunks[(firstRows[file] as number) + part] = score;
  };
  await Promise.all(
    inPortions(wanted, (file) => 2 + chunksOf(file)).map(async ({ portion, rows }) => {
      const filter = `codebase == ${quoted(codebase)} and ${oneOf(
        "file",
        portion.map((file) => versions[file] as string),
      )}`;
      const found = await collection.searchVectors(vector, {
        filter,
        limit: Math.min(rows, MAX_SEARCH_ROWS),
      });
      const left = new Set(
        portion.flatMap((file) =>
          partsOf(chunksOf(file)).map((part) => rowId(codebase, versions[file] as string, part)),
        ),
      );
      for (const { id, score } of found) {
        check?.();
        place(id, score);
        left.delete(id);
      }
      // Rows that an approximate index missed.
      for (let ids = [...left]; ids.length > 0; ids = ids.slice(VECTORS_AT_ONCE)) {
        for (const { id, dense } of await collection.get(ids.slice(0, VECTORS_AT_ONCE), ["dense"])) {
          check?.();
          place(id, dot(vector, dense as number[]));
        }
      }
      // A file of one chunk has no vector of its own; the chunk's counts.
      for (const file of portion)
        if (chunksOf(file) === 1) columns.files[file] = columns.chunks[firstRows[file] as number] as number;
    }),
  );
}

/** Parts of a file with that many chunks, numbered as in `fileRows`. */
function partsOf(chunks: number): number[] {
  return Array.from({ length: chunks + (chunks > 1 ? 2 : 1) }, (_, at) =>
    chunks > 1 ? at - 2 : at === 0 ? -2 : at - 1,
  );
}

/** Files with chunks, in portions of at most `ROWS_AT_ONCE` rows. */
function inPortions(
  files: readonly number[],
  rowsOf: (file: number) => number,
): { readonly portion: number[]; rows: number }[] {
  const portions: { portion: number[]; rows: number }[] = [];
  for (const file of files) {
    const rows = rowsOf(file);
    if (rows === 2) continue;
    const last = portions.at(-1);
    if (last && last.rows + rows <= ROWS_AT_ONCE) {
      last.portion.push(file);
      last.rows += rows;
    } else portions.push({ portion: [file], rows });
  }
  return portions;
}
