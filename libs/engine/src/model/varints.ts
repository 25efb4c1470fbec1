/**
 * Variable-length numbers, within JavaScript's safe range below 2⁵³: seven bits per byte, highest first; all
 * bytes of a number except its last have the top bit set. Pure.
 */

/** Reads one number after the other. Past the end it reads zeros, so callers have to check `at`. */
export class NumberReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  next(): number {
    let value = 0;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
}

/** Collects numbers and bytes in a buffer that grows. */
export class ByteWriter {
  bytes = Buffer.alloc(FIRST_BYTES);
  size = 0;

  /** A copy of what was written. */
  copy(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.bytes, 0, this.size);
  }

  number(value: number): void {
    if (value < 128) return this.byte(value);
    this.reserve(MAX_NUMBER_BYTES);
    let power = 128;
    while (value >= power * 128) power *= 128;
    for (; power > 1; power /= 128) this.bytes[this.size++] = 128 + (Math.floor(value / power) & 127);
    this.bytes[this.size++] = value % 128;
  }

  byte(value: number): void {
    if (this.size === this.bytes.length) this.reserve(1);
    this.bytes[this.size++] = value;
  }

  append(bytes: Uint8Array, from: number, end: number): void {
    this.reserve(end - from);
    // For a few bytes, a call of `set` takes longer than a loop.
    if (end - from < FEW_BYTES)
      for (let at = from; at < end; at++) this.bytes[this.size++] = bytes[at] as number;
    else {
      this.bytes.set(bytes.subarray(from, end), this.size);
      this.size += end - from;
    }
  }

  /** @param text characters up to U+00FF, one byte each */
  latin1(text: string, from = 0): void {
    this.reserve(text.length - from);
    for (let at = from; at < text.length; at++) this.bytes[this.size++] = text.charCodeAt(at);
  }

  private reserve(more: number): void {
    if (this.size + more <= this.bytes.length) return;
    const larger = Buffer.alloc(Math.max(2 * this.bytes.length, this.size + more));
    larger.set(this.bytes.subarray(0, this.size));
    this.bytes = larger;
  }
}

const FIRST_BYTES = 1024;
const FEW_BYTES = 24;
/** Numbers below 2⁵³ take at most eight bytes. */
const MAX_NUMBER_BYTES = 8;

/** Encodes numbers one after another. */
export function encodeNumbers(numbers: Iterable<number>): Uint8Array {
  const writer = new ByteWriter();
  for (const number of numbers) writer.number(number);
  return writer.copy();
}

/** Decodes all numbers. */
export function decodeNumbers(bytes: Uint8Array): number[] {
  const reader = new NumberReader(bytes);
  const numbers: number[] = [];
  while (reader.at < bytes.length) numbers.push(reader.next());
  return numbers;
}
