/**
 * The names by which a file can be found when a call asks for callers or subtypes: one 32-bit number per use
 * of a name. If two names share a number, a file is only read for nothing. Pure.
 */
import { type CallFacts, type NameUse, eachNameUsed, seal, unseal } from "@satori/sidecar";

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over the use and the name. */
export function nameUseKey(use: NameUse, name: string): number {
  return sumOf(name, sumOf(" ", sumOf(use))) >>> 0;
}

function sumOf(text: string, before = FNV_BASIS): number {
  let sum = before;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), FNV_PRIME);
  return sum;
}

/** Distinct keys of all uses in a file, ascending: four bytes each, little-endian, and a checksum. */
export function encodeNameUses(flow: CallFacts): Uint8Array {
  const all: number[] = [];
  eachNameUsed(flow, (use, name) => all.push(nameUseKey(use, name)));
  const sorted = Uint32Array.from(all).sort();
  const bytes = Buffer.allocUnsafe(4 * sorted.length);
  let end = 0;
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) end = bytes.writeUInt32LE(sorted[at] as number, end);
  return seal(bytes.subarray(0, end));
}

/** Finds the files with a key among all files, without reading most entries. */
export class NameUseTable {
  /** Start of each bucket's entries. A bucket contains the keys with the same upper bits. */
  private readonly starts = new Uint32Array(BUCKETS + 1);
  private readonly keys: Uint32Array;
  private readonly files: Uint32Array;

  /**
   * Throws for bytes that `encodeNameUses` did not write.
   *
   * @param known encoded uses of each file, in the order of the files; null for a file without them
   */
  constructor(known: readonly (Uint8Array | null)[]) {
    const uses = known.map((bytes) => (bytes ? keysOf(bytes) : NONE));
    const count = uses.reduce((sum, keys) => sum + keys.length, 0);
    this.keys = new Uint32Array(count);
    this.files = new Uint32Array(count);
    const { starts } = this;
    for (const keys of uses)
      for (let at = 0; at < keys.length; at++) (starts[bucketOf(keys[at] as number) + 1] as number)++;
    for (let at = 0; at < BUCKETS; at++) starts[at + 1] = this.startOf(at) + this.startOf(at + 1);
    const next = starts.slice();
    for (let file = 0; file < uses.length; file++) {
      const keys = uses[file] as Uint32Array;
      for (let from = 0; from < keys.length; from++) {
        const key = keys[from] as number;
        const at = (next[bucketOf(key)] as number)++;
        this.keys[at] = key;
        this.files[at] = file;
      }
    }
  }

  /** Positions of the files that use a name in this way, ascending. May include files that do not. */
  filesUsing(use: NameUse, name: string): number[] {
    const key = nameUseKey(use, name);
    const found: number[] = [];
    for (let at = this.startOf(bucketOf(key)); at < this.startOf(bucketOf(key) + 1); at++)
      if (this.keys[at] === key) found.push(this.files[at] as number);
    return found;
  }

  private startOf(bucket: number): number {
    return this.starts[bucket] as number;
  }
}

const NONE = new Uint32Array();
const BUCKETS = 2 ** 16;

function bucketOf(key: number): number {
  return key >>> 16;
}

/** Keys as written by `encodeNameUses`. */
function keysOf(sealed: Uint8Array): Uint32Array {
  const bytes = unseal(sealed);
  if (IS_LITTLE_ENDIAN)
    return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
