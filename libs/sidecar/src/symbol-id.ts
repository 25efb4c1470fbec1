/** Ids of symbols: the same file, kind and qualified name give the same id, wherever the lines move. */
/** Hands out the ids of one file. Equal names of a kind are counted in the order in which they are asked for. */
export class SymbolIds {
  private readonly seen = new Map<string, number>();
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  next(kind: string, label: string): string {
    const key = `${kind}\0${label}`;
    const ordinal = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, ordinal);
    return `sym_${hash64(`${this.path}\0${key}\0${ordinal}`)}`;
  }
}

/**
 * 64 bits in hex: two FNV-1a sums of different beginnings, each mixed at the end as in MurmurHash3. Nothing secret hangs on
 * it, and a file has thousands of ids: ten times as fast as a cryptographic sum.
 */
function hash64(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x1b873593;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return hex(mix(high ^ low)) + hex(mix(low));
}

function mix(sum: number): number {
  let mixed = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, "0");
}
