/**
 * Reads posting lists from the pages of the lexical table: which chunks contain a token, and how often. FTS5
 * itself takes microseconds per chunk, because it counts one row at a time. Its lists store the occurrences
 * side by side.
 *
 * A page consists of the offset of its first row id (if it begins inside a list), the offset of the term
 * positions, content, and term positions. A list consists of row ids, each as the difference to the previous
 * one unless it is the first of a list or a page. After each row id come the length of the rest and one
 * number per occurrence. A 1 and a column number precede the occurrences in that column.
 *
 * @see https://www.sqlite.org/fts5.html#fts5_data_structures
 */
import type { Database, Statement } from "../../../sqlite/driver.ts";
import { SCORE_WEIGHTS } from "../../bm25.ts";
import { damaged } from "../corruption-error.ts";
import { blob } from "../rows.ts";
import { type Segment, pageId } from "./segments.ts";
import { NumberReader } from "./varints.ts";

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

type RowOf = (id: number) => number;

interface Reading {
  /**
   * Row of an id in the lexical table. Called in the order of the lists, where ids ascend within each
   * segment.
   */
  readonly rowOf: RowOf;
  /** Called after every `BYTES_AT_ONCE` bytes of a list; may throw. */
  readonly check?: (() => void) | undefined;
}

/**
 * Bytes of a list between two checks of the deadline; they take some ten microseconds. A list with many
 * occurrences in one chunk is checked as often.
 */
const BYTES_AT_ONCE = 4_096;

/** Weight of an occurrence by column number, as whole numbers. */
const DOUBLED_WEIGHTS = SCORE_WEIGHTS.map((weight) => weight * 2);
const DOC_COLUMN = 3;
/**
 * All terms of the table begin with this character. Other characters mark prefix indexes, which we do not
 * have.
 */
const TERM_PREFIX = "0";
const PAGE_HEADER_BYTES = 4;
/** A row id, a length and an occurrence take at least a byte each. */
const LEAST_POSTING_BYTES = 3;
const COLUMN_MARK = 1;

export class PostingReader {
  private readonly findPage: Statement;
  private readonly readPage: Statement;

  constructor(
    database: Database,
    private readonly table: string,
  ) {
    this.findPage = database.prepare(
      `SELECT pgno >> 1 FROM ${table}_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1`,
    );
    this.readPage = database.prepare(`SELECT CAST(block AS BLOB) FROM ${table}_data WHERE id = ?`);
  }

  /**
   * Posting list of a token over all segments. Throws `STORE_CORRUPT`.
   *
   * @param token a token that the table's tokenizer keeps unchanged
   */
  read(segments: readonly Segment[], token: string, reading: Reading): PostingList {
    const term = Buffer.from(TERM_PREFIX + token);
    const parts = segments.flatMap((segment) => {
      const list = this.list(segment, term);
      return list ? [decodeList(list, reading, segment)] : [];
    });
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    const size = parts.reduce((sum, { rows }) => sum + rows.length, 0);
    const all = emptyList(size);
    let at = 0;
    for (const { rows, weightedTermFrequency, inDoc, inBody } of parts) {
      all.rows.set(rows, at);
      all.weightedTermFrequency.set(weightedTermFrequency, at);
      all.inDoc.set(inDoc, at);
      all.inBody.set(inBody, at);
      at += rows.length;
    }
    return all;
  }

  /** Bytes of a term's list; null if the segment does not have the term. */
  private list(segment: Segment, term: Uint8Array): ListBytes | null {
    let number = Math.max(segment.firstPage, Number(this.findPage.get(segment.id, term)?.[0] ?? 0));
    let page = this.page(segment, number);
    const found = page.find(term);
    if (!found) return null;
    const pieces = [page.bytes.subarray(found.start, found.end)];
    const absolute: number[] = [];
    let size = found.end - found.start;
    let isLast = !found.reachesEnd;
    while (!isLast && number < segment.lastPage) {
      page = this.page(segment, ++number);
      const end = page.firstTermAt();
      if (page.firstRowAt > 0 && page.firstRowAt < end)
        absolute.push(size + page.firstRowAt - PAGE_HEADER_BYTES);
      pieces.push(page.bytes.subarray(PAGE_HEADER_BYTES, end));
      size += end - PAGE_HEADER_BYTES;
      isLast = page.hasTerms;
    }
    return {
      bytes: pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces),
      absolute,
      where: `${page.where}, where a list ends`,
    };
  }

  private page(segment: Segment, number: number): Page {
    return new Page(
      blob(this.readPage.get(pageId(segment.id, number))?.[0]),
      `${this.table}_data, page ${number} of segment ${segment.id}`,
    );
  }
}

interface ListBytes {
  readonly bytes: Uint8Array;
  /** Offsets of row ids that are not differences, besides the first; ascending. */
  readonly absolute: readonly number[];
  /** As for `damaged`. */
  readonly where: string;
}

class Page {
  readonly firstRowAt: number;
  /** End of the content. */
  private readonly end: number;

  /** @param where as for `damaged` */
  constructor(
    readonly bytes: Uint8Array,
    readonly where: string,
  ) {
    this.firstRowAt = 256 * (bytes[0] ?? 0) + (bytes[1] ?? 0);
    this.end = 256 * (bytes[2] ?? 0) + (bytes[3] ?? 0);
    if (this.end < PAGE_HEADER_BYTES || this.end > bytes.length)
      throw damaged(`${where}: content up to ${this.end} of ${bytes.length} bytes`);
  }

  get hasTerms(): boolean {
    return this.end < this.bytes.length;
  }

  /** Offset of the first term, or the end of the content. */
  firstTermAt(): number {
    const at = this.hasTerms ? new NumberReader(this.bytes, this.end).next() : this.end;
    if (at < PAGE_HEADER_BYTES || at > this.end)
      throw damaged(`${this.where}: a first term at ${at} of ${this.end} bytes`);
    return at;
  }

  /** Start and end of a term's list on this page, and whether it may continue on the next one. */
  find(
    term: Uint8Array,
  ): { readonly start: number; readonly end: number; readonly reachesEnd: boolean } | null {
    const { bytes, end } = this;
    const positions = new NumberReader(bytes, end);
    // Number of the wanted term's bytes that the previous term begins with.
    let shared = 0;
    for (let at = 0, isFirst = true; positions.at < bytes.length; isFirst = false) {
      at += positions.next();
      const reader = new NumberReader(bytes, at);
      const kept = isFirst ? 0 : reader.next();
      const added = reader.next();
      if (reader.at + added > end)
        throw damaged(`${this.where}: a term of ${added} bytes at ${reader.at} of ${end}`);
      // Terms ascend. A term that shares less with its predecessor than the wanted one does comes after the
      // wanted one.
      if (kept < shared) return null;
      if (kept > shared) continue;
      let same = 0;
      while (same < added && bytes[reader.at + same] === term[shared + same]) same++;
      shared += same;
      if (
        same < added &&
        (shared === term.length || (bytes[reader.at + same] as number) > (term[shared] as number))
      )
        return null;
      if (same === added && shared === term.length) {
        const reachesEnd = positions.at >= bytes.length;
        const next = reachesEnd ? end : at + positions.next();
        if (next > end) throw damaged(`${this.where}: a term at ${next} of ${end} bytes`);
        return { start: reader.at + added, end: next, reachesEnd };
      }
    }
    return null;
  }
}

function decodeList(
  { bytes, absolute, where }: ListBytes,
  { rowOf, check }: Reading,
  { deleted }: Segment,
): PostingList {
  const { rows, weightedTermFrequency, inDoc, inBody } = emptyList(
    Math.ceil(bytes.length / LEAST_POSTING_BYTES),
  );
  const reader = new NumberReader(bytes);
  let count = 0;
  let id = 0;
  let nextAbsolute = 0;
  let looked = 0;
  while (reader.at < bytes.length) {
    if (reader.at - looked >= BYTES_AT_ONCE) {
      check?.();
      looked = reader.at;
    }
    if (reader.at === absolute[nextAbsolute]) {
      id = 0;
      nextAbsolute++;
    }
    id += reader.next();
    // The lowest bit marks deleted rows, but only in tables with content.
    const end = reader.next() / 2 + reader.at;
    if (end > bytes.length)
      throw damaged(`${where}: places of chunk ${id} up to ${end} of ${bytes.length} bytes`);
    let weighted = 0;
    let documented = 0;
    // A list implicitly begins with the first column.
    let column = 0;
    const isInBody = bytes[reader.at] !== COLUMN_MARK;
    while (reader.at < end) {
      if (bytes[reader.at] === COLUMN_MARK) {
        reader.at++;
        column = reader.next();
      } else {
        while ((bytes[reader.at++] as number) >= 128);
        if (column === DOC_COLUMN) documented++;
        else weighted += DOUBLED_WEIGHTS[column] as number;
      }
    }
    if (reader.at !== end)
      throw damaged(`${where}: places of chunk ${id} up to ${reader.at} instead of ${end}`);
    if (deleted.has(id)) continue;
    rows[count] = rowOf(id);
    weightedTermFrequency[count] = weighted;
    inDoc[count] = documented;
    inBody[count++] = isInBody ? 1 : 0;
  }
  return {
    rows: rows.slice(0, count),
    weightedTermFrequency: weightedTermFrequency.slice(0, count),
    inDoc: inDoc.slice(0, count),
    inBody: inBody.slice(0, count),
  };
}

function emptyList(size: number): PostingList {
  return {
    rows: new Uint32Array(size),
    weightedTermFrequency: new Uint32Array(size),
    inDoc: new Uint32Array(size),
    inBody: new Uint8Array(size),
  };
}
