/** Data of lexical search in memory for one state of a codebase, read when a question first needs it. */
import type { Database } from "../../../sqlite/driver.ts";
import { B, K1 } from "../../bm25.ts";
import { Digests } from "../checks/digests.ts";
import { type LengthsTarget, readAllLengths, readLengths } from "./chunk-lengths.ts";
import type { RunTables } from "../run-tables.ts";
import { RecentCache } from "../snapshot/recent-cache.ts";
import type { ChunkRows } from "./chunk-rows.ts";
import { type PostingList, PostingReader } from "./posting-reader.ts";
import type { Segment } from "./segments.ts";

/**
 * Postings to cache, at thirteen bytes each; a token counts as `TOKEN_COSTS` more, a kilobyte. The limit is
 * this number or twice the number of chunks, whichever is larger: all lists of one question have to fit,
 * since it reads them several times.
 */
const MIN_REMEMBERED = 1_000_000;
const REMEMBERED_PER_CHUNK = 2;
const TOKEN_COSTS = 80;

/** Chunks of a run's files, with the numbers of its tables. */
export interface PoolChunks extends FileChunks, RunTables {}

/** Statistics over all chunks, which scores depend on. */
export interface ChunkStatistics {
  readonly chunks: number;
  /**
   * By row: what BM25 adds to a token's frequency in the denominator, which grows with the chunk's length.
   */
  readonly lengthNorms: Float64Array;
}

interface Loaded extends ChunkStatistics {
  readonly segments: readonly Segment[];
  readonly lengths: ChunkLengths;
}

/**
 * Scratch arrays by row, reused by the next question. New arrays cost more, because the system provides their
 * memory page by page.
 */
export interface Workspace {
  readonly scores: Float64Array;
  readonly docScores: Float64Array;
  readonly isMatching: Uint8Array;
  /** Rows; has room for one more than there are chunks. */
  readonly matching: Uint32Array;
}

export class LexicalTables {
  private kept: Workspace | null = null;
  private loaded: Loaded | null = null;
  /** Lengths of the last earlier state of the pool that was searched. */
  private earlier: ChunkLengths | null;
  private readonly lists: RecentCache<PostingList, string>;

  constructor(
    private readonly of: PoolChunks,
    previous: LexicalTables | null,
  ) {
    this.lists = new RecentCache(
      Math.max(MIN_REMEMBERED, REMEMBERED_PER_CHUNK * this.chunkCount),
      ({ rows }) => rows.length + TOKEN_COSTS,
    );
    this.earlier = previous?.of.pool === of.pool ? (previous.loaded?.lengths ?? previous.earlier) : null;
  }

  /**
   * Throws `STORE_CORRUPT`.
   *
   * @param database a connection that shows the state of these tables
   */
  statistics(database: Database): ChunkStatistics {
    return this.load(database);
  }

  /**
   * Posting list of a token, cached. Throws `STORE_CORRUPT`.
   *
   * @param database as above
   * @param check called now and then while a list is read; may throw, and then the list is not cached
   */
  postings(database: Database, token: string, check?: () => void): PostingList {
    return this.lists.get(token, () =>
      new PostingReader(database, this.of.pool).read(this.load(database).segments, token, {
        rowOf: this.of.chunkRows.lookUp(),
        check,
      }),
    );
  }

  /** Scratch arrays, all zero except `matching`. In use until the next call. */
  workspace(): Workspace {
    const size = this.chunkCount;
    this.kept ??= {
      scores: new Float64Array(size),
      docScores: new Float64Array(size),
      isMatching: new Uint8Array(size),
      matching: new Uint32Array(size + 1),
    };
    this.kept.scores.fill(0);
    this.kept.docScores.fill(0);
    this.kept.isMatching.fill(0);
    return this.kept;
  }

  private get chunkCount(): number {
    return this.of.files.firstRows.at(-1) ?? 0;
  }

  private load(database: Database): Loaded {
    if (this.loaded) return this.loaded;
    const { pool } = this.of;
    const lengths = chunkLengths(database, this.of, this.earlier);
    const chunks = lengths.lengths.length;
    const averageLength = sumOf(lengths.lengths) / chunks;
    const lengthNorms = new Float64Array(chunks);
    for (let row = 0; row < chunks; row++)
      lengthNorms[row] = K1 * (1 - B + (B * (lengths.lengths[row] as number)) / averageLength);
    const { segments } = new Digests(database, pool).read().postings;
    this.earlier = null;
    return (this.loaded = { chunks, lengthNorms, lengths, segments });
  }
}

function sumOf(numbers: Uint32Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

// Document lengths of chunks, which BM25 divides by.

/** Chunks of the files of one state. */
interface FileChunks {
  /** Database id of each file. The same id means the same chunks. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
  /** Row of each file's first chunk, and at the end the number of all rows. */
  readonly files: { readonly firstRows: Uint32Array };
  readonly chunkRows: ChunkRows;
}

interface ChunkLengths {
  readonly of: FileChunks;
  /** By row. */
  readonly lengths: Uint32Array;
}

/**
 * If more than this share of the files is new, all lengths are read again with one statement, which takes no
 * longer.
 */
const MAX_NEW_SHARE = 0.1;

/**
 * Document lengths of all chunks. Throws `STORE_CORRUPT`.
 *
 * @param earlier lengths of another state, reused for files that are the same
 */
function chunkLengths(database: Database, of: PoolChunks, earlier: ChunkLengths | null): ChunkLengths {
  const lengths = new Uint32Array(of.files.firstRows.at(-1) ?? 0);
  const isFew = earlier !== null && newFiles(of, earlier.of) <= MAX_NEW_SHARE * of.fileIds.length;
  if (!isFew) {
    readAllLengths(database, of, lengths, (id) => {
      const file = of.fileById.get(id);
      return file === undefined ? null : rowsOf(of, file);
    });
    return { of, lengths };
  }
  for (const [file, id] of of.fileIds.entries()) {
    const { first, end } = rowsOf(of, file);
    const known = earlier.of.fileById.get(id);
    if (known === undefined)
      lengths.set(readLengths(database, of.pool, { id, chunkCount: end - first }), first);
    else {
      const before = rowsOf(earlier.of, known);
      lengths.set(earlier.lengths.subarray(before.first, before.end), first);
    }
  }
  return { of, lengths };
}

/** Number of files that another state does not have. */
function newFiles({ fileIds }: FileChunks, other: FileChunks): number {
  return fileIds.reduce((count, id) => count + Number(!other.fileById.has(id)), 0);
}

/** Row of a file's first chunk, and the row after its last one. */
function rowsOf({ files: { firstRows } }: FileChunks, file: number): LengthsTarget {
  return { first: firstRows[file] as number, end: firstRows[file + 1] as number };
}
