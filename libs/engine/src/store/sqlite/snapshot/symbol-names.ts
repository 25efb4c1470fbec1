/**
 * Symbol names of one state of an index. Each bucket of the table is verified against its sum on first read,
 * so that a name that is not found does not exist. See `checks/buckets.ts`.
 */
import type { Database } from "../../../sqlite/driver.ts";
import {
  BUCKET_COUNT,
  type BucketSums,
  bucketOf,
  keyOf,
  keyRange,
  nameCheck,
  nameOfKey,
} from "../checks/buckets.ts";
import { Digests } from "../checks/digests.ts";
import { readColumns } from "../columns.ts";
import { damaged } from "../corruption-error.ts";

const COLUMNS = { numbers: ["file_id"], texts: ["key"] } as const;

export class SymbolNames {
  private sums: BucketSums | null = null;
  /** 1 for each bucket that has been verified. */
  private readonly isSound = new Uint8Array(BUCKET_COUNT);

  /**
   * @param isListed whether a file is one of the run's, by its database id: the table has the names of all
   *   views; default: all of them
   */
  constructor(
    private readonly pool: number,
    private readonly isListed: (fileId: number) => boolean = () => true,
  ) {}

  /** Database ids of the files that define a name, in no order. Throws `STORE_CORRUPT`. */
  filesDefining(database: Database, name: string): number[] {
    const bucket = bucketOf(name);
    if (this.isSound[bucket] === 0) this.readBucket(database, bucket);
    const rows = database
      .prepare(`SELECT CAST(file_id AS INTEGER) FROM ${this.table} WHERE key = ?`)
      .all(keyOf(name));
    return rows.map(([id]) => Number(id)).filter(this.isListed);
  }

  /** Distinct names that equal a name when case is ignored, in no order. Throws `STORE_CORRUPT`. */
  inAnyCase(database: Database, name: string): string[] {
    const lower = name.toLowerCase();
    const names = this.readBucket(database, bucketOf(name));
    return [...new Set(names)].filter((other) => other.toLowerCase() === lower);
  }

  /** Distinct names of all symbols, in no order. Throws `STORE_CORRUPT`. */
  all(database: Database, check?: () => void): string[] {
    const { numbers, texts } = readColumns(database, this.table, COLUMNS);
    const [ids = []] = numbers;
    const keys = texts[0] ?? [];
    const names = keys.map(nameOfKey);
    // A name in a wrong bucket would not be found by lookups.
    const misplaced = names.findIndex((name, at) => (check?.(), keyOf(name) !== keys[at]));
    if (misplaced >= 0) throw damaged(`${this.table}: a name of file ${ids[misplaced]} is not in its bucket`);
    const checks = Array.from({ length: BUCKET_COUNT }, (): number[] => []);
    for (const [at, name] of names.entries()) {
      check?.();
      checks[bucketOf(name)]?.push(nameCheck(name, ids[at] as number));
    }
    const sums = this.sumsOf(database);
    for (const [bucket, found] of checks.entries()) sums.require(bucket, found, this.table);
    this.isSound.fill(1);
    return [...new Set(names.filter((_, at) => this.isListed(ids[at] as number)))];
  }

  /** The name in each row of a bucket that is of a listed file. */
  private readBucket(database: Database, bucket: number): string[] {
    const { numbers, texts } = readColumns(
      database,
      `${this.table} WHERE key >= ? AND key < ?`,
      COLUMNS,
      ...keyRange(bucket),
    );
    const [ids = []] = numbers;
    const names = (texts[0] ?? []).map(nameOfKey);
    this.sumsOf(database).require(
      bucket,
      names.map((name, at) => nameCheck(name, ids[at] as number)),
      this.table,
    );
    this.isSound[bucket] = 1;
    return names.filter((_, at) => this.isListed(ids[at] as number));
  }

  private sumsOf(database: Database): BucketSums {
    return (this.sums ??= new Digests(database, this.pool).readSums("symbol_name"));
  }

  private get table(): string {
    return `symbol_name_${this.pool}`;
  }
}
