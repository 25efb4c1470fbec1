/**
 * By which names a file can be found when somebody looks for callers or subtypes: one number of 32 bits for each use of a
 * name. Two names with one number only mean that a file is looked at for nothing. Pure.
 */
import { type FlowFacts, type NameUse, namesUsed } from "@satori/sidecar";

/** FNV-1a over the use and the name. */
export function nameUseKey(use: NameUse, name: string): number {
  const text = `${use} ${name}`;
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

/** Keys of all uses of a file, ascending, each once; four bytes each, the lowest first. */
export function encodeNameUses(flow: FlowFacts): Uint8Array {
  const keys = Uint32Array.from(new Set(namesUsed(flow).map(({ use, name }) => nameUseKey(use, name)))).sort();
  const bytes = new Uint8Array(keys.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, key] of keys.entries()) view.setUint32(at * 4, key, true);
  return bytes;
}

/** Finds the files of a key among all files, without a look at most of them. */
export class NameUseTable {
  /** Where the entries of each bucket begin: keys with equal upper bits. */
  private readonly starts = new Uint32Array(BUCKETS + 1);
  private readonly keys: Uint32Array;
  private readonly files: Uint32Array;

  /** @param known encoded uses of each file, in the order of the files; null for one without */
  constructor(known: readonly (Uint8Array | null)[]) {
    const encoded = known.map((bytes) => bytes ?? NONE);
    const count = encoded.reduce((sum, bytes) => sum + bytes.length / 4, 0);
    this.keys = new Uint32Array(count);
    this.files = new Uint32Array(count);
    for (const bytes of encoded) for (const key of keysOf(bytes)) this.starts[bucketOf(key) + 1] = this.startOf(bucketOf(key) + 1) + 1;
    for (let at = 0; at < BUCKETS; at++) this.starts[at + 1] = this.startOf(at) + this.startOf(at + 1);
    const next = this.starts.slice();
    for (const [file, bytes] of encoded.entries()) {
      for (const key of keysOf(bytes)) {
        const at = next[bucketOf(key)] as number;
        next[bucketOf(key)] = at + 1;
        this.keys[at] = key;
        this.files[at] = file;
      }
    }
  }

  /** Files that use a name in a way, ascending; perhaps some that do not. */
  filesUsing(use: NameUse, name: string): number[] {
    const key = nameUseKey(use, name);
    const found: number[] = [];
    for (let at = this.startOf(bucketOf(key)); at < this.startOf(bucketOf(key) + 1); at++) if (this.keys[at] === key) found.push(this.files[at] as number);
    return found;
  }

  private startOf(bucket: number): number {
    return this.starts[bucket] as number;
  }
}

const NONE = new Uint8Array();
const BUCKETS = 2 ** 16;

function bucketOf(key: number): number {
  return key >>> 16;
}

function* keysOf(bytes: Uint8Array): Generator<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 4) yield view.getUint32(at, true);
}
