/** Reads posting lists from the posting table: which chunks of a snapshot contain a token, and how often. */
import { termOf } from "../../../model/file-words.ts";
import { CODE_BITS, CODE_MASK, PostingCursor } from "../../../model/postings.ts";
import type { Database, Statement } from "../../../sqlite/driver.ts";
import { SCORE_WEIGHTS } from "../../bm25.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { blob } from "../rows.ts";
import { NO_ROW } from "./chunk-rows.ts";
import { Block } from "./posting-blocks.ts";
import type { Segment } from "./segments.ts";

/** Parallel arrays, one entry per chunk; distinct chunks in no order. */
export interface PostingList {
  /** Rows of the snapshot. */
  readonly rows: Uint32Array;
  /** Occurrences in body and path, plus half of those in symbols, times two to be whole numbers. */
  readonly weightedTermFrequency: Uint32Array;
  /** Occurrences in doc. */
  readonly inDoc: Uint32Array;
  /** 1 if the token occurs in body. */
  readonly inBody: Uint8Array;
}

interface Reading {
  /**
   * Row of a chunk's id in the snapshot, or `NO_ROW`: lists keep removed chunks until their segment is
   * merged. Called with ascending ids within each segment.
   */
  readonly rowOf: (id: number) => number;
  /** Called after every `POSTINGS_AT_ONCE` postings of a list; may throw. */
  readonly check?: (() => void) | undefined;
}

/** Postings between two checks of the deadline; they take some ten microseconds. */
const POSTINGS_AT_ONCE = 4_096;

const [BODY_WEIGHT, SYMBOLS_WEIGHT, PATH_WEIGHT] = SCORE_WEIGHTS.map((weight) => weight * 2) as [
  number,
  number,
  number,
];

interface FoundList {
  readonly segment: Segment;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export class PostingReader {
  private readonly findBlock: Statement;
  private readonly table: string;

  constructor(
    database: Database,
    private readonly pool: number,
  ) {
    this.table = `posting_${pool}`;
    this.findBlock = database.prepare(
      `SELECT CAST(block AS BLOB) FROM ${this.table} WHERE segment = ? AND first_term <= ? ORDER BY ` +
        "first_term DESC LIMIT 1",
    );
  }

  /** Posting list of a token over all segments. Throws `STORE_CORRUPT`. */
  read(segments: readonly Segment[], token: string, reading: Reading): PostingList {
    const term = Buffer.from(termOf(token), "latin1");
    const lists = segments.flatMap((segment) => this.find(segment, term) ?? []);
    // A posting takes a byte at least.
    const most = lists.reduce((sum, { start, end }) => sum + end - start, 0);
    if (scratch.rows.length < most) scratch = emptyList(2 * most);
    const all = scratch;
    let count = 0;
    for (const list of lists)
      count = decoded(`${this.table}, segment ${list.segment.id}, ${token}`, () =>
        decodeInto(all, count, list, reading),
      );
    return {
      rows: all.rows.slice(0, count),
      weightedTermFrequency: all.weightedTermFrequency.slice(0, count),
      inDoc: all.inDoc.slice(0, count),
      inBody: all.inBody.slice(0, count),
    };
  }

  private find(segment: Segment, term: Uint8Array): FoundList | null {
    const where = `${this.table}, segment ${segment.id}`;
    const row = this.findBlock.get(segment.id, term);
    if (!row) throw damaged(`${where}: no first block`);
    return decoded(where, () => {
      const block = new Block(blob(row[0]), { pool: this.pool, segment: segment.id });
      const found = block.find(term);
      return found && { segment, bytes: block.bytes, ...found };
    });
  }
}

/**
 * Appends the postings of a list to the first `count` ones; returns the new count. Most postings are a single
 * byte, which is decoded here: a call for each would double the time of a first question.
 */
function decodeInto(
  { rows, weightedTermFrequency, inDoc, inBody }: PostingList,
  count: number,
  { segment, bytes, start, end }: FoundList,
  { rowOf, check }: Reading,
): number {
  const cursor = new PostingCursor(bytes, start, end, segment.firstChunk);
  let { at, id } = cursor;
  for (let read = 1; at < end; read++) {
    if (read % POSTINGS_AT_ONCE === 0) check?.();
    const first = bytes[at] as number;
    const body = first & CODE_MASK;
    if (first < 128 && body > 0) {
      at++;
      id += (first >> CODE_BITS) + 1;
      const row = rowOf(id);
      if (row === NO_ROW) continue;
      rows[count] = row;
      weightedTermFrequency[count] = body * BODY_WEIGHT;
      inDoc[count] = 0;
      inBody[count++] = 1;
      continue;
    }
    cursor.at = at;
    cursor.id = id;
    cursor.next();
    ({ at, id } = cursor);
    const row = rowOf(id);
    if (row === NO_ROW) continue;
    rows[count] = row;
    weightedTermFrequency[count] =
      cursor.body * BODY_WEIGHT + cursor.symbols * SYMBOLS_WEIGHT + cursor.path * PATH_WEIGHT;
    inDoc[count] = cursor.doc;
    inBody[count++] = cursor.body > 0 ? 1 : 0;
  }
  if (at > end) throw new RangeError(`A posting ends at ${at}, its list at ${end}`);
  return count;
}

/**
 * Where lists are decoded before their number of chunks is known. It is reused, because the system provides
 * new memory page by page, which takes longer than decoding.
 */
let scratch = emptyList(0);

function emptyList(size: number): PostingList {
  return {
    rows: new Uint32Array(size),
    weightedTermFrequency: new Uint32Array(size),
    inDoc: new Uint32Array(size),
    inBody: new Uint8Array(size),
  };
}
