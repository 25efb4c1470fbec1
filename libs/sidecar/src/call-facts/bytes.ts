/** Encodes numbers and texts compactly: seven bits of a number per byte, lowest bits first. */

/** Shared by all empty lists, which are the most common ones. */
const EMPTY: readonly never[] = [];

const BITS_A_BYTE = 7;
/** Bytes of a 32-bit number. */
const MAX_BYTES = 5;
/** Shift of the last byte of a 32-bit number. */
const MAX_SHIFT = 28;

const FIRST_BYTES = 1 << 16;
/** Capacity up to which a writer's buffer is kept for the next file. */
const MAX_KEPT_BYTES = 1 << 22;
/** Buffers of released writers. */
const idle: Buffer[] = [];

/** Appends numbers and texts to a growing buffer. */
export class ByteWriter {
  private bytes = idle.pop() ?? Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;

  /** Writes an integer from 0 to 2³² − 1. */
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

  /** Writes the count, then each value plus `plus`, which must make all of them non-negative. */
  numbers(values: ArrayLike<number>, plus: number): void {
    this.number(values.length);
    for (let at = 0; at < values.length; at++) this.number((values[at] as number) + plus);
  }

  /** Writes the count, then each item. */
  list<Item>(items: readonly Item[], write: (item: Item, at: number) => void): void {
    this.number(items.length);
    for (let at = 0; at < items.length; at++) write(items[at] as Item, at);
  }

  /** Writes the lengths of all texts in UTF-16 units, then their concatenation. */
  texts(texts: readonly string[]): void {
    this.list(texts, (text) => this.number(text.length));
    const joined = texts.join("");
    const size = Buffer.byteLength(joined);
    this.number(size);
    this.grow(size);
    this.length += this.bytes.write(joined, this.length);
  }

  /** The bytes written so far; valid until `release`. */
  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Returns the buffer for reuse. Nothing may be written afterwards. */
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

/** Reads what a `ByteWriter` wrote, in the same order. Throws `RangeError` if the bytes end too early. */
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
    // An item takes at least a byte, so corrupt bytes cannot make the list longer than the input.
    const length = this.length();
    if (length === 0) return EMPTY;
    // A list that grows by `push` reserves more memory than it needs, and lists are most of the memory of
    // decoded facts. `Array.from` takes twice as long.
    const items = Array<Item>(length);
    for (let at = 0; at < length; at++) items[at] = read();
    return items;
  }

  /** Reads numbers that `ByteWriter.numbers` wrote with the same `plus`. */
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

  /** Reads the length of a list whose items take at least a byte each. */
  private length(): number {
    const length = this.number();
    if (length > this.bytes.length - this.at) throw new RangeError("The bytes hold less than they say");
    return length;
  }
}
