import { type ReadMode } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, VersionEcho, UsedArguments } from "../envelope.ts";
import type { Span, SymbolKind } from "../location.ts";
import type { CallOf } from "./call-of.ts";
import type { Outline } from "./file-outline.ts";

export interface ReadFileEcho extends VersionEcho, UsedArguments<ReadFileArguments> {}

/** The arguments of a read, with defaults filled in. */
export interface ReadFileArguments {
  readonly mode: ReadMode;
  readonly open_symbol?: string;
}

/** The symbol that `open_symbol` selected. */
export interface OpenedSymbol {
  readonly symbolId: string;
  readonly symbolLabel: string;
  readonly kind: SymbolKind;
  readonly span: Span;
}

export interface SymbolCandidate extends OpenedSymbol {
  readonly file: string;
}

export interface ReadFileOk extends EnvelopeHead<"read_file">, ReadFileEcho {
  readonly status: "ok";
  /** `continue`: the call that reads on where this answer was truncated. */
  readonly hints?: { readonly continue?: CallOf<"read_file"> };
  /** Relative to the effective root. */
  readonly file: string;
  readonly content: string;
  /** @asType integer */
  readonly startLine: number;
  /** @asType integer */
  readonly endLine: number;
  /** @asType integer */
  readonly totalLines: number;
  readonly truncated: boolean;
  /**
   * utf-8-lossy (see `FILE_HAS_INVALID_BYTES`), utf-16le, utf-16be, latin-1 or windows-1252. Absent if it is
   * utf-8.
   */
  readonly encoding?: string;
  readonly language: string;
  /** With `open_symbol`: the symbol, which is in `file`. */
  readonly symbol?: OpenedSymbol;
  /** annotated: status of the outline. */
  readonly outlineStatus?: "ok" | "not_indexed" | "requires_reindex" | "not_found" | "unsupported" | "stale";
  readonly outline?: Outline | null;
  readonly hasMore?: boolean;
}

export interface ReadFileAmbiguous extends EnvelopeHead<"read_file">, ReadFileEcho {
  readonly status: "ambiguous";
  readonly message: string;
  /** By file, start line, label, id. */
  readonly candidates: readonly SymbolCandidate[];
}

export interface ReadFileNotFound extends EnvelopeHead<"read_file">, ReadFileEcho {
  readonly status: "not_found";
  readonly message: string;
  /** `readFile` opens the candidate if there is exactly one. */
  readonly hints?: {
    readonly searchCodebase?: CallOf<"search_codebase">;
    readonly readFile?: CallOf<"read_file">;
  };
  /** Possible matches. */
  readonly candidates?: readonly SymbolCandidate[];
}

/** @discriminator status */
export type ReadFileOutput =
  | ReadFileOk
  | ReadFileAmbiguous
  | ReadFileNotFound
  | Gated<"read_file", ReadFileEcho>
  | Failure<"read_file">;
