/**
 * What was worked out of a word, kept for the next time that the word comes by. Asked with a range of bytes and answering
 * with one, so that no string is made, and laid out so that a look-up touches two places in memory: looking words up is a
 * fifth of indexing a codebase otherwise. ASCII words only.
 */

let scratch = Buffer.alloc(1 << 16);

/** The text in UTF-8, valid until the next call. As long as the text if and only if that is ASCII. */
export function utf8Of(text: string): Uint8Array {
  if (scratch.length < 3 * text.length) scratch = Buffer.alloc(4 * text.length);
  return scratch.subarray(0, scratch.write(text));
}

/** Bytes of ASCII as a string. */
export function asciiOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** Longest word that is remembered, in characters. */
const MAX_CHARS = 100;
/** Set in an ASCII letter that is a small one. */
const LOWER_CASE_BIT = 32;

export interface WordMemoryOptions {
  /** Whether spellings that differ in case share what is known. */
  readonly ignoresCase: boolean;
  /** Words remembered, a power of two; beyond it the memory starts anew. */
  readonly capacity: number;
  /** At most 65,535 bytes. */
  readonly compute: (word: Uint8Array) => Uint8Array;
}

export class WordMemory {
  private readonly fold: number;
  private readonly capacity: number;
  private readonly compute: (word: Uint8Array) => Uint8Array;
  /** Pairs of a word's hash and the place of its record, 0 for an empty slot; twice as many as words. */
  private readonly slots: Int32Array;
  private count = 0;
  /** Records: length of the word, the word, length of the value in two bytes, the value. Nothing stands at 0. */
  private records: Uint8Array = new Uint8Array(1 << 20);
  private used = 1;

  constructor({ ignoresCase, capacity, compute }: WordMemoryOptions) {
    this.fold = ignoresCase ? LOWER_CASE_BIT : 0;
    this.capacity = capacity;
    this.compute = compute;
    this.slots = new Int32Array(4 * capacity);
  }

  /** Where in `bytes` the value of the word in a range of a text begins, behind its length. Valid until the next call. */
  find(text: Uint8Array, start: number, end: number): number {
    const { slots, fold } = this;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ ((text[at] as number) | fold), 0x01000193);
    const mask = slots.length - 2;
    let slot = ((hash ^ (hash >>> 15)) << 1) & mask;
    for (let record = slots[slot + 1] as number; record !== 0; record = slots[slot + 1] as number) {
      if (slots[slot] === hash && this.holds(record, text, start, end)) return record + 1 + end - start;
      slot = (slot + 2) & mask;
    }
    return this.add(slot, hash, text.slice(start, end));
  }

  /** Holds the values: two bytes for the length, lower one first, and what `compute` gave. */
  get bytes(): Uint8Array {
    return this.records;
  }

  private holds(record: number, text: Uint8Array, start: number, end: number): boolean {
    const { records, fold } = this;
    const length = end - start;
    if (records[record] !== length) return false;
    for (let at = 0; at < length; at++) if (records[record + 1 + at] !== ((text[start + at] as number) | fold)) return false;
    return true;
  }

  private add(slot: number, hash: number, word: Uint8Array): number {
    const value = this.compute(word);
    if (this.count === this.capacity) {
      this.slots.fill(0);
      this.count = 0;
      this.used = 1;
      return this.put(new Uint8Array(), value);
    }
    // What is too long is answered all the same, and found by nobody.
    if (word.length > MAX_CHARS) return this.put(new Uint8Array(), value);
    this.slots[slot] = hash;
    this.slots[slot + 1] = this.used;
    this.count++;
    return this.put(word, value);
  }

  /** Appends a record and says where its value begins. */
  private put(word: Uint8Array, value: Uint8Array): number {
    const valueAt = this.used + 1 + word.length;
    const end = valueAt + 2 + value.length;
    if (end > this.records.length) {
      const grown = new Uint8Array(2 * end);
      grown.set(this.records);
      this.records = grown;
    }
    const { records } = this;
    records[this.used] = word.length;
    for (const [at, code] of word.entries()) records[this.used + 1 + at] = code | this.fold;
    records[valueAt] = value.length & 255;
    records[valueAt + 1] = value.length >> 8;
    records.set(value, valueAt + 2);
    this.used = end;
    return valueAt;
  }
}
