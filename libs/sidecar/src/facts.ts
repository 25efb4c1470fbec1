/** The facts of one file, as plain data: the only thing that leaves a parser. */
import type { SymbolKind } from "@satori/contracts";
import type { CallFacts } from "./call-facts/facts.ts";

/**
 * A named definition. Offsets are UTF-16 units into the file's text, end exclusive; lines are 1-based, both
 * ends included.
 */
export interface SymbolFact {
  /**
   * Stays the same as long as path, kind and qualified name do. Symbols of the same name and kind are
   * distinguished by their order in the file.
   */
  readonly id: string;
  readonly kind: SymbolKind;
  readonly name: string;
  /** Qualified name within the file: the names of the enclosing symbols and its own, joined by `.`. */
  readonly label: string;
  /** Index of the enclosing symbol in `FileFacts.symbols`; -1 at the top level. */
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Line of the name itself; differs from `startLine` if decorators or attributes precede it. */
  readonly nameLine: number;
  /**
   * The declaration without its body, on one line, at most `SIDECAR_LIMITS.signatureChars`; null if it says
   * no more than the name.
   */
  readonly signature: string | null;
  /** First line of the doc comment or docstring; null if there is none. */
  readonly doc: string | null;
  /**
   * Whether it was only found after lines around it that do not parse were left out. What encloses it may be
   * missing.
   */
  readonly isRecovered?: boolean;
}

/** A name that is used as a type, a base or a value. */
export interface ReferenceFact {
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly line: number;
  readonly start: number;
  /** Innermost symbol around it; -1 at the top level. */
  readonly within: number;
}
/**
 * `self` is a self type: every object of the enclosing type must also have it (`trait Cors { self: Handler =>
 * }`).
 */
export const REFERENCE_KINDS = ["type", "extends", "implements", "self", "value", "decorator"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** A name that an import or re-export brings in. */
export interface ImportedName {
  /** The name in the other module; `*` for everything, `default` for a default import. */
  readonly name: string;
  /** The name in this file. */
  readonly alias: string;
}

/** A module or file that this file imports or includes. */
export interface ImportFact {
  /** As written, without quotes: `./retry`, `os.path`, `vector`, `crate::net`. */
  readonly module: string;
  readonly kind: "import" | "reexport" | "include";
  /** Empty if the module is imported without binding names. */
  readonly names: readonly ImportedName[];
  readonly line: number;
}

/** A call as the query captured it; calls are resolved from `FileFacts.flow`. */
export interface CallFact {
  readonly name: string;
  /**
   * Source text before the name (`this.store`, `http`), at most `SIDECAR_LIMITS.receiverChars`; null for a
   * plain call.
   */
  readonly receiver: string | null;
  readonly line: number;
  readonly start: number;
  /** End of the arguments, and end of the receiver; `receiverEnd` is null for a plain call. */
  readonly end: number;
  readonly receiverEnd: number | null;
  /** Whether the syntax says that the call creates an object. */
  readonly isNew: boolean;
  /** The only type argument of the call (`read<Server>()`); null if there is none. */
  readonly type: string | null;
  /** Arguments as written, sorted by start; null if the syntax does not show them. */
  readonly args: readonly TextRange[] | null;
  /** Innermost symbol around it; -1 at the top level. */
  readonly within: number;
}

/** A span of whole lines that search can return. */
export interface ChunkFact {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** Offsets of a part of a text, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A problem during the analysis of a file. The facts are valid all the same, but may be incomplete. */
export interface Diagnostic {
  readonly kind: "syntax_error" | "parse_budget" | "query_budget" | "parser_crashed" | "grammar_missing";
  readonly message: string;
}

/** Everything that is read from one file. The same text always yields the same facts. */
export interface FileFacts {
  /** Id from the language table; `text` if no language is recognized. */
  readonly language: string;
  readonly lineCount: number;
  /** Sorted by start, end descending, label, id. */
  readonly symbols: readonly SymbolFact[];
  /** Sorted by start. */
  readonly references: readonly ReferenceFact[];
  /** Sorted by line. */
  readonly imports: readonly ImportFact[];
  /** Sorted by start. */
  readonly calls: readonly CallFact[];
  /** Sorted by start; they cover every line that is not blank exactly once. */
  readonly chunks: readonly ChunkFact[];
  /** Sorted by start, not overlapping. */
  readonly comments: readonly TextRange[];
  /** Null if calls of the language are not resolved, and if the reader failed on the tree. */
  readonly flow: CallFacts | null;
  readonly diagnostics: readonly Diagnostic[];
}
