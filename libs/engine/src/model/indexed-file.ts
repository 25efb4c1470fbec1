/**
 * What the index keeps of one file, and what keeps a file out of it. Written by `sync/`, read by `search/`
 * and `files/`.
 */
import type { SkipCause } from "@satori/contracts";

/**
 * Characters of one chunk that are indexed as words: a line of a megabyte must not become a million postings.
 */
export const MAX_LEXICAL_CHARS = 20_000;

/**
 * A file as it comes out of analysis, ready to be stored. Big parts are compressed already, so that they
 * cross threads cheaply.
 */
export interface PreparedFile {
  readonly kind: "indexed";
  readonly path: string;
  readonly language: string;
  readonly sizeBytes: number;
  /** First 16 bytes of the SHA-256 of the file's bytes, in hex. */
  readonly hash: string;
  readonly lineCount: number;
  readonly encoding: string;
  /** The language's parser gave up: indexed as plain text. */
  readonly isDegraded: boolean;
  /** The parser did not understand all of it: of that part facts may be missing. */
  readonly hasSyntaxErrors: boolean;
  readonly symbolCount: number;
  /** UTF-8, see `compress`. */
  readonly text: Uint8Array;
  /** See `encodeChunks`. */
  readonly chunkLines: string;
  /** See `encodeSymbols`. */
  readonly symbols: Uint8Array;
  /** Names of the file's symbols, distinct, ascending. */
  readonly symbolNames: readonly string[];
  /** Words of each chunk, by field of the lexical index, joined by blanks. */
  readonly lexical: readonly LexicalFields[];
  readonly pathWords: string;
  /** Bits of `PATH_CLASSES`. */
  readonly pathClass: number;
  /** What a question must name to name the file, joined by blanks. */
  readonly nameParts: string;
  /** One line for each import: the words it consists of, lower-cased, joined by blanks. */
  readonly importWords: string;
  /** See `encodeCallFacts`; empty where calls of the language are not resolved. */
  readonly flow: Uint8Array;
  /** See `encodeNameUses`; null where there are no flow facts. */
  readonly nameUses: Uint8Array | null;
  /** Text of each chunk, for the embedder. */
  readonly chunkTexts: readonly string[];
}

export interface LexicalFields {
  readonly body: string;
  readonly symbols: string;
  readonly doc: string;
}

export interface SkipOutcome {
  readonly kind: "skipped";
  readonly path: string;
  readonly cause: SkipCause;
  /** Of what could be read; empty if nothing could. */
  readonly hash: string;
}

/** A file that was gone when its turn came: programs that save make and rename files all the time. */
export interface VanishedFile {
  readonly kind: "vanished";
  readonly path: string;
}

/** A file that has the content it had: what the index has of it, or why it was left out, is as before. */
export interface SameFile {
  readonly kind: "same";
  readonly path: string;
}

export type FileOutcome = PreparedFile | SkipOutcome | VanishedFile | SameFile;
