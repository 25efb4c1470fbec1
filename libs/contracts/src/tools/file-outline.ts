import { type ResolveMode } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, VersionEcho, UsedArguments } from "../envelope.ts";
import type { Span, SymbolKind } from "../location.ts";
import type { CallOf } from "./call-of.ts";

/** One symbol of an outline. */
export interface OutlineSymbol {
  readonly symbolId: string;
  /** Qualified name. */
  readonly symbolLabel: string;
  readonly kind: SymbolKind;
  readonly span: Span;
  /** Id of the enclosing symbol; absent at the top level. */
  readonly parent?: string;
  /**
   * The declaration without its body, on one line; absent if it adds nothing to the label, or was omitted to
   * limit the outline's size.
   */
  readonly signature?: string;
  /** First line of the doc comment; absent if there is none, or it was omitted likewise. */
  readonly doc?: string;
  /**
   * True if the symbol was found only after lines that do not parse were left out. Its span and parent may
   * be wrong.
   */
  readonly recovered?: boolean;
}

/** Symbols by start line, end line descending, label, id. `OUTPUT_TRUNCATED` reports omissions. */
export interface Outline {
  readonly symbols: readonly OutlineSymbol[];
}

export interface OutlineEcho extends VersionEcho, UsedArguments<OutlineArguments> {}

/** The arguments of an outline, with defaults filled in. */
export interface OutlineArguments {
  /** Relative to the effective root. */
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
  /**
   * Encoding in which the file was read, as in `read_file`. Absent if it is UTF-8, or if the index does not
   * have the file.
   */
  readonly encoding?: string;
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
