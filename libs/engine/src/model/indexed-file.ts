/**
 * What the index stores about a file, and why a file is not in it. Written by `sync/`, read by `search/` and
 * `files/`.
 */
import type { SkipCause } from "@satori/contracts";
import type { ImportFact, TextRange } from "@satori/sidecar";
import type { FileWords } from "./file-words.ts";

/**
 * Characters of a chunk that are indexed as words: a line of a megabyte must not become a million postings.
 */
export const MAX_LEXICAL_CHARS = 20_000;

/**
 * An analyzed file, ready to be stored. Large parts are already compressed, so that passing them between
 * threads is cheap.
 */
export interface PreparedFile {
  readonly kind: "indexed";
  readonly path: string;
  readonly language: string;
  /** Size of the file; of a notebook, of its text. */
  readonly sizeBytes: number;
  /** First 16 bytes of the SHA-256 of the file's bytes, in hex. */
  readonly hash: string;
  readonly lineCount: number;
  readonly encoding: string;
  /** The language's parser gave up, so the file is indexed as plain text. */
  readonly isDegraded: boolean;
  /** The parser did not understand all of it, so facts may be missing for some parts. */
  readonly hasSyntaxErrors: boolean;
  readonly symbolCount: number;
  /** UTF-8; see `compress`. */
  readonly text: Uint8Array;
  /** See `encodeChunks`. */
  readonly chunkLines: string;
  /** See `encodeSymbols`. */
  readonly symbols: Uint8Array;
  /** Distinct names of the file's symbols, ascending. */
  readonly symbolNames: readonly string[];
  readonly words: FileWords;
  /** Bits of `PATH_CLASSES`. */
  readonly pathClass: number;
  /** Words that a query must contain to name the file, joined by blanks. */
  readonly nameParts: string;
  /** One line per import: its words, in lower case, joined by blanks. */
  readonly importWords: string;
  /** See `encodeCallFacts`; empty if calls of the language are not resolved. */
  readonly flow: Uint8Array;
  /** See `encodeNameUses`; null without call facts. */
  readonly nameUses: Uint8Array | null;
  /** Text of each chunk, for the embedder. */
  readonly chunkTexts: readonly string[];
  /** Only if the task wants it. It is never stored. */
  readonly details?: FileDetails;
}

/** What the embedder gets of a file. */
export type EmbeddedFile = Pick<PreparedFile, "path" | "chunkTexts">;

/** What only a comparison of versions needs to know about a file. */
export interface FileDetails {
  /** Sorted by start, not overlapping. */
  readonly comments: readonly TextRange[];
  /** Sorted by line. */
  readonly imports: readonly ImportFact[];
}

export interface SkipOutcome {
  readonly kind: "skipped";
  readonly path: string;
  readonly cause: SkipCause;
  /** Hash of the bytes; empty if the file could not be read. */
  readonly hash: string;
}

/**
 * A file that was gone when it was to be read: programs create and rename files all the time while saving.
 */
export interface VanishedFile {
  readonly kind: "vanished";
  readonly path: string;
}

/** A file with unchanged content: its index data, or the reason why it is skipped, stays. */
export interface SameFile {
  readonly kind: "same";
  readonly path: string;
}

/** A file with content of which the store has a version already. It was not analyzed. */
export interface StoredFile {
  readonly kind: "stored";
  readonly path: string;
  readonly hash: string;
}

export type FileOutcome = PreparedFile | SkipOutcome | VanishedFile | SameFile | StoredFile;
