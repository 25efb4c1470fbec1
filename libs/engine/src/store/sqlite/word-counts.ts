/**
 * Number of chunks that contain each token, for a pool whose words are stored elsewhere. BM25 needs it,
 * and would otherwise have to ask the server for each token of each question. Each file's own counts are
 * stored with it, to be subtracted when it is removed. Its methods run inside a transaction of the caller.
 */
import { compress, decompress } from "@satori/sidecar";
import type { Database, Statement } from "../../sqlite/driver.ts";
import { chunksByToken } from "../../model/file-words.ts";
import type { StorableFile } from "../store.ts";
import {
  BUCKET_COUNT,
  type BucketSums,
  bucketOf,
  bucketOfKey,
  keyOf,
  keyRange,
  nameOfKey,
  wordCheck,
} from "./checks/buckets.ts";
import { Digests } from "./checks/digests.ts";
import { readColumns } from "./columns.ts";
import { damaged, decoded } from "./corruption-error.ts";

export class WordCounts {
  private readonly add: Statement;
  private readonly sweep: Statement;
  private readonly digests: Digests;
  /** Changes of the present transaction: number of chunks added or removed, by token. */
  private changes = new Map<string, number>();

  constructor(
    database: Database,
    private readonly pool: number,
  ) {
    this.digests = new Digests(database, pool);
    this.add = database.prepare(
      `INSERT INTO word_${pool}(key, chunks) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET chunks = ` +
        "chunks + excluded.chunks",
    );
    this.sweep = database.prepare(`DELETE FROM word_${pool} WHERE key = ? AND chunks = 0`);
  }

  /** Call first in each transaction, because an earlier one may have been rolled back. */
  begin(): void {
    this.changes = new Map();
  }

  /**
   * Adds a file's counts; returns the encoded counts to store with the file.
   *
   * @param version name of the file's version
   */
  count(file: Pick<StorableFile, "words">, version: string): Uint8Array {
    const counts = chunksByToken(file.words);
    for (const [token, chunks] of counts) this.note(token, chunks);
    return compress([version, ...[...counts].map(([token, chunks]) => `${token} ${chunks}`)].join("\n"));
  }

  /**
   * Subtracts a file's counts. Throws `STORE_CORRUPT` if they belong to another version.
   *
   * @param kept the counts that `count` returned for the file
   */
  discount(kept: Uint8Array, version: string): void {
    const where = `version_${this.pool}, words`;
    const [of, ...lines] = decoded(where, () => decompress(kept))
      .toString("utf8")
      .split("\n");
    if (of !== version) throw damaged(`${where}: they are of another version`);
    for (const line of lines) {
      const [token = "", chunks] = line.split(" ");
      this.note(token, -Number(chunks));
    }
  }

  /** Writes the changes. Call last in the transaction. */
  write(): void {
    const sums = this.digests.readSums("word");
    // Sorted as in the table, so that writing goes through it once.
    const changes = [...this.changes].map(([token, chunks]) => [keyOf(token), chunks] as const);
    for (const [key, chunks] of changes.sort(([left], [right]) => (left < right ? -1 : 1))) {
      if (chunks === 0) continue;
      this.add.run(key, chunks);
      if (chunks < 0) this.sweep.run(key);
      sums.add(bucketOfKey(key), wordCheck(nameOfKey(key), chunks));
    }
    this.digests.writeSums("word", sums);
    this.changes = new Map();
  }

  private note(token: string, chunks: number): void {
    this.changes.set(token, (this.changes.get(token) ?? 0) + chunks);
  }
}

/**
 * Number of chunks with each token; tokens in no chunk are left out. Throws `STORE_CORRUPT` if a bucket of
 * the table differs from what was written.
 */
export function readWordCounts(
  database: Database,
  pool: number,
  tokens: readonly string[],
): ReadonlyMap<string, number> {
  const sums = new Digests(database, pool).readSums("word");
  const buckets = new Map<number, ReadonlyMap<string, number>>();
  const counts = new Map<string, number>();
  for (const token of new Set(tokens)) {
    const bucket = bucketOf(token);
    const known = buckets.get(bucket) ?? readBucket(database, { pool, bucket, sums });
    buckets.set(bucket, known);
    const chunks = known.get(token);
    if (chunks !== undefined) counts.set(token, chunks);
  }
  return counts;
}

/** Throws `STORE_CORRUPT` if any bucket of the table differs from what was written. */
export function requireAllWordCounts(database: Database, pool: number): void {
  const sums = new Digests(database, pool).readSums("word");
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++) readBucket(database, { pool, bucket, sums });
}

interface WordBucket {
  readonly pool: number;
  readonly bucket: number;
  readonly sums: BucketSums;
}

function readBucket(database: Database, { pool, bucket, sums }: WordBucket): ReadonlyMap<string, number> {
  const table = `word_${pool}`;
  const { numbers, texts } = readColumns(
    database,
    `${table} WHERE key >= ? AND key < ?`,
    { numbers: ["chunks"], texts: ["key"] },
    ...keyRange(bucket),
  );
  const [chunks = []] = numbers;
  const tokens = (texts[0] ?? []).map(nameOfKey);
  sums.require(
    bucket,
    tokens.map((token, at) => wordCheck(token, chunks[at] as number)),
    table,
  );
  return new Map(tokens.map((token, at) => [token, chunks[at] as number]));
}
