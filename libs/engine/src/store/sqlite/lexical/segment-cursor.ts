/** Goes through the terms of a segment of the posting table, in their order, and verifies each block. */
import type { Database, Statement } from "../../../sqlite/driver.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { blob } from "../rows.ts";
import { Block, type BlockEntry } from "./posting-blocks.ts";
import type { Segment } from "./segments.ts";

/** Blocks per read: half a megabyte. */
const BLOCKS_AT_ONCE = 64;

export class SegmentCursor {
  /** The present term; null before the first one and after the last one. */
  term: string | null = null;
  /** Where its list is. */
  bytes: Uint8Array = new Uint8Array();
  start = 0;
  end = 0;
  private readonly select: Statement;
  /** As for `damaged`. */
  readonly where: string;
  private readonly entries: Iterator<BlockEntry>;

  constructor(
    database: Database,
    private readonly pool: number,
    readonly segment: Segment,
  ) {
    this.where = `posting_${pool}, segment ${segment.id}`;
    this.select = database.prepare(
      "SELECT CAST(first_term AS BLOB), CAST(block AS BLOB) FROM " +
        `posting_${pool} WHERE segment = ? AND first_term >= ? ORDER BY first_term LIMIT ?`,
    );
    this.entries = this.allEntries();
  }

  /** Goes to the next term. Throws `STORE_CORRUPT` if the blocks are not those that were written. */
  next(): void {
    const { value, done } = decoded(this.where, () => this.entries.next());
    if (done === true) {
      this.term = null;
      return;
    }
    this.term = value.term;
    this.start = value.start;
    this.end = value.end;
  }

  private *allEntries(): Generator<BlockEntry, undefined> {
    let expected: string | null = "";
    let position = 0;
    while (expected !== null) {
      const rows = this.select.all(this.segment.id, Buffer.from(expected, "latin1"), BLOCKS_AT_ONCE);
      if (rows.length === 0) break;
      for (const [key, sealed] of rows) {
        const block = new Block(blob(sealed), { pool: this.pool, segment: this.segment.id });
        if (Buffer.from(blob(key)).toString("latin1") !== expected || block.position !== position)
          throw damaged(`${this.where}: block ${block.position} instead of ${position}`);
        this.bytes = block.bytes;
        yield* block.entries();
        position++;
        expected = block.next;
        if (expected === null) break;
      }
    }
    if (position !== this.segment.blocks || expected !== null)
      throw damaged(`${this.where}: ${position} of ${this.segment.blocks} blocks`);
    return undefined;
  }
}
