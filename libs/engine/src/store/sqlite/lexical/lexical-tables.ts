/** Data of lexical search in memory for one state of a codebase, read when a question first needs it. */
import type { Database } from "../../../sqlite/driver.ts";
import { B, K1 } from "../../bm25.ts";
import { damaged } from "../corruption-error.ts";
import { blob } from "../rows.ts";
import type { ChunkRows } from "./chunk-rows.ts";
import { TOTALS_ROW } from "./lexical-totals.ts";
import { type PostingList, PostingReader } from "./posting-lists.ts";
import { readSegments, type Segment } from "./segments.ts";
import { decodeNumbers } from "./varints.ts";

/**
 * Most cached postings, all tokens together, at thirteen bytes each. Each token adds as much as `TOKEN_COSTS`
 * postings, a kilobyte.
 */
const MAX_REMEMBERED = 1_000_000;
const TOKEN_COSTS = 80;

export interface PoolChunks extends FileChunks {
  readonly pool: number;
}

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
  private readonly lists = new Map<string, PostingList>();
  private remembered = 0;

  constructor(
    private readonly of: PoolChunks,
    previous: LexicalTables | null,
  ) {
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
    let list = this.lists.get(token);
    if (list) return list;
    list = new PostingReader(database, this.table).read(this.load(database).segments, token, {
      rowOf: this.of.chunkRows.lookUp(),
      check,
    });
    this.remembered += list.rows.length + TOKEN_COSTS;
    if (this.remembered > MAX_REMEMBERED) {
      this.lists.clear();
      this.remembered = list.rows.length + TOKEN_COSTS;
    }
    this.lists.set(token, list);
    return list;
  }

  /** Scratch arrays, all zero except `matching`. In use until the next call. */
  workspace(): Workspace {
    const size = this.of.files.firstRows.at(-1) ?? 0;
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

  private get table(): string {
    return `lexical_${this.of.pool}`;
  }

  private load(database: Database): Loaded {
    if (this.loaded) return this.loaded;
    const [chunks = 0, ...words] = decodeNumbers(
      blob(
        database
          .prepare(`SELECT CAST(block AS BLOB) FROM ${this.table}_data WHERE id = ?`)
          .get(TOTALS_ROW)?.[0],
      ),
    );
    const lengths = chunkLengths(database, this.table, this.of, this.earlier);
    const [total, counted] = [sumOf(words), sumOf(lengths.lengths)];
    // These are stored separately, so a changed bit in one of them makes them disagree.
    if (lengths.lengths.length !== chunks || counted !== total)
      throw damaged(
        `${this.table}_docsize has ${lengths.lengths.length} rows of ${counted} words, ` +
          `${this.table}_data says ${chunks} of ${total}`,
      );
    const averageLength = total / chunks;
    const lengthNorms = Float64Array.from(
      lengths.lengths,
      (length) => K1 * (1 - B + (B * length) / averageLength),
    );
    this.earlier = null;
    return (this.loaded = { chunks, lengthNorms, lengths, segments: readSegments(database, this.table) });
  }
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

// Document lengths of chunks, which BM25 divides by. FTS5 stores them in its `_docsize` table, one number per
// column.

/** Chunks of the files of one state. */
interface FileChunks {
  /** Database id of each file. The same id means the same chunks. */
  readonly fileIds: readonly number[];
  readonly fileById: ReadonlyMap<number, number>;
  /** Id of each file's first chunk in the lexical table. */
  readonly firstChunks: Float64Array;
  /** Row of each file's first chunk, and at the end the number of all rows. */
  readonly files: { readonly firstRows: Uint32Array };
  readonly chunkRows: ChunkRows;
}

interface ChunkLengths {
  readonly of: FileChunks;
  /** By row. */
  readonly lengths: Uint32Array;
}

/** Columns of the lexical table. */
const COLUMNS = 4;
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
function chunkLengths(
  database: Database,
  table: string,
  of: FileChunks,
  earlier: ChunkLengths | null,
): ChunkLengths {
  const lengths = new Uint32Array(of.files.firstRows.at(-1) ?? 0);
  const unknown = of.fileIds.flatMap((id, file) => (earlier?.of.fileById.has(id) ? [] : [file]));
  const select = database.prepare(
    `SELECT group_concat(hex(sz), '') FROM (SELECT sz FROM ${table}_docsize WHERE id BETWEEN ? AND ? ` +
      "ORDER BY id)",
  );
  const read = (first: number, last: number): number[] =>
    sumsOf(String(select.get(first, last)?.[0] ?? ""), `${table}_docsize, sz, of chunks ${first} to ${last}`);
  if (!earlier || unknown.length > MAX_NEW_SHARE * of.fileIds.length) {
    const sums = read(0, of.chunkRows.lastId);
    if (sums.length !== lengths.length)
      throw damaged(`${table}_docsize has ${sums.length} rows, but files have ${lengths.length} chunks`);
    let at = 0;
    for (const { row, count } of of.chunkRows.ranges()) lengths.set(sums.slice(at, (at += count)), row);
    return { of, lengths };
  }
  for (const [file, id] of of.fileIds.entries()) {
    const known = earlier.of.fileById.get(id);
    const [row, end] = rowsOf(of, file);
    if (end === row) continue;
    const first = of.firstChunks[file] as number;
    const own =
      known === undefined
        ? read(first, first + end - row - 1)
        : earlier.lengths.subarray(...rowsOf(earlier.of, known));
    if (own.length !== end - row)
      throw damaged(
        `${table}_docsize has ${own.length} rows from ${first} on, but file ${id} has ${end - row} chunks`,
      );
    lengths.set(own, row);
  }
  return { of, lengths };
}

/** Row of a file's first chunk, and the row after its last one. */
function rowsOf({ files: { firstRows } }: FileChunks, file: number): [first: number, end: number] {
  return [firstRows[file] as number, firstRows[file + 1] as number];
}

/**
 * Sum of the numbers of each row, from the numbers of all rows one after another, in hexadecimal digits.
 *
 * @param where as for `damaged`
 */
function sumsOf(rows: string, where: string): number[] {
  const numbers = decodeNumbers(Buffer.from(rows, "hex"));
  if (numbers.length % COLUMNS !== 0)
    throw damaged(`${where}: ${numbers.length} numbers, where each has ${COLUMNS}`);
  const sums: number[] = [];
  for (let at = 0; at < numbers.length; at += COLUMNS) {
    let sum = 0;
    for (let column = at; column < at + COLUMNS; column++) sum += numbers[column] ?? 0;
    sums.push(sum);
  }
  return sums;
}
