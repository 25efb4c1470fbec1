/**
 * Of what a lexical table is made: segments, each a sorted list of terms with the rows that hold them, cut
 * into pages; and of each segment the rows that were deleted since it was written. FTS5 says so in row 10 of
 * its `_data` table.
 *
 * @see https://www.sqlite.org/fts5.html#fts5_data_structures
 */
import type { Database } from "../../../sqlite/driver.ts";
import { damaged } from "../corruption-error.ts";
import { blob } from "../rows.ts";
import { NumberReader } from "./varints.ts";

const STRUCTURE_ROW = 10;
/** Behind the first four bytes, of a table that can delete rows whose content it does not have. */
const WITH_TOMBSTONES = Buffer.from("ff000001", "hex");
/** Pages lie in `_data` under their segment's number and their own. */
const PAGE_BITS = 37;
const TOMBSTONES_SEGMENT = 65_536;
const TOMBSTONES_HEADER_BYTES = 8;
const SMALL_KEY_BYTES = 4;

export interface Segment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Rows that the segment tells of and that are no more. */
  readonly deleted: ReadonlySet<number>;
}

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
  // How many segments there are in all, and how much was written.
  reader.next();
  reader.next();
  for (let level = 0; level < levels && reader.at < structure.length; level++) {
    // How many of them are being merged: what has gone into the segment of the next level is not in them any
    // more.
    reader.next();
    const count = reader.next();
    for (let at = 0; at < count && reader.at < structure.length; at++) {
      const [id, firstPage, lastPage] = [reader.next(), reader.next(), reader.next()];
      // The transactions that it is from.
      reader.next();
      reader.next();
      const tombstonePages = reader.next();
      // How many rows it has lost, and has.
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

/** The id of a segment's page in `_data`. */
export function pageId(segment: number, page: number): number {
  return segment * 2 ** PAGE_BITS + page;
}

/** Hash tables: the width of a key, seven bytes that are not needed here, then slots; 0 is an empty one. */
function readTombstones(database: Database, table: string, segment: number, pages: number): Set<number> {
  const deleted = new Set<number>();
  // Worked out by SQLite, in whole numbers: they lie where JavaScript's are not exact any more, and as such a
  // driver binds what it is given.
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
