import { type Direction } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, PathEcho } from "../envelope.ts";
import type { Span, SymbolKind, SymbolRef } from "../location.ts";
import type { CallOf } from "./call-of.ts";

export interface CallGraphNode {
  readonly file: string;
  readonly symbolId: string;
  readonly symbolLabel: string;
  readonly kind: SymbolKind;
  readonly span: Span;
}

export interface CallGraphEdge {
  /** Id of the caller. */
  readonly from: string;
  /** Id of the callee. */
  readonly to: string;
  /** A use is of what is not called: a type, a variable, a field. */
  readonly kind: "call" | "use";
  readonly confidence: "resolved" | "possible" | "name_match";
  /** The rule that resolved it. */
  readonly via: string;
  readonly site: {
    readonly file: string;
    /** @asType integer */ readonly line: number;
    readonly text: string;
  };
}

export interface CallGraphNote {
  readonly type: string;
  readonly file: string;
  readonly symbolId?: string;
  /** @asType integer */
  readonly startLine?: number;
  readonly detail: string;
}

export interface CallGraphEcho extends PathEcho {
  readonly symbolRef?: SymbolRef;
  readonly symbol?: string;
  readonly direction: Direction;
  /** @asType integer */
  readonly depth: number;
  /** @asType integer */
  readonly limit: number;
}

export interface CallGraphCoverage {
  /** Files whose calls could not be read. */
  readonly unparsedFiles: number;
  /**
   * Files that their parser did not understand in full, or that hold more than is read of one: definitions
   * and calls in them may be missing.
   */
  readonly partlyParsedFiles: number;
  readonly unsupportedLanguages: readonly string[];
  /** Calls and uses that may belong to the graph. */
  readonly unresolvedSites: number;
  /**
   * Lines that callers or callees may be missing for, wherever they stand; `detail` is the line.
   * `unresolved_call`, `unresolved_use`: of the sites that `unresolvedSites` counts. `handed_on`: a
   * definition that was asked for is used as a value; of types, and where several definitions were asked for,
   * only where nothing is known to call it. `named`: the name of one without callers stands there, where
   * calls are not followed: in a table, a template, a string; the first three. By type, those of the program
   * before those of its tests, examples and output, by file and line; 20 of each at most.
   */
  readonly open: readonly CallGraphNote[];
}

/** Where something was left out: calls that show more of it. */
export interface CallGraphHints {
  /**
   * The same question with a higher limit; where that shows no more, one level less deep, of one definition,
   * or below the first of `paths`.
   */
  readonly continue?: CallOf<"call_graph">;
  /** What holds the rest: each as `path` of `continue`. */
  readonly paths?: readonly string[];
  /** Outside of `path`, too. */
  readonly everywhere?: CallOf<"call_graph">;
  /** Of both directions, one alone. */
  readonly callers?: CallOf<"call_graph">;
  readonly callees?: CallOf<"call_graph">;
  /** Where no other question about the graph shows more: what has the name in its text. */
  readonly searchCodebase?: CallOf<"search_codebase">;
}

export interface CallGraphOk extends EnvelopeHead<"call_graph">, CallGraphEcho {
  readonly status: "ok";
  readonly hints?: CallGraphHints;
  /**
   * Ids of the nodes that were asked for, in the order of `nodes`: several where a name has several
   * definitions.
   */
  readonly roots: readonly string[];
  /**
   * Functions of that name that were not followed, since it is the whole name of another, or they are too
   * many: ask by qualified name or id.
   */
  readonly namesakes?: readonly CallGraphNode[];
  /** By file, start line, label, id. */
  readonly nodes: readonly CallGraphNode[];
  readonly edges: readonly CallGraphEdge[];
  readonly notes: readonly CallGraphNote[];
  readonly notesTruncated: boolean;
  /** @asType integer */
  readonly totalNoteCount: number;
  /** @asType integer */
  readonly returnedNoteCount: number;
  /** What the graph does not cover. */
  readonly coverage: CallGraphCoverage;
}

export interface CallGraphUnanswered extends EnvelopeHead<"call_graph">, CallGraphEcho {
  readonly status: "not_found" | "unsupported";
  readonly message: string;
  readonly hints?: {
    readonly searchCodebase?: CallOf<"search_codebase">;
    readonly readFile?: CallOf<"read_file">;
    readonly fileOutline?: CallOf<"file_outline">;
  };
  /** May have been meant. */
  readonly candidates?: readonly CallGraphNode[];
}

/** @discriminator status */
export type CallGraphOutput =
  | CallGraphOk
  | CallGraphUnanswered
  | Gated<"call_graph", CallGraphEcho>
  | Failure<"call_graph">;
