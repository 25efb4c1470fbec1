/**
 * Keys of tables that are read one name at a time. A lookup without a result proves nothing if a page may be
 * corrupt. So keys begin with a bucket number, derived from the name, and the sum of each bucket's rows is
 * stored. Reading one bucket then proves which rows it has, and which it lacks, without reading the table.
 * Pure.
 *
 *     symbol_name_1:  key "f3parse" file 4 │ key "f3Parse" file 9 │ key "f4close" file 2
 *     sums: … f3: 4 and 9, f4: 2 …
 */
import { crc32 } from "node:zlib";
import { damaged } from "../corruption-error.ts";

/**
 * Two characters are 4,096 buckets: about 300 rows each in a codebase of a million symbols, and 16 KiB of
 * sums in any codebase.
 */
const DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
export const BUCKET_COUNT = DIGITS.length ** 2;
const PREFIX_CHARS = 2;

/** Bucket number of a name. Names that differ only in case share a bucket. */
export function bucketOf(name: string): number {
  return crc32(storableName(name).toLowerCase()) % BUCKET_COUNT;
}

/**
 * Key that a table stores for a name. Halves of surrogate pairs and NUL, which cannot be stored, are
 * replaced.
 */
export function keyOf(name: string): string {
  return prefixOf(bucketOf(name)) + storableName(name);
}

/** Bucket number in a key. It is that of the key's name, unless the key is corrupt. */
export function bucketOfKey(key: string): number {
  return DIGITS.indexOf(key[0] ?? "") * DIGITS.length + DIGITS.indexOf(key[1] ?? "");
}

/** The name in a key, without its bucket. */
export function nameOfKey(key: string): string {
  return key.slice(PREFIX_CHARS);
}

/** Range of a bucket's keys, end exclusive. */
export function keyRange(bucket: number): readonly [from: string, to: string] {
  const from = prefixOf(bucket);
  return [from, from.slice(0, -1) + String.fromCharCode(from.charCodeAt(PREFIX_CHARS - 1) + 1)];
}

/** What a row of symbol names adds to the sum of its bucket. */
export function nameCheck(name: string, fileId: number): number {
  // The NUL is there for an empty name. Without it, the CRC would return 0 or the number it was given.
  return crc32(`${name}\0`, fileId);
}

/**
 * What a row of word counts adds to the sum of its bucket. It is proportional to the count: a change of the
 * count by n changes it by n times the check of 1.
 */
export function wordCheck(token: string, chunks: number): number {
  return Math.imul(crc32(token) | 1, chunks);
}

/** Sums of the rows of each bucket, modulo 2³². */
export class BucketSums {
  private constructor(private readonly sums: Uint32Array) {}

  static empty(): BucketSums {
    return new BucketSums(new Uint32Array(BUCKET_COUNT));
  }

  /** @param where as for `damaged` */
  static decode(bytes: Uint8Array, where: string): BucketSums {
    if (bytes.length !== BUCKET_COUNT * Uint32Array.BYTES_PER_ELEMENT)
      throw damaged(`${where}: ${bytes.length} bytes of sums`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new BucketSums(
      Uint32Array.from({ length: BUCKET_COUNT }, (_, at) =>
        view.getUint32(at * Uint32Array.BYTES_PER_ELEMENT, true),
      ),
    );
  }

  encode(): Uint8Array {
    const bytes = Buffer.alloc(BUCKET_COUNT * Uint32Array.BYTES_PER_ELEMENT);
    for (const [at, sum] of this.sums.entries()) bytes.writeUInt32LE(sum, at * Uint32Array.BYTES_PER_ELEMENT);
    return bytes;
  }

  add(bucket: number, check: number): void {
    this.sums[bucket] = (this.of(bucket) + check) >>> 0;
  }

  remove(bucket: number, check: number): void {
    this.sums[bucket] = (this.of(bucket) - check) >>> 0;
  }

  of(bucket: number): number {
    return this.sums[bucket] ?? 0;
  }

  /**
   * Throws `STORE_CORRUPT` if the rows read from a bucket do not match its sum.
   *
   * @param table for the log
   */
  require(bucket: number, checks: Iterable<number>, table: string): void {
    let sum = 0;
    for (const check of checks) sum = (sum + check) >>> 0;
    if (sum !== this.of(bucket))
      throw damaged(`${table}, bucket ${bucket}: its rows are not those that were written`);
  }
}

/** A quick test, because most names need no replacement. */
// oxlint-disable-next-line no-control-regex -- NUL is what it looks for
const UNSTORABLE = /[\ud800-\udfff\0]/;

function storableName(name: string): string {
  return UNSTORABLE.test(name) ? name.replaceAll(/\p{Cs}|\0/gu, "\ufffd") : name;
}

function prefixOf(bucket: number): string {
  return (DIGITS[Math.floor(bucket / DIGITS.length)] ?? "") + (DIGITS[bucket % DIGITS.length] ?? "");
}
