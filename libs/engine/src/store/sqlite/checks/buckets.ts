/**
 * Keys of tables that are read one name at a time. A lookup that finds nothing proves nothing where a page
 * may be damaged, so keys begin with the number of a bucket, made from the name, and the sum of each bucket's
 * rows is stored: reading one bucket proves which rows it has, and which it has not, without reading the
 * table. Pure.
 *
 *     symbol_name_1:  key "f3parse" file 4 │ key "f3Parse" file 9 │ key "f4close" file 2     sums: … f3: 4
 *                     and 9, f4: 2 …
 */
import { crc32 } from "node:zlib";
import { damaged } from "../corruption-error.ts";

/**
 * Two characters are 4,096 buckets: some 300 rows each in a codebase of a million symbols, and 16 KiB of sums
 * in any.
 */
const DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
export const BUCKET_COUNT = DIGITS.length ** 2;
const PREFIX_CHARS = 2;

/** Number of the bucket of a name. Names that differ only in case share one. */
export function bucketOf(name: string): number {
  return crc32(storableName(name).toLowerCase()) % BUCKET_COUNT;
}

/** What a table stores for a name: half of a surrogate pair, and NUL, cannot be stored. */
export function keyOf(name: string): string {
  return prefixOf(bucketOf(name)) + storableName(name);
}

/** Number of the bucket that a key stands in, which is that of its name where it is as it was written. */
export function bucketOfKey(key: string): number {
  return DIGITS.indexOf(key[0] ?? "") * DIGITS.length + DIGITS.indexOf(key[1] ?? "");
}

export function nameOfKey(key: string): string {
  return key.slice(PREFIX_CHARS);
}

/** Keys of a bucket: from the first, included, to the second, excluded. */
export function keyRange(bucket: number): readonly [from: string, to: string] {
  const from = prefixOf(bucket);
  return [from, from.slice(0, -1) + String.fromCharCode(from.charCodeAt(PREFIX_CHARS - 1) + 1)];
}

/** What a row of symbol names adds to the sum of its bucket. */
export function nameCheck(name: string, fileId: number): number {
  // The NUL is there for a name that is empty: its CRC would come out as 0 or as it went in.
  return crc32(`${name}\0`, fileId);
}

/**
 * What a row of word counts adds to the sum of its bucket: a count that changes by n changes it by n times
 * the check of 1.
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

  /** @param where as of `damaged` */
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
   * Throws `STORE_CORRUPT` where what was read of a bucket does not add up to its sum.
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

/** Surrogates are looked at one by one only where there are any. */
// oxlint-disable-next-line no-control-regex -- NUL is what it looks for
const UNSTORABLE = /[\ud800-\udfff\0]/;

function storableName(name: string): string {
  return UNSTORABLE.test(name) ? name.replaceAll(/\p{Cs}|\0/gu, "\ufffd") : name;
}

function prefixOf(bucket: number): string {
  return (DIGITS[Math.floor(bucket / DIGITS.length)] ?? "") + (DIGITS[bucket % DIGITS.length] ?? "");
}
