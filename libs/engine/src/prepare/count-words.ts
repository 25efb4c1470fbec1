/**
 * Counts the words of a file's chunks for the lexical index, in the worker that prepares the file. Counts
 * are kept in arrays by token id, which are reused for the next chunk.
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

const FIELDS = { body: 0, symbols: 1, path: 2, doc: 3 } as const;
const FIELD_COUNT = 4;
/**
 * Numbers of a token: the last chunk that has it, its first and last posting in the file plus one (0 for
 * none), and its counts in that chunk. Eight numbers are half a cache line.
 */
const TOKEN = { lastChunk: 0, head: 1, tail: 2, counts: 4 } as const;
const TOKEN_BITS = 3;
/** Numbers of a posting: the next one of its token plus one, its chunk, and the counts. */
const POSTING = { next: 0, chunk: 1, counts: 2 } as const;
const POSTING_NUMBERS = 2 + FIELD_COUNT;

export class WordCounter {
  private readonly writer = new FileWordsWriter();
  private ids = new TokenIds();
  private tokens = new Uint32Array();
  private postings = new Uint32Array(POSTING_NUMBERS * 1024);
  private postingCount = 0;
  /** Chunks count from 1, over all files. */
  private chunkNumber = 0;
  /** Tokens of the chunk, and of the file, in the order of their first occurrence. */
  private readonly inChunk: number[] = [];
  private readonly inFile: number[] = [];

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
    const needed = this.ids.terms.length << TOKEN_BITS;
    if (this.tokens.length < needed) this.tokens = resized(this.tokens, 2 * needed);
    const { tokens, chunkNumber, inChunk } = this;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number;
      const token = id << TOKEN_BITS;
      const counts = token + TOKEN.counts;
      if (tokens[token] !== chunkNumber) {
        tokens[token] = chunkNumber;
        for (let other = counts; other < counts + FIELD_COUNT; other++) tokens[other] = 0;
        inChunk.push(id);
      }
      tokens[counts + field] = (tokens[counts + field] as number) + 1;
    }
    return ids.length;
  }

  private endChunk(chunk: number): void {
    this.reservePostings(this.inChunk.length);
    const { postings, tokens } = this;
    for (const id of this.inChunk) {
      const token = id << TOKEN_BITS;
      const number = ++this.postingCount;
      const at = (number - 1) * POSTING_NUMBERS;
      postings[at + POSTING.next] = 0;
      postings[at + POSTING.chunk] = chunk;
      for (let field = 0; field < FIELD_COUNT; field++)
        postings[at + POSTING.counts + field] = tokens[token + TOKEN.counts + field] as number;
      const tail = tokens[token + TOKEN.tail] as number;
      if (tail === 0) {
        tokens[token + TOKEN.head] = number;
        this.inFile.push(id);
      } else postings[(tail - 1) * POSTING_NUMBERS + POSTING.next] = number;
      tokens[token + TOKEN.tail] = number;
    }
    this.inChunk.length = 0;
  }

  private take(lengths: readonly number[]): FileWords {
    const { postings, tokens, writer } = this;
    for (const id of this.inFile) {
      const token = id << TOKEN_BITS;
      for (let number = tokens[token + TOKEN.head] as number; number !== 0;) {
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
      tokens[token + TOKEN.head] = 0;
      tokens[token + TOKEN.tail] = 0;
      writer.end(this.ids.terms[id] as string);
    }
    this.inFile.length = 0;
    this.postingCount = 0;
    return writer.take(lengths);
  }

  private reservePostings(more: number): void {
    const size = (this.postingCount + more) * POSTING_NUMBERS;
    if (size > this.postings.length) this.postings = resized(this.postings, 2 * size);
  }

  private forget(): void {
    this.ids = new TokenIds();
    this.tokens = new Uint32Array();
  }
}

function resized(array: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(array);
  return larger;
}
