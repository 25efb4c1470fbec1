/**
 * The words of a file as the workers count them: for each token, the chunks that contain it. All stores read
 * this form. Pure.
 */
import { type PostingCounts, PostingCursor, writePosting } from "./postings.ts";
import { ByteWriter, NumberReader } from "./varints.ts";

export interface FileWords {
  /** Distinct tokens in the order of their first occurrence, as `termOf` has them, joined by blanks. */
  readonly terms: string;
  /**
   * For each token, the length of its posting list in bytes, its last chunk, and the list. Chunks are
   * numbered from 0, which is also the base of the lists.
   */
  readonly postings: Uint8Array;
  /** Tokens in each chunk, all fields together. */
  readonly lengths: readonly number[];
}

export const NO_WORDS: FileWords = { terms: "", postings: new Uint8Array(), lengths: [] };

/** Takes a token's list: where it starts and ends in `FileWords.postings`, and its last chunk. */
export type VisitList = (term: string, start: number, end: number, lastChunk: number) => void;

/** Calls `visit` for each token of a file, in the order of its terms. */
export function eachList({ terms, postings }: Pick<FileWords, "terms" | "postings">, visit: VisitList): void {
  if (terms === "") return;
  const reader = new NumberReader(postings);
  for (const term of terms.split(" ")) {
    const length = reader.next();
    const lastChunk = reader.next();
    const start = reader.at;
    reader.at += length;
    visit(term, start, reader.at, lastChunk);
  }
}

const NOT_ASCII = /[^\0-\x7f]/;

/** A token as it is stored: one character for each byte of its UTF-8. Stored terms sort by bytes. */
export function termOf(token: string): string {
  return NOT_ASCII.test(token) ? Buffer.from(token).toString("latin1") : token;
}

/** The token of a stored term. */
export function tokenOf(term: string): string {
  return Buffer.from(term, "latin1").toString("utf8");
}

export const WORD_FIELDS = [
  "body",
  "symbols",
  "path",
  "doc",
] as const satisfies readonly (keyof PostingCounts)[];

/** Tokens of each chunk, for each of `WORD_FIELDS`; each as often as it occurs, otherwise in no order. */
export function fieldWords(words: FileWords): string[][][] {
  const chunks: string[][][] = words.lengths.map(() => WORD_FIELDS.map(() => []));
  eachList(words, (term, start, end) => {
    const token = tokenOf(term);
    for (const cursor = new PostingCursor(words.postings, start, end, 0); cursor.next();)
      for (const [at, field] of WORD_FIELDS.entries())
        for (let count = cursor[field]; count > 0; count--) chunks[cursor.id]?.[at]?.push(token);
  });
  return chunks;
}

/** Number of chunks with each token. */
export function chunksByToken(words: FileWords): Map<string, number> {
  const counts = new Map<string, number>();
  eachList(words, (term, start, end) => {
    let chunks = 0;
    for (const cursor = new PostingCursor(words.postings, start, end, 0); cursor.next();) chunks++;
    counts.set(tokenOf(term), chunks);
  });
  return counts;
}

/** Builds `FileWords`, one token after the other. */
export class FileWordsWriter {
  private readonly terms: string[] = [];
  private readonly postings = new ByteWriter();
  private readonly list = new ByteWriter();
  private lastChunk = -1;

  /** A posting of the present token; chunks ascend. */
  posting(chunk: number, body: number, symbols: number, path: number, doc: number): void {
    writePosting(this.list, chunk - this.lastChunk, body, symbols, path, doc);
    this.lastChunk = chunk;
  }

  /** Ends the present token. */
  end(term: string): void {
    this.terms.push(term);
    this.postings.number(this.list.size);
    this.postings.number(this.lastChunk);
    this.postings.append(this.list.bytes, 0, this.list.size);
    this.list.size = 0;
    this.lastChunk = -1;
  }

  /** The words of all ended tokens; the next ones are of another file. */
  take(lengths: readonly number[]): FileWords {
    const words = { terms: this.terms.join(" "), postings: this.postings.copy(), lengths };
    this.terms.length = 0;
    this.postings.size = 0;
    return words;
  }
}
