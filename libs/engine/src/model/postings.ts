/**
 * The posting lists of the index: which chunks contain a token, and how often in each field. Pure.
 *
 * A list is a sequence of postings with ascending chunk ids. A posting starts with one number:
 *
 *     (gap − 1) × 4 + body     if the token is 1 to 3 times in the body, and in no other field
 *     (gap − 1) × 4            otherwise; a byte of counts follows
 *
 * where the gap is the difference to the previous posting's id; the first one counts from the id before the
 * list's base. The byte of counts has the occurrences in the body in bits 0 to 3 and those in the path in
 * bits 4 and 5; bit 6 says that a number for symbols follows, bit 7 one for doc. A full field, 15 or 3, is
 * followed by a number with the rest: body, path, symbols, doc, in this order. In real code, half of all
 * postings are 1 in the body, and three quarters take one byte.
 */
import type { ByteWriter } from "./varints.ts";

/** Occurrences of a token in the fields of a chunk. */
export interface PostingCounts {
  readonly body: number;
  readonly symbols: number;
  readonly path: number;
  readonly doc: number;
}

/** Numbers from which the lowest bits of a posting's first number are taken. */
const CODES = 4;
export const CODE_BITS = 2;
export const CODE_MASK = CODES - 1;
const FULL_BODY = 15;
const FULL_PATH = 3;
const PATH_SHIFT = 4;
const HAS_SYMBOLS = 64;
const HAS_DOC = 128;

/** First number of a posting whose counts are encoded already. */
export function gapNumber(gap: number, code: number): number {
  return (gap - 1) * CODES + code;
}

/**
 * Appends a posting.
 *
 * @param gap difference to the previous id, at least 1
 */
export function writePosting(
  to: ByteWriter,
  gap: number,
  body: number,
  symbols: number,
  path: number,
  doc: number,
): void {
  if (body > 0 && body < CODES && symbols + path + doc === 0) return to.number((gap - 1) * CODES + body);
  to.number((gap - 1) * CODES);
  const [bodyBits, pathBits] = [Math.min(body, FULL_BODY), Math.min(path, FULL_PATH)];
  to.byte(bodyBits | (pathBits << PATH_SHIFT) | (symbols > 0 ? HAS_SYMBOLS : 0) | (doc > 0 ? HAS_DOC : 0));
  if (bodyBits === FULL_BODY) to.number(body - FULL_BODY);
  if (pathBits === FULL_PATH) to.number(path - FULL_PATH);
  if (symbols > 0) to.number(symbols);
  if (doc > 0) to.number(doc);
}

/** Goes through the postings of a list. */
export class PostingCursor implements PostingCounts {
  /** Of the present posting. */
  id: number;
  body = 0;
  symbols = 0;
  path = 0;
  doc = 0;
  /** Bits of the present posting's first number that are not its gap, and where its other bytes begin. */
  code = 0;
  countsAt = 0;

  /** @param base id that the first gap counts from, minus one: the lowest that the list may have */
  constructor(
    private readonly bytes: Uint8Array,
    /** Where the next posting begins. */
    public at: number,
    private readonly end: number,
    base: number,
  ) {
    this.id = base - 1;
  }

  /** Goes to the next posting; false after the last one. Throws `RangeError` if the list ends within one. */
  next(): boolean {
    if (this.at >= this.end) {
      if (this.at > this.end) throw new RangeError(`A posting ends at ${this.at}, its list at ${this.end}`);
      return false;
    }
    const first = this.bytes[this.at] as number;
    if (first < 128) {
      this.at++;
      this.id += (first >> CODE_BITS) + 1;
      this.code = first & CODE_MASK;
    } else {
      const value = this.number();
      this.code = value % CODES;
      this.id += (value - this.code) / CODES + 1;
    }
    this.countsAt = this.at;
    this.body = this.code;
    this.symbols = 0;
    this.path = 0;
    this.doc = 0;
    if (this.code === 0) this.readCounts();
    return true;
  }

  private readCounts(): void {
    const counts = this.bytes[this.at++] ?? 0;
    const [bodyBits, pathBits] = [counts & FULL_BODY, (counts >> PATH_SHIFT) & FULL_PATH];
    this.body = bodyBits === FULL_BODY ? bodyBits + this.number() : bodyBits;
    this.path = pathBits === FULL_PATH ? pathBits + this.number() : pathBits;
    if (counts & HAS_SYMBOLS) this.symbols = this.number();
    if (counts & HAS_DOC) this.doc = this.number();
  }

  private number(): number {
    let value = 0;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
}
