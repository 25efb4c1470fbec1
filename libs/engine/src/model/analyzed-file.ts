/** What the history of a symbol reads from a version of a file. It is never stored. */
import type { SkipCause } from "@satori/contracts";
import type { TextRange } from "@satori/sidecar";

/** A version of a file with its symbols. Large parts are compressed, as in a `PreparedFile`. */
export interface AnalyzedFile {
  readonly kind: "analyzed";
  readonly path: string;
  /** The language's parser gave up: there are no symbols. */
  readonly isDegraded: boolean;
  /** UTF-8; see `compress`. */
  readonly text: Uint8Array;
  /** See `encodeSymbols`. */
  readonly symbols: Uint8Array;
  /** Sorted by start. */
  readonly comments: readonly TextRange[];
}

/** A version of a file that cannot be read as text. */
export interface SkippedVersion {
  readonly kind: "skipped";
  readonly path: string;
  readonly cause: SkipCause;
}

export type AnalyzedOutcome = AnalyzedFile | SkippedVersion;
