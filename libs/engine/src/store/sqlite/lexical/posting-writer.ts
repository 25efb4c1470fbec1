/**
 * Writes the posting table of a pool: one segment per batch of files, and merges of older segments. Its
 * methods run inside a transaction of the caller.
 */
import { type FileWords, eachList } from "../../../model/file-words.ts";
import { PostingCursor, gapNumber } from "../../../model/postings.ts";
import { ByteWriter } from "../../../model/varints.ts";
import type { Database, Statement } from "../../../sqlite/driver.ts";
import { PendingLists } from "./pending-lists.ts";
import { BlockWriter } from "./posting-blocks.ts";
import { SegmentCursor } from "./segment-cursor.ts";
import { dueForMerge, type Segment, type SegmentList } from "./segments.ts";

/** Whether a chunk still exists; fastest if ids ascend. */
export type IsAlive = (chunk: number) => boolean;

export class PostingWriter {
  private readonly insert: Statement;
  private readonly drop: Statement;
  /** Of the present batch. */
  private files: { readonly postings: Uint8Array; readonly firstChunk: number }[] = [];
  private readonly lists = new PendingLists();
  private tokens = 0;
  private removed: { readonly firstChunk: number; readonly tokens: number }[] = [];
  /** The list that is being written. */
  private readonly list = new ByteWriter();

  constructor(
    private readonly database: Database,
    private readonly pool: number,
  ) {
    const table = `posting_${pool}`;
    this.insert = database.prepare(`INSERT INTO ${table}(segment, first_term, block) VALUES(?,?,?)`);
    this.drop = database.prepare(`DELETE FROM ${table} WHERE segment = ?`);
  }

  /** Call first in each transaction, because an earlier one may have been rolled back. */
  begin(): void {
    this.files = [];
    this.lists.clear();
    this.tokens = 0;
    this.removed = [];
  }

  /**
   * Adds the words of a file.
   *
   * @param firstChunk id of its first chunk; ids ascend from file to file
   */
  add(words: FileWords, firstChunk: number): void {
    if (words.terms === "") return;
    const file = this.files.length;
    this.files.push({ postings: words.postings, firstChunk });
    this.tokens += sumOf(words.lengths);
    eachList(words, (term, start, end, lastChunk) => this.lists.add(term, file, start, end, lastChunk));
  }

  /**
   * Notes that the chunks of a file are gone. Their postings stay until their segment is merged.
   *
   * @param lengths tokens in each chunk
   */
  remove(firstChunk: number, lengths: readonly number[]): void {
    this.removed.push({ firstChunk, tokens: sumOf(lengths) });
  }

  /**
   * Writes the batch and merges what is due. Call last in the transaction. Throws `STORE_CORRUPT` if a
   * segment to be merged differs from what was written.
   *
   * @param before segments of the pool
   * @param liveness called when segments with removed chunks are merged
   * @returns the segments from now on
   */
  write({ segments: before, nextSegment }: SegmentList, liveness: () => IsAlive): SegmentList {
    const segments = [...before];
    let nextId = nextSegment;
    const added = this.writeBatch(nextId);
    if (added) {
      segments.push(added);
      nextId++;
    }
    this.countDead(segments);
    let isAlive: IsAlive | null = null;
    for (let due = dueForMerge(segments); due !== null; due = dueForMerge(segments)) {
      const replaced = segments.slice(due.from, due.end);
      if (replaced.some(({ deadTokens }) => deadTokens > 0)) isAlive ??= liveness();
      const merged = this.merge(nextId++, replaced, isAlive);
      segments.splice(due.from, replaced.length, ...(merged ? [merged] : []));
      for (const { id } of replaced) this.drop.run(id);
    }
    this.begin();
    return { segments, nextSegment: nextId };
  }

  /** Adds what was removed to the segments that have it. */
  private countDead(segments: Segment[]): void {
    for (const { firstChunk, tokens } of this.removed) {
      const at = segments.findLastIndex((segment) => segment.firstChunk <= firstChunk);
      const segment = segments[at];
      // A file without words is in no segment.
      if (segment) segments[at] = { ...segment, deadTokens: segment.deadTokens + tokens };
    }
  }

  /** Segment of the batch; null if it has no words. */
  private writeBatch(id: number): Segment | null {
    const { files, lists, list } = this;
    const [first] = files;
    if (!first) return null;
    const writer = this.newSegment(id);
    // Terms have a character per byte, so this is their order in the table.
    for (const term of lists.terms()) {
      list.size = 0;
      let previous = first.firstChunk - 1;
      lists.each(term, (file, start, end, lastChunk) => {
        const { postings, firstChunk } = files[file] as (typeof files)[number];
        const cursor = new PostingCursor(postings, start, end, firstChunk);
        previous = this.copyList(cursor, postings, end, previous, firstChunk + lastChunk);
      });
      writer.add(term);
    }
    return writer.end({ firstChunk: first.firstChunk, tokens: this.tokens });
  }

  /**
   * Appends a list without its gap from its own base. Returns its last id.
   *
   * @param last null to find it
   */
  private copyList(
    cursor: PostingCursor,
    bytes: Uint8Array,
    end: number,
    previous: number,
    last: number | null,
  ): number {
    cursor.next();
    this.list.number(gapNumber(cursor.id - previous, cursor.code));
    this.list.append(bytes, cursor.countsAt, end);
    if (last !== null) return last;
    while (cursor.next());
    return cursor.id;
  }

  /** One segment with the living chunks of neighbouring ones; null if none live. */
  private merge(id: number, replaced: readonly Segment[], isAlive: IsAlive | null): Segment | null {
    const { list } = this;
    const [first] = replaced as [Segment];
    const writer = this.newSegment(id);
    const cursors = replaced.map((segment) => new SegmentCursor(this.database, this.pool, segment));
    for (const cursor of cursors) cursor.next();
    for (let term = lowestTerm(cursors); term !== null; term = lowestTerm(cursors)) {
      list.size = 0;
      let previous = first.firstChunk - 1;
      for (const cursor of cursors) {
        if (cursor.term !== term) continue;
        const { bytes, start, end, segment } = cursor;
        const postings = new PostingCursor(bytes, start, end, segment.firstChunk);
        if (segment.deadTokens === 0 || isAlive === null)
          previous = this.copyList(postings, bytes, end, previous, null);
        else previous = this.copyAlive(postings, bytes, previous, isAlive);
        cursor.next();
      }
      if (list.size > 0) writer.add(term);
    }
    const tokens = replaced.reduce((sum, segment) => sum + segment.tokens - segment.deadTokens, 0);
    return writer.end({ firstChunk: first.firstChunk, tokens });
  }

  /** As `copyList`, without chunks that no longer exist. */
  private copyAlive(cursor: PostingCursor, bytes: Uint8Array, previous: number, isAlive: IsAlive): number {
    let last = previous;
    while (cursor.next()) {
      if (!isAlive(cursor.id)) continue;
      this.list.number(gapNumber(cursor.id - last, cursor.code));
      this.list.append(bytes, cursor.countsAt, cursor.at);
      last = cursor.id;
    }
    return last;
  }

  private newSegment(id: number): {
    add(term: string): void;
    end(of: Pick<Segment, "firstChunk" | "tokens">): Segment | null;
  } {
    let bytes = 0;
    const blocks = new BlockWriter({ pool: this.pool, segment: id }, (key, block) => {
      this.insert.run(id, Buffer.from(key, "latin1"), block);
      bytes += block.length;
    });
    return {
      add: (term) => blocks.add(term, this.list),
      end: (of) => {
        blocks.end();
        return blocks.count === 0 ? null : { id, ...of, deadTokens: 0, blocks: blocks.count, bytes };
      },
    };
  }
}

function lowestTerm(cursors: readonly SegmentCursor[]): string | null {
  let lowest: string | null = null;
  for (const { term } of cursors) if (term !== null && (lowest === null || term < lowest)) lowest = term;
  return lowest;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
