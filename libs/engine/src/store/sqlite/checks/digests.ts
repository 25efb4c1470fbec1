/**
 * What a pool stores about its tables: the ids to use next, and sums of rows, so that readers notice rows
 * that were lost with a page, or never written. Written in the transaction that changes the rows.
 */
import { seal, unseal } from "@satori/sidecar";
import type { Database } from "../../../sqlite/driver.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { NO_SEGMENTS, type SegmentList } from "../lexical/segments.ts";
import { blob } from "../rows.ts";
import { BucketSums } from "./buckets.ts";
import { NO_ROWS, type Tally, requireTally } from "./tallies.ts";

/** Digest of the tables of a pool. */
export interface Digest {
  /** Of the table of versions, if words and vectors are stored elsewhere. */
  readonly version: Tally;
  /** Id of the next file version. Ids are never reused. */
  readonly nextFile: number;
  /** Id of the next chunk. */
  readonly nextChunk: number;
  /** Segments of the posting table. */
  readonly postings: SegmentList;
}

const EMPTY: Digest = { version: NO_ROWS, nextFile: 1, nextChunk: 1, postings: NO_SEGMENTS };

/** Tables that are read one name at a time. */
export type BucketedTable = "symbol_name" | "word";

const DIGEST_PART = "tables";

/** Creates the digest table of a pool, with digests of empty tables. */
export function createPoolDigest(database: Database, pool: number, bucketed: readonly BucketedTable[]): void {
  database.exec(`CREATE TABLE digest_${pool}(part TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID`);
  const digests = new Digests(database, pool);
  digests.write(EMPTY);
  for (const table of bucketed) digests.writeSums(table, BucketSums.empty());
}

/** Reads and writes the digest and the bucket sums of one pool. */
export class Digests {
  private readonly table: string;

  constructor(
    private readonly database: Database,
    private readonly pool: number,
  ) {
    this.table = `digest_${pool}`;
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
   * Throws `STORE_CORRUPT` if the table of versions does not have the rows that were counted.
   *
   * @param checks checks of all its present rows
   */
  requireVersions(checks: readonly number[]): void {
    requireTally(this.read().version, checks, `version_${this.pool}`);
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
