/**
 * Ids of symbols: the same file, kind and qualified name yield the same id, even if lines move. Six digits
 * identify the file and ten the symbol, so that a lookup reads one file, or few.
 */

/** Creates the ids of one file. Equal names of a kind are numbered in the order of calls. */
export class SymbolIds {
  /** Number of symbols so far, by kind and label. */
  private readonly seen = new Map<string, Map<string, number>>();
  private readonly file: Sums;
  private readonly prefix: string;

  constructor(path: string) {
    this.file = sumsOf(path);
    this.prefix = `sym_${fileDigits(this.file)}`;
  }

  next(kind: string, label: string): string {
    let labels = this.seen.get(kind);
    if (!labels) this.seen.set(kind, (labels = new Map()));
    const ordinal = (labels.get(label) ?? 0) + 1;
    labels.set(label, ordinal);
    const { high, low } = sumsOf(`\0${kind}\0${label}\0${ordinal}`, this.file);
    return `${this.prefix}${hex(mix(high ^ low)).slice(HEX_DIGITS - SYMBOL_DIGITS)}${hex(mix(low))}`;
  }
}

/** Whether a text has the format of an id. */
export function isSymbolId(text: string): boolean {
  return /^sym_[0-9a-f]{16}$/.test(text);
}

/**
 * Returns a predicate: whether a file may contain the symbol with this id. Hardly one in a thousand other
 * files passes.
 */
export function mayHoldId(id: string): (path: string) => boolean {
  const digits = id.slice("sym_".length, "sym_".length + FILE_DIGITS);
  return (path) => fileDigits(sumsOf(path)) === digits;
}

const FILE_DIGITS = 6;
const SYMBOL_DIGITS = 10;
/** Hexadecimal digits of 32 bits. */
const HEX_DIGITS = 8;

/**
 * Two FNV-1a hashes with different offsets, each finalized as in MurmurHash3. They need no cryptographic
 * strength, and a file has thousands of ids: this is ten times as fast as a cryptographic hash.
 */
interface Sums {
  readonly high: number;
  readonly low: number;
}

/**
 * @param before hashes of the preceding text
 */
function sumsOf(text: string, before: Sums = { high: 0x811c9dc5, low: 0x1b873593 }): Sums {
  let { high, low } = before;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return { high, low };
}

function fileDigits({ high, low }: Sums): string {
  return hex(mix(high ^ low)).slice(-FILE_DIGITS);
}

function mix(sum: number): number {
  let mixed = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Hexadecimal digits of each byte: `toString` and `padStart` on the whole number take several times as long.
 */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hex(sum: number): string {
  return `${BYTES[sum >>> 24]}${BYTES[(sum >>> 16) & 255]}${BYTES[(sum >>> 8) & 255]}${BYTES[sum & 255]}`;
}
