/** A version of a file as the index would store it. It is never stored. */
import type { CallFacts, ChunkFact, NameUse, SymbolFact } from "@satori/sidecar";

/** What is read of a version of a file: the same as of an indexed file. */
export interface FileVersion {
  /** Relative to the root of the codebase. */
  readonly path: string;
  readonly language: string;
  readonly text: string;
  /** By start. */
  readonly symbols: readonly SymbolFact[];
  readonly chunks: readonly ChunkFact[];
  /** Null if calls of the language are not resolved, or if the file could not be parsed. */
  readonly flow: CallFacts | null;
  /** As `StoredCallFacts.filesUsing`. */
  readonly uses: (use: NameUse, name: string) => boolean;
  readonly pathClass: number;
  readonly lineCount: number;
  readonly hasSyntaxErrors: boolean;
  readonly isDegraded: boolean;
}
