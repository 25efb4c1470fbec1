import type { EnvelopeHead, Failure, Gated, PathEcho } from "../envelope.ts";
import type { Span, SymbolKind } from "../location.ts";
import type { SessionArgument } from "../scope.ts";
import type { CallOf } from "./call-of.ts";

export const RESOLVE_MODES = ["outline", "exact"] as const;
export type ResolveMode = (typeof RESOLVE_MODES)[number];

/** Lists the declarations of a file. */
export interface FileOutlineInput extends SessionArgument {
  /**
   * Folder (preferably absolute) of an indexed codebase.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path: string;
  /**
   * File, relative to the codebase's root, or absolute.
   * @minLength 1
   * @maxLength 4096
   */
  readonly file: string;
  /**
   * Only symbols that overlap this line or later ones.
   * @asType integer
   * @minimum 1
   */
  readonly start_line?: number;
  /**
   * Only symbols that overlap this line or earlier ones.
   * @asType integer
   * @minimum 1
   */
  readonly end_line?: number;
  /**
   * Maximum number of symbols. By default at most 500, and no more bytes than the file has or 60,000.
   * @asType integer
   * @minimum 1
   * @maximum 5000
   * @default 500
   */
  readonly limitSymbols?: number;
  /**
   * exact: return only the symbol given by symbolIdExact or symbolLabelExact.
   * @default "outline"
   */
  readonly resolveMode?: ResolveMode;
  /**
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbolIdExact?: string;
  /**
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbolLabelExact?: string;
  /** Adds diagnostic details. */
  readonly debug?: boolean;
}

/** One symbol of an outline. */
export interface OutlineSymbol {
  readonly symbolId: string;
  /** Qualified name. */
  readonly symbolLabel: string;
  readonly kind: SymbolKind;
  readonly span: Span;
  /** Id of the enclosing symbol. */
  readonly parent: string | null;
  /**
   * The declaration without its body, on one line; null if it adds nothing to the label, or was omitted to
   * limit the outline's size.
   */
  readonly signature: string | null;
  /** First line of the doc comment; null if there is none, or it was omitted likewise. */
  readonly doc: string | null;
}

/** Symbols by start line, end line descending, label, id. `OUTPUT_TRUNCATED` reports omissions. */
export interface Outline {
  readonly symbols: readonly OutlineSymbol[];
}

export interface OutlineEcho extends PathEcho {
  readonly file: string;
  /** @asType integer */
  readonly limitSymbols: number;
  readonly resolveMode: ResolveMode;
  /** @asType integer */
  readonly start_line?: number;
  /** @asType integer */
  readonly end_line?: number;
}

interface OutlineAnswer extends EnvelopeHead<"file_outline">, OutlineEcho {
  readonly hints?: { readonly fileOutline?: CallOf<"file_outline">; readonly readFile?: CallOf<"read_file"> };
  /**
   * True if symbols were omitted: beyond `limitSymbols`, to limit the outline's size, or keys of data beyond
   * 500.
   */
  readonly hasMore: boolean;
}

export interface FileOutlineOk extends OutlineAnswer {
  readonly status: "ok";
  readonly outline: Outline;
}

/** Exact mode only: the candidates. */
export interface FileOutlineAmbiguous extends OutlineAnswer {
  readonly status: "ambiguous";
  readonly message: string;
  readonly outline: Outline;
}

/** No such file in the index, or (exact mode) no such symbol in it. */
export interface FileOutlineNotFound extends OutlineAnswer {
  readonly status: "not_found";
  readonly message: string;
  readonly outline: null;
}

/** The file's language has no outline, or its parser gave up on the file (`SYMBOL_METADATA_MISSING`). */
export interface FileOutlineUnsupported extends OutlineAnswer {
  readonly status: "unsupported";
  readonly message: string;
  readonly outline: null;
}

/** @discriminator status */
export type FileOutlineOutput =
  | FileOutlineOk
  | FileOutlineAmbiguous
  | FileOutlineNotFound
  | FileOutlineUnsupported
  | Gated<"file_outline", OutlineEcho>
  | Failure<"file_outline">;
