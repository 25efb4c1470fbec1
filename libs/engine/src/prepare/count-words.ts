/**
 * Counts the words of a file's chunks for the lexical index, in the worker that prepares the file. Counts are
 * kept in arrays by token id, which are reused for the next chunk.
 */
import { TokenIds } from "../lexical/token-ids.ts";
import { type FileWords, FileWordsWriter } from "../model/file-words.ts";

/** Texts of a chunk by field. */
export interface ChunkTexts {
  readonly body: string;
  readonly symbols: string;
  readonly doc: string;
}

/** Most tokens remembered; about 40 MB. Then all ids are forgotten. */
const MAX_TOKENS = 1 << 18;

/** Numbers stored for a token or a posting. */
const FIELDS = { body: 0, symbols: 1, path: 2, doc: 3 } as const;
const FIELD_COUNT = 4;
/** The next posting of the same token plus one, the chunk, and the counts. */
const POSTING = { next: 0, chunk: 1, counts: 2 } as const;
const POSTING_NUMBERS = 2 + FIELD_COUNT;

export class WordCounter {
  private readonly writer = new FileWordsWriter();
  private ids = new TokenIds();
  /** By id: number of the last chunk that has the token, and its counts there. Chunks count from 1. */
  private lastChunks = new Uint32Array();
  private counts = new Uint32Array();
  private chunkNumber = 0;
  /** By id: first and last posting in the file plus one; 0 for none. */
  private heads = new Uint32Array();
  private tails = new Uint32Array();
  /** Tokens of the chunk, and of the file, in the order of their first occurrence. */
  private readonly inChunk: number[] = [];
  private readonly inFile: number[] = [];
  private postings = new Uint32Array(POSTING_NUMBERS * 1024);
  private postingCount = 0;

  /**
   * The words of a file.
   *
   * @param path tokens of the path, which belong to all chunks
   */
  count(chunks: readonly ChunkTexts[], path: readonly string[]): FileWords {
    if (this.ids.terms.length > MAX_TOKENS) this.forget();
    const pathIds = path.map((token) => this.ids.idOf(token));
    const lengths = chunks.map(({ body, symbols, doc }, chunk) => {
      this.chunkNumber++;
      const length =
        this.add(this.ids.idsOf(body), FIELDS.body) +
        this.add(this.ids.idsOf(symbols), FIELDS.symbols) +
        this.add(pathIds, FIELDS.path) +
        this.add(this.ids.idsOf(doc), FIELDS.doc);
      this.endChunk(chunk);
      return length;
    });
    return this.take(lengths);
  }

  /** Counts tokens of the present chunk; returns their number. */
  private add(ids: ArrayLike<number>, field: number): number {
    if (this.lastChunks.length < this.ids.terms.length) this.grow();
    const { lastChunks, counts, chunkNumber, inChunk } = this;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number;
      const own = id * FIELD_COUNT;
      if (lastChunks[id] !== chunkNumber) {
        lastChunks[id] = chunkNumber;
        for (let other = own; other < own + FIELD_COUNT; other++) counts[other] = 0;
        inChunk.push(id);
      }
      counts[own + field] = (counts[own + field] as number) + 1;
    }
    return ids.length;
  }

  private endChunk(chunk: number): void {
    const { heads, tails, counts } = this;
    this.reservePostings(this.inChunk.length);
    const { postings } = this;
    for (const id of this.inChunk) {
      const number = ++this.postingCount;
      const at = (number - 1) * POSTING_NUMBERS;
      postings[at + POSTING.next] = 0;
      postings[at + POSTING.chunk] = chunk;
      for (let field = 0; field < FIELD_COUNT; field++)
        postings[at + POSTING.counts + field] = counts[id * FIELD_COUNT + field] as number;
      const tail = tails[id] as number;
      if (tail === 0) {
        heads[id] = number;
        this.inFile.push(id);
      } else postings[(tail - 1) * POSTING_NUMBERS + POSTING.next] = number;
      tails[id] = number;
    }
    this.inChunk.length = 0;
  }

  private take(lengths: readonly number[]): FileWords {
    const { postings, heads, tails, writer } = this;
    for (const id of this.inFile) {
      for (let number = heads[id] as number; number !== 0;) {
        const at = (number - 1) * POSTING_NUMBERS;
        const counts = at + POSTING.counts;
        writer.posting(
          postings[at + POSTING.chunk] as number,
          postings[counts + FIELDS.body] as number,
          postings[counts + FIELDS.symbols] as number,
          postings[counts + FIELDS.path] as number,
          postings[counts + FIELDS.doc] as number,
        );
        number = postings[at + POSTING.next] as number;
      }
      heads[id] = 0;
      tails[id] = 0;
      writer.end(this.ids.terms[id] as string);
    }
    this.inFile.length = 0;
    this.postingCount = 0;
    return writer.take(lengths);
  }

  private grow(): void {
    const size = 2 ** Math.ceil(Math.log2(this.ids.terms.length + 1));
    this.lastChunks = resized(this.lastChunks, size);
    this.counts = resized(this.counts, size * FIELD_COUNT);
    this.heads = resized(this.heads, size);
    this.tails = resized(this.tails, size);
  }

  private reservePostings(more: number): void {
    const size = (this.postingCount + more) * POSTING_NUMBERS;
    if (size > this.postings.length) this.postings = resized(this.postings, 2 * size);
  }

  private forget(): void {
    this.ids = new TokenIds();
    this.lastChunks.fill(0);
  }
}

function resized(array: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(array);
  return larger;
}
