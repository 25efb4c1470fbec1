/**
 * Blocks of the posting table: sealed rows that each hold a range of a segment's terms, with their lists.
 *
 *     pool, segment     numbers: the block is one of these
 *     position                number of blocks before it in the segment
 *     next                    length plus 1, and bytes, of the next block's first term; 0 in the last block
 *     per term, ascending     bytes shared with the term before, length of the rest, the rest,
 *                             length of the list, the list
 *
 * A block thus proves that the segment has no other terms up to the next block's; the first one also proves
 * that no terms come before its own. Terms are strings with one character per byte of UTF-8. Pure.
 */
import { seal, unseal } from "@satori/sidecar";
import { ByteWriter, NumberReader } from "../../../model/varints.ts";

/** A block ends with the first term after this size. Blocks of 4 to 32 KiB were measured in ADR 38. */
export const BLOCK_BYTES = 8 * 1024;

/** Which segment a block belongs to. */
export interface BlockOwner {
  readonly pool: number;
  readonly segment: number;
}

/** A term, and where its list starts and ends in `Block.bytes`. */
export interface BlockEntry {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Builds the blocks of one segment, from its terms in ascending order. */
export class BlockWriter {
  private readonly entries = new ByteWriter();
  private readonly block = new ByteWriter();
  private first: string | null = null;
  private previous = "";
  /** Number of finished blocks. */
  count = 0;

  /** @param put takes each finished block with its key: its first term, or nothing for the first block */
  constructor(
    private readonly owner: BlockOwner,
    private readonly put: (key: string, block: Uint8Array) => void,
  ) {}

  add(term: string, list: ByteWriter): void {
    const { entries } = this;
    if (entries.size >= BLOCK_BYTES) this.finish(term);
    let shared = 0;
    if (this.first === null) this.first = term;
    else
      while (shared < term.length && term.charCodeAt(shared) === this.previous.charCodeAt(shared)) shared++;
    entries.number(shared);
    entries.number(term.length - shared);
    entries.latin1(term, shared);
    entries.number(list.size);
    entries.append(list.bytes, 0, list.size);
    this.previous = term;
  }

  /** Call once after the last term. */
  end(): void {
    if (this.first !== null) this.finish(null);
  }

  private finish(next: string | null): void {
    const { block, entries } = this;
    block.size = 0;
    block.number(this.owner.pool);
    block.number(this.owner.segment);
    block.number(this.count);
    block.number(next === null ? 0 : next.length + 1);
    if (next !== null) block.latin1(next);
    block.append(entries.bytes, 0, entries.size);
    this.put(this.count === 0 ? "" : (this.first as string), seal(block.bytes.subarray(0, block.size)));
    this.count++;
    entries.size = 0;
    this.first = null;
    this.previous = "";
  }
}

/**
 * A block that was read. Throws `RangeError` if its bytes are not those that were written, or those of
 * another segment.
 */
export class Block {
  /** First term of the next block; null in the last one. */
  readonly next: string | null;
  readonly position: number;
  readonly bytes: Uint8Array;
  private readonly entriesAt: number;

  constructor(sealed: Uint8Array, { pool, segment }: BlockOwner) {
    const bytes = unseal(sealed);
    const reader = new NumberReader(bytes);
    const [itsPool, itsSegment] = [reader.next(), reader.next()];
    if (itsPool !== pool || itsSegment !== segment)
      throw new RangeError(`A block of segment ${itsSegment} of pool ${itsPool}`);
    this.bytes = bytes;
    this.position = reader.next();
    const nextLength = reader.next();
    this.entriesAt = reader.at + Math.max(nextLength - 1, 0);
    this.next = nextLength === 0 ? null : latin1(bytes, reader.at, this.entriesAt);
  }

  /** The terms, ascending. */
  *entries(): Generator<BlockEntry> {
    const reader = new NumberReader(this.bytes, this.entriesAt);
    for (let term = ""; reader.at < this.bytes.length;) {
      const [shared, length] = [reader.next(), reader.next()];
      term = term.slice(0, shared) + latin1(this.bytes, reader.at, reader.at + length);
      reader.at += length;
      const size = reader.next();
      const start = reader.at;
      reader.at += size;
      this.requireWithin(reader.at);
      yield { term, start, end: reader.at };
    }
  }

  /** The writer of a file from elsewhere may have written anything, with fitting checksums. */
  private requireWithin(at: number): void {
    if (at > this.bytes.length) throw new RangeError(`A list ends at ${at} of ${this.bytes.length} bytes`);
  }

  /**
   * Where a term's list starts and ends; null if the segment does not have the term. Throws `RangeError` if
   * the term does not belong into this block.
   */
  find(term: Uint8Array): { readonly start: number; readonly end: number } | null {
    const { bytes } = this;
    if (this.next !== null && this.next <= latin1(term, 0, term.length))
      throw new RangeError(`The next block begins with ${this.next}`);
    const reader = new NumberReader(bytes);
    // Number of the wanted term's bytes that the previous term begins with.
    let known = 0;
    for (let at = this.entriesAt, isFirst = true; at < bytes.length; isFirst = false) {
      // Most numbers are one byte, and a first question runs before this is compiled.
      let shared = bytes[at++] as number;
      if (shared >= 128) [shared, at] = longNumber(reader, at - 1);
      let length = bytes[at++] as number;
      if (length >= 128) [length, at] = longNumber(reader, at - 1);
      const start = at;
      at += length;
      let size = bytes[at++] ?? 0;
      if (size >= 128) [size, at] = longNumber(reader, at - 1);
      const listAt = at;
      at += size;
      this.requireWithin(at);
      // Terms ascend. A term that shares less with its predecessor than the wanted one does comes after the
      // wanted one.
      if (shared < known) return null;
      if (shared > known) continue;
      let same = 0;
      while (same < length && known + same < term.length && bytes[start + same] === term[known + same])
        same++;
      known += same;
      const isWhole = same === length;
      if (isWhole && known === term.length) return { start: listAt, end: at };
      if (isWhole || (known < term.length && (bytes[start + same] as number) < (term[known] as number)))
        continue;
      if (isFirst && this.position > 0) throw new RangeError("The block begins with a later term");
      return null;
    }
    return null;
  }
}

function longNumber(reader: NumberReader, at: number): [value: number, end: number] {
  reader.at = at;
  return [reader.next(), reader.at];
}

function latin1(bytes: Uint8Array, from: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString("latin1");
}
