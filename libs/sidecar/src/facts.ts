/** What one file says, as plain data: the only thing that leaves a parser. */
import type { SymbolKind } from "@satori/contracts";
import type { CallFacts } from "./call-facts/facts.ts";

/**
 * A named definition. Offsets are UTF-16 units into the file's text, end exclusive; lines count from 1, both
 * ends included.
 */
export interface SymbolFact {
  /**
   * Stable while path, kind and qualified name stay; equal names of a kind are told apart by their order in
   * the file.
   */
  readonly id: string;
  readonly kind: SymbolKind;
  readonly name: string;
  /** Qualified within the file: names of the symbols around it and its own, joined by `.`. */
  readonly label: string;
  /** Position in `FileFacts.symbols` of the symbol around it; -1 at the top. */
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Line of the name itself; differs from `startLine` below decorators and attributes. */
  readonly nameLine: number;
  /**
   * The declaration without its body, on one line, at most `SIDECAR_LIMITS.signatureChars`; null where it
   * says no more than the name.
   */
  readonly signature: string | null;
  /** First line of the doc comment or docstring; null without one. */
  readonly doc: string | null;
}

/** A name that is used as a type, a base or a value. */
export interface ReferenceFact {
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly line: number;
  readonly start: number;
  /** Innermost symbol around it; -1 at the top. */
  readonly within: number;
}
/**
 * `self` is a type that whatever is of the one around it has to be of as well (`trait Cors { self: Handler =>
 * }`).
 */
export const REFERENCE_KINDS = ["type", "extends", "implements", "self", "value", "decorator"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface ImportedName {
  /** As the other module calls it; `*` for everything, `default` for a default import. */
  readonly name: string;
  /** As this file calls it. */
  readonly alias: string;
}

/** One module or file that this one names. */
export interface ImportFact {
  /** As written, without quotes: `./retry`, `os.path`, `vector`, `crate::net`. */
  readonly module: string;
  readonly kind: "import" | "reexport" | "include";
  /** Empty when the module itself is imported without binding names. */
  readonly names: readonly ImportedName[];
  readonly line: number;
}

export interface CallFact {
  readonly name: string;
  /** Source text before the name (`this.store`, `http`), at most 80 characters; null for a plain call. */
  readonly receiver: string | null;
  readonly line: number;
  readonly start: number;
  /** Where its arguments end, and what stands before the name; null for a plain call. */
  readonly end: number;
  readonly receiverEnd: number | null;
  /** Whether it says that it makes an object. */
  readonly isNew: boolean;
  /** The only type that it is called with: `read<Server>()`; null without one. */
  readonly type: string | null;
  /** Arguments as written, by start; null where the syntax does not tell. */
  readonly args: readonly TextRange[] | null;
  /** Innermost symbol around it; -1 at the top. */
  readonly within: number;
}

/** A span of whole lines that search can return. */
export interface ChunkFact {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** Offsets of a comment or docstring. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What went wrong while a file was analysed. The facts are valid all the same, only poorer. */
export interface Diagnostic {
  readonly kind: "syntax_error" | "parse_budget" | "query_budget" | "parser_crashed" | "grammar_missing";
  readonly message: string;
}

export interface FileFacts {
  /** Id from the language table; `text` when nothing more is known. */
  readonly language: string;
  readonly lineCount: number;
  /** By start, end descending, label, id. */
  readonly symbols: readonly SymbolFact[];
  /** By start. */
  readonly references: readonly ReferenceFact[];
  /** By line. */
  readonly imports: readonly ImportFact[];
  /** By start. */
  readonly calls: readonly CallFact[];
  /** By start; they cover every line that is not blank exactly once. */
  readonly chunks: readonly ChunkFact[];
  /** By start, not overlapping. */
  readonly comments: readonly TextRange[];
  /** Null where calls of the language are not resolved, and where the tree was too odd. */
  readonly flow: CallFacts | null;
  readonly diagnostics: readonly Diagnostic[];
}
