/** Numbers and texts as few bytes: seven bits of a number a byte, the lowest first. */

/** Most lists are: one for all of them. */
const EMPTY: readonly never[] = [];

const BITS_A_BYTE = 7;
/** Of a number of 32 bits. */
const MAX_BYTES = 5;
/** Of the last byte of a number of 32 bits. */
const MAX_SHIFT = 28;

const FIRST_BYTES = 1 << 16;
/** Of a writer that is kept for the next file. */
const MAX_KEPT_BYTES = 1 << 22;
/** Of writers that were released. */
const idle: Buffer[] = [];

export class ByteWriter {
  private bytes = idle.pop() ?? Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;

  /** A whole number from 0 to 2³² − 1. */
  number(value: number): void {
    if (this.length + MAX_BYTES > this.bytes.length) this.grow(MAX_BYTES);
    const { bytes } = this;
    let [left, at] = [value, this.length];
    while (left > 127) {
      bytes[at++] = (left & 127) | 128;
      left >>>= BITS_A_BYTE;
    }
    bytes[at++] = left;
    this.length = at;
  }

  /** How many there are, then each, plus what makes the smallest one 0. */
  numbers(values: ArrayLike<number>, plus: number): void {
    this.number(values.length);
    for (let at = 0; at < values.length; at++) this.number((values[at] as number) + plus);
  }

  /** How many there are, then each. */
  list<Item>(items: readonly Item[], write: (item: Item, at: number) => void): void {
    this.number(items.length);
    for (let at = 0; at < items.length; at++) write(items[at] as Item, at);
  }

  /** The lengths of all, in UTF-16 units, then one text. */
  texts(texts: readonly string[]): void {
    this.list(texts, (text) => this.number(text.length));
    const joined = texts.join("");
    const size = Buffer.byteLength(joined);
    this.number(size);
    this.grow(size);
    this.length += this.bytes.write(joined, this.length);
  }

  /** Valid until it is released. */
  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Nothing may be written any more. */
  release(): void {
    if (this.bytes.length <= MAX_KEPT_BYTES) idle.push(this.bytes);
  }

  private grow(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/**
 * Reads what a `ByteWriter` wrote, in the same order. Throws for bytes that end before what they say they
 * hold.
 */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  number(): number {
    let value = 0;
    for (let shift = 0; shift <= MAX_SHIFT; shift += BITS_A_BYTE) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) break;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError("The bytes hold no whole number");
  }

  list<Item>(read: () => Item): readonly Item[] {
    // An item takes a byte at least: no damage makes the list longer than the bytes.
    const length = this.length();
    if (length === 0) return EMPTY;
    // One that grows is larger than it has to be, and lists are most of what facts take in memory;
    // `Array.from` takes twice as long.
    const items = Array<Item>(length);
    for (let at = 0; at < length; at++) items[at] = read();
    return items;
  }

  /** The same numbers that `ByteWriter.numbers` was given, with what it added. */
  numbers(plus: number): Int32Array {
    const numbers = new Int32Array(this.length());
    for (let at = 0; at < numbers.length; at++) numbers[at] = this.number() - plus;
    return numbers;
  }

  texts(): string[] {
    const lengths = this.list(() => this.number());
    const size = this.length();
    const all = this.bytes.toString("utf8", this.at, (this.at += size));
    let start = 0;
    return lengths.map((length) => all.slice(start, (start += length)));
  }

  /** Of something that takes a byte a piece. */
  private length(): number {
    const length = this.number();
    if (length > this.bytes.length - this.at) throw new RangeError("The bytes hold less than they say");
    return length;
  }
}
