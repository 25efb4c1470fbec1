/** The part of a snapshot in memory: columns of all files, and recently read contents. */
import { decodeCommits, type IndexedHistory } from "../../../model/history.ts";
import { compareText } from "../../../model/paths.ts";
import type { CompletionMarker, WordsMarker } from "../../../model/run.ts";
import type { Database } from "../../../sqlite/driver.ts";
import type { FileTable } from "../../store.ts";
import { Digests } from "../checks/digests.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { readFileColumns } from "../file-rows.ts";
import { type ChunkOffsets, ChunkRows } from "../lexical/chunk-rows.ts";
import { LexicalTables } from "../lexical/lexical-tables.ts";
import type { RunTables } from "../run-tables.ts";
import { PARSING } from "../schema.ts";
import { keepsVersions } from "../version-tables.ts";
import { readSkipped, readStoredHistory } from "../whole-reads.ts";
import { CallTables } from "./call-facts.ts";
import type { FileMemory, PoolMemory } from "./file-memory.ts";
import { StoredVectors } from "./stored-vectors.ts";
import { StoredEncodings } from "./stored-encodings.ts";
import { SymbolNames } from "./symbol-names.ts";

export interface SnapshotTables {
  readonly marker: CompletionMarker | WordsMarker;
  readonly sequence: number;
  /** Rises when any view adds or removes versions of files. */
  readonly versions: number;
  /** Numbers of the run's own tables, and of its pool. */
  readonly run: number;
  readonly pool: number;
  readonly files: FileTable;
  readonly skippedFiles: number;
  /** What it shares with other views of its pool. */
  readonly memory: PoolMemory;
  /** By database id of files that were examined: whether all of their words are in the lexical index. */
  readonly wholeFiles: Map<number, boolean>;
  readonly calls: CallTables;
  /** Symbol names of this state. */
  readonly names: SymbolNames;
  readonly encodings: StoredEncodings;
  /** Database id of each file, in the order of `files`. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
  /** Size of each file, in bytes. */
  readonly sizes: Float64Array;
  /** File of each chunk, by row. Empty if words are stored elsewhere. */
  readonly fileOfChunk: Uint32Array;
  readonly positions: ReadonlyMap<string, number>;
  readonly lexical: LexicalTables;
  readonly words: ChunkWords;
  readonly vectors: StoredVectors;
  readonly history: StoredHistory;
}

type Version = Pick<SnapshotTables, "marker" | "sequence" | "versions" | "run" | "pool">;

/**
 * Loads the tables of a state. Throws `STORE_CORRUPT`.
 *
 * @param previous an earlier state of the view; what is the same is taken from it
 * @param shared what views of the file share, and the view that uses it
 */
export function loadTables(
  database: Database,
  version: Version,
  previous: SnapshotTables | null,
  shared: { readonly file: FileMemory; readonly user: object },
): SnapshotTables {
  const { files, fileIds, sizes, firstChunks } = readSortedFiles(database, version);
  const fileById = new Map(fileIds.map((id, file) => [id, file]));
  const positions = new Map(files.paths.map((path, file) => [path, file]));
  if (positions.size !== files.count)
    throw damaged(`file_${version.pool}, path: ${files.count - positions.size} paths are there twice`);
  requireOwnIds(database, version.pool, fileIds);
  const words = wordsOf(database, version.pool, {
    firstChunks: Float64Array.from(firstChunks),
    firstRows: files.firstRows,
  });
  const kept = isSamePool(version, previous) ? previous : null;
  const memory = shared.file.use(shared.user, version.pool, fileById);
  return {
    ...version,
    files,
    fileIds,
    fileById,
    fileOfChunk: words.fileOfChunk,
    skippedFiles: readSkipped(database, version.run).length,
    memory,
    wholeFiles: new Map([...(kept?.wholeFiles ?? [])].filter(([id]) => fileById.has(id))),
    calls: kept?.memory === memory ? kept.calls : new CallTables(memory),
    names: new SymbolNames(version.pool, (id) => fileById.has(id)),
    encodings: new StoredEncodings(version.pool),
    sizes: Float64Array.from(sizes),
    positions,
    words,
    lexical: new LexicalTables(
      { run: version.run, pool: version.pool, files, fileIds, fileById, ...words },
      previous?.lexical ?? null,
    ),
    vectors: new StoredVectors(
      { dimension: version.marker.fingerprint.embeddingDimension, files, fileIds },
      memory.vectors,
    ),
    history: new StoredHistory(version.run, kept?.history ?? null),
  };
}

/** Throws `STORE_CORRUPT` if the pool would give out an id that a file has. */
function requireOwnIds(database: Database, pool: number, fileIds: readonly number[]): void {
  const { nextFile } = new Digests(database, pool).read();
  const taken = fileIds.find((id) => id >= nextFile);
  if (taken !== undefined)
    throw damaged(`digest_${pool}: the next file is ${nextFile}, but there is ${taken}`);
}

/**
 * The same state of a view after other views have changed the pool: what is known of its files stays, but
 * segments of posting lists and sums of names are of the pool as a whole.
 */
export function withOtherVersions(tables: SnapshotTables, versions: number): SnapshotTables {
  const { run, pool, files, fileIds, fileById, words } = tables;
  return {
    ...tables,
    versions,
    names: new SymbolNames(pool, (id) => fileById.has(id)),
    lexical: new LexicalTables({ run, pool, files, fileIds, fileById, ...words }, tables.lexical),
  };
}

interface SortedFiles {
  readonly files: FileTable;
  readonly fileIds: readonly number[];
  readonly sizes: readonly number[];
  readonly firstChunks: readonly number[];
}

/** All files, by path. Throws `STORE_CORRUPT`. */
function readSortedFiles(database: Database, tables: RunTables): SortedFiles {
  const read = readFileColumns(database, tables);
  const { count, paths } = read;
  // Not sorted by SQLite, which compares UTF-8 bytes. That differs from the order of strings above U+FFFF. It
  // would also read paths from their index, which is not verified.
  const order = Uint32Array.from(paths.keys()).sort((left, right) =>
    compareText(paths[left] as string, paths[right] as string),
  );
  const inOrder = <Value>(column: readonly Value[]): Value[] =>
    Array.from(order, (row) => column[row] as Value);
  const [fileIds, lineCounts, chunkCounts, sizes, parsings] = [
    inOrder(read.ids),
    inOrder(read.lineCounts),
    inOrder(read.chunkCounts),
    inOrder(read.sizes),
    inOrder(read.parsings),
  ];
  requireChunkCounts({ fileIds, chunkCounts, lineCounts, sizes }, `file_${tables.pool}`);
  const firstRows = new Uint32Array(count + 1);
  for (let file = 0; file < count; file++)
    firstRows[file + 1] = (firstRows[file] as number) + (chunkCounts[file] as number);
  const files: FileTable = {
    count,
    paths: inOrder(paths),
    languages: shareEqual(inOrder(read.languages)),
    lineCounts: Uint32Array.from(lineCounts),
    pathClasses: Uint32Array.from(inOrder(read.pathClasses)),
    withSyntaxErrors: Uint8Array.from(parsings, (parsing) => Number(parsing === PARSING.withErrors)),
    unparsed: Uint8Array.from(parsings, (parsing) => Number(parsing === PARSING.plainText)),
    nameParts: inOrder(read.nameParts),
    inDegrees: Uint32Array.from(inOrder(read.inDegrees)),
    indexedAtMs: Float64Array.from(inOrder(read.indexedAtMs)),
    firstRows,
  };
  return { files, fileIds, sizes, firstChunks: inOrder(read.firstChunks) };
}

function isSamePool({ pool }: Version, previous: SnapshotTables | null): previous is SnapshotTables {
  return previous?.pool === pool;
}

/**
 * Throws `STORE_CORRUPT` for impossible numbers, because a changed bit could make a number so large that it
 * takes all memory. A chunk has at least one line, and every line except the last at least one byte.
 */
function requireChunkCounts(
  {
    fileIds,
    chunkCounts,
    lineCounts,
    sizes,
  }: Readonly<Record<"fileIds" | "chunkCounts" | "lineCounts" | "sizes", readonly number[]>>,
  table: string,
): void {
  for (const [file, chunks] of chunkCounts.entries()) {
    const [lines, size] = [lineCounts[file] as number, sizes[file] as number];
    if (chunks < 0 || chunks > Math.max(1, lines) || lines > size + 1)
      throw damaged(`${table}, id ${fileIds[file]}: ${chunks} chunks of ${lines} lines of ${size} bytes`);
  }
}

interface ChunkWords extends ChunkOffsets {
  readonly chunkRows: ChunkRows;
  readonly fileOfChunk: Uint32Array;
}

/** Location of the chunks' words. */
function wordsOf(database: Database, pool: number, places: ChunkOffsets): ChunkWords {
  if (keepsVersions(database, pool))
    return { ...places, chunkRows: ChunkRows.NONE, fileOfChunk: new Uint32Array() };
  const chunkRows = ChunkRows.of(places, pool);
  return {
    ...places,
    chunkRows,
    fileOfChunk: decoded(`file_${pool}, chunk_count`, () => fileOfRows(places.firstRows)),
  };
}

function fileOfRows(firstRows: Uint32Array): Uint32Array {
  const files = new Uint32Array(firstRows.at(-1) ?? 0);
  for (let file = 0; file + 1 < firstRows.length; file++)
    files.fill(file, firstRows[file], firstRows[file + 1]);
  return files;
}

/** Shares equal strings, because thousands of files have the same few languages. */
function shareEqual(values: readonly string[]): string[] {
  const known = new Map<string, string>();
  return values.map((value) => {
    const shared = known.get(value);
    if (shared === undefined) known.set(value, value);
    return shared ?? value;
  });
}

// The history of one state of an index, decoded when a question first needs it.

interface Loaded {
  readonly bytes: Uint8Array;
  readonly history: IndexedHistory;
}

class StoredHistory {
  /** Of this state, or of an earlier one. */
  private known: Loaded | null;
  private isOfThis = false;

  /** @param previous history of an earlier state; commits are decoded again only if they differ */
  constructor(
    private readonly run: number,
    previous: StoredHistory | null,
  ) {
    this.known = previous?.known ?? null;
  }

  /** The history; null if none was written. Throws `STORE_CORRUPT`. */
  of(database: Database): IndexedHistory | null {
    if (this.isOfThis) return this.known?.history ?? null;
    const stored = readStoredHistory(database, this.run);
    this.known = stored ? this.loaded(stored.commits) : null;
    this.isOfThis = true;
    return this.known?.history ?? null;
  }

  private loaded(bytes: Uint8Array): Loaded {
    if (this.known && Buffer.compare(this.known.bytes, bytes) === 0) return this.known;
    return {
      bytes: Uint8Array.from(bytes),
      history: decoded(`history_${this.run}, commits`, () => decodeCommits(bytes)),
    };
  }
}
