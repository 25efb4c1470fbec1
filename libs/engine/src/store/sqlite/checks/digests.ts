/**
 * Counts and sums of the rows in a generation's tables, stored next to them. Readers of a table notice rows
 * that were lost with a page, or never written. Written in the transaction that changes the rows.
 */
import { seal, unseal } from "@satori/sidecar";
import type { Database } from "../../../sqlite/driver.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { NO_SEGMENTS, type SegmentList } from "../lexical/segments.ts";
import { blob } from "../rows.ts";
import { BucketSums } from "./buckets.ts";

/** Number of rows, and the sum of their checks modulo 2³². */
export interface Tally {
  readonly rows: number;
  readonly sum: number;
}

const NONE: Tally = { rows: 0, sum: 0 };

/** The tally with a row of this check added. */
export function withRow({ rows, sum }: Tally, check: number): Tally {
  return { rows: rows + 1, sum: (sum + check) >>> 0 };
}

/** The tally with a row of this check removed. */
export function withoutRow({ rows, sum }: Tally, check: number): Tally {
  return { rows: rows - 1, sum: (sum - check) >>> 0 };
}

/** Tables that are read as a whole, by their names without the generation. */
export type TalliedTable = "file" | "folder" | "skipped" | "history" | "version";

/** Digest of all tables of a generation. */
export interface Digest {
  readonly tallies: Readonly<Record<TalliedTable, Tally>>;
  /** Id of the next file. Ids are never reused. */
  readonly nextFile: number;
  /** Id of the next chunk. */
  readonly nextChunk: number;
  /** Segments of the posting table. */
  readonly postings: SegmentList;
}

const EMPTY: Digest = {
  tallies: { file: NONE, folder: NONE, skipped: NONE, history: NONE, version: NONE },
  nextFile: 1,
  nextChunk: 1,
  postings: NO_SEGMENTS,
};

/** Tables that are read one name at a time. */
export type BucketedTable = "symbol_name" | "word";

const DIGEST_PART = "tables";

/** Creates the digest table of a generation, with digests of empty tables. */
export function createDigests(
  database: Database,
  generation: number,
  bucketed: readonly BucketedTable[],
): void {
  database.exec(
    `CREATE TABLE digest_${generation}(part TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID`,
  );
  const digests = new Digests(database, generation);
  digests.write(EMPTY);
  for (const table of bucketed) digests.writeSums(table, BucketSums.empty());
}

/** Reads and writes the digest and the bucket sums of one generation. */
export class Digests {
  private readonly table: string;

  constructor(
    private readonly database: Database,
    private readonly generation: number,
  ) {
    this.table = `digest_${generation}`;
  }

  /** Throws `STORE_CORRUPT`. */
  read(): Digest {
    const text = Buffer.from(this.bytesOf(DIGEST_PART)).toString("utf8");
    return decoded(`${this.table}, ${DIGEST_PART}`, () => JSON.parse(text) as Digest);
  }

  write(digest: Digest): void {
    this.put(DIGEST_PART, Buffer.from(JSON.stringify(digest)));
  }

  /**
   * Throws `STORE_CORRUPT` if a table does not have the rows that were counted.
   *
   * @param checks checks of all its present rows
   */
  requireRows(table: TalliedTable, checks: readonly number[]): void {
    const { rows, sum } = this.read().tallies[table];
    const name = `${table}_${this.generation}`;
    if (checks.length !== rows) throw damaged(`${name}: ${checks.length} of ${rows} rows`);
    let found = 0;
    for (const check of checks) found = (found + check) >>> 0;
    if (found !== sum) throw damaged(`${name}: the rows are not those that were written`);
  }

  /** Throws `STORE_CORRUPT`. */
  readSums(table: BucketedTable): BucketSums {
    return BucketSums.decode(this.bytesOf(table), `${this.table}, ${table}`);
  }

  writeSums(table: BucketedTable, sums: BucketSums): void {
    this.put(table, sums.encode());
  }

  private bytesOf(part: string): Uint8Array {
    const row = this.database
      .prepare(`SELECT CAST(bytes AS BLOB) FROM ${this.table} WHERE part = ?`)
      .get(part);
    if (!row) throw damaged(`${this.table}: no row of ${part}`);
    return decoded(`${this.table}, ${part}`, () => unseal(blob(row[0])));
  }

  private put(part: string, bytes: Uint8Array): void {
    this.database
      .prepare(`INSERT OR REPLACE INTO ${this.table}(part, bytes) VALUES(?,?)`)
      .run(part, seal(bytes));
  }
}
