/**
 * Reads the structure of a lexical table. It consists of segments, each a sorted list of terms with the rows
 * that contain them, split into pages, and for each segment the rows deleted since it was written. FTS5
 * stores the structure in row 10 of its `_data` table.
 *
 * @see https://www.sqlite.org/fts5.html#fts5_data_structures
 */
import type { Database } from "../../../sqlite/driver.ts";
import { damaged } from "../corruption-error.ts";
import { blob } from "../rows.ts";
import { NumberReader } from "./varints.ts";

const STRUCTURE_ROW = 10;
/** The four bytes at offset 4 in a contentless table that can delete rows. */
const WITH_TOMBSTONES = Buffer.from("ff000001", "hex");
/** The id of a page in `_data` combines its segment's number and its own. */
const PAGE_BITS = 37;
const TOMBSTONES_SEGMENT = 65_536;
const TOMBSTONES_HEADER_BYTES = 8;
const SMALL_KEY_BYTES = 4;

export interface Segment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Rows that the segment lists but that were deleted. */
  readonly deleted: ReadonlySet<number>;
}

/** Segments of a lexical table, in the order of its levels. Throws `STORE_CORRUPT`. */
export function readSegments(database: Database, table: string): Segment[] {
  const structure = blob(
    database.prepare(`SELECT CAST(block AS BLOB) FROM ${table}_data WHERE id = ?`).get(STRUCTURE_ROW)?.[0],
  );
  if (Buffer.compare(structure.subarray(4, 8), WITH_TOMBSTONES) !== 0)
    throw damaged(
      `${table}_data, id ${STRUCTURE_ROW}: no structure of a table with tombstones in ` +
        `${structure.length} bytes`,
    );
  const reader = new NumberReader(structure, 8);
  const segments: Segment[] = [];
  const levels = reader.next();
  // The number of all segments, and the write counter.
  reader.next();
  reader.next();
  for (let level = 0; level < levels && reader.at < structure.length; level++) {
    // The number of segments that are being merged. Content that has moved to the next level is no longer in
    // them.
    reader.next();
    const count = reader.next();
    for (let at = 0; at < count && reader.at < structure.length; at++) {
      const [id, firstPage, lastPage] = [reader.next(), reader.next(), reader.next()];
      // The transactions that the segment comes from.
      reader.next();
      reader.next();
      const tombstonePages = reader.next();
      // The number of deleted rows, and of all rows.
      reader.next();
      reader.next();
      if (firstPage > 0)
        segments.push({
          id,
          firstPage,
          lastPage,
          deleted: readTombstones(database, table, id, tombstonePages),
        });
    }
  }
  if (reader.at > structure.length)
    throw damaged(
      `${table}_data, id ${STRUCTURE_ROW}: the structure of ${levels} levels does not end within its ` +
        `${structure.length} bytes`,
    );
  return segments;
}

/** Id of a segment's page in `_data`. */
export function pageId(segment: number, page: number): number {
  return segment * 2 ** PAGE_BITS + page;
}

/**
 * Deleted rows of a segment. A page is a hash table: the width of a key, seven unused bytes, then slots,
 * where 0 is empty.
 */
function readTombstones(database: Database, table: string, segment: number, pages: number): Set<number> {
  const deleted = new Set<number>();
  // SQLite computes the ids as integers: they exceed JavaScript's safe numbers, and a driver would bind them
  // inexactly.
  const select = database.prepare(
    `SELECT CAST(block AS BLOB) FROM ${table}_data WHERE id = ((CAST(? AS INTEGER) + ` +
      `${TOMBSTONES_SEGMENT}) << ${PAGE_BITS}) + CAST(? AS INTEGER)`,
  );
  for (let page = 0; page < pages; page++) {
    const bytes = blob(select.get(segment, page)?.[0]);
    if (bytes.length === 0)
      throw damaged(
        `${table}_data: page ${page} of ${pages} of the tombstones of segment ${segment} is missing`,
      );
    const slots = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isSmall = bytes[0] === SMALL_KEY_BYTES;
    const width = isSmall ? SMALL_KEY_BYTES : 2 * SMALL_KEY_BYTES;
    for (let at = TOMBSTONES_HEADER_BYTES; at + width <= bytes.length; at += width) {
      const row = isSmall ? slots.getUint32(at) : Number(slots.getBigUint64(at));
      if (row !== 0) deleted.add(row);
    }
  }
  return deleted;
}
