/** A version of a file as the index would store it, and what a comparison needs in addition. */
import type { CallFacts, ChunkFact, ImportFact, SymbolFact, TextRange } from "@satori/sidecar";

/** What is read of a version of a file: the same as of an indexed file, and its comments and imports. */
export interface FileVersion {
  /** Relative to the root of the codebase. */
  readonly path: string;
  readonly language: string;
  readonly text: string;
  /** By start. */
  readonly symbols: readonly SymbolFact[];
  readonly chunks: readonly ChunkFact[];
  /** By start, not overlapping. */
  readonly comments: readonly TextRange[];
  /** By line. */
  readonly imports: readonly ImportFact[];
  /** Null if calls of the language are not resolved, or if the file could not be parsed. */
  readonly flow: CallFacts | null;
  /** As `encodeNameUses` writes them; null without `flow`. */
  readonly nameUses: Uint8Array | null;
  readonly pathClass: number;
  readonly lineCount: number;
  readonly hasSyntaxErrors: boolean;
  readonly isDegraded: boolean;
}
