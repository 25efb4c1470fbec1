import { type Direction } from "./core-inputs.ts";
import type { EnvelopeHead, Failure, Gated, VersionEcho, UsedArguments } from "../envelope.ts";
import type { Span, SymbolKind, SymbolRef } from "../location.ts";
import type { LanguageCalls } from "../language-calls.ts";
import type { Via } from "../via.ts";
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
  /** Absent: a call. use: of something that is not called: a type, a variable, a field. */
  readonly kind?: "call" | "use";
  readonly confidence: "resolved" | "possible" | "name_match";
  /** The rule that found it; if resolved, only with `debug`. */
  readonly via?: Via;
  readonly site: {
    /** Absent: the caller's file. */
    readonly file?: string;
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

export interface CallGraphEcho extends VersionEcho, UsedArguments<CallGraphArguments> {}

/** The arguments of a call graph, with defaults filled in. */
export interface CallGraphArguments {
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
  /** Files that were parsed only in part, or exceed a limit: definitions and calls in them may be missing. */
  readonly partlyParsedFiles: number;
  /** The first 20 of `unparsedFiles`, program before tests, examples and output, then ascending. */
  readonly unparsed?: readonly string[];
  /** The first 20 of `partlyParsedFiles`, in the same order. */
  readonly partlyParsed?: readonly string[];
  readonly unsupportedLanguages: readonly string[];
  /** Symbolic links to code outside the codebase, which are not followed. Absent if there are none. */
  readonly unfollowedLinks?: number;
  /** Calls and uses that may belong to the graph. */
  readonly unresolvedSites: number;
  /**
   * How the language calls a requested definition by itself, so that callers may be missing (`a + b` calls
   * `__add__`). Sorted by language, then kind; absent if it does not.
   */
  readonly languageCalls?: readonly LanguageCalls[];
  /**
   * Lines that may hide missing callers or callees, in any file; `detail` is the line. `unresolved_call`,
   * `unresolved_use`: sites counted by `unresolvedSites`. `handed_on`: a requested definition is used as a
   * value; for types, and if several definitions were requested, only if it has no known callers. `named`:
   * the first three lines with the name of a definition without callers where calls are not followed: a
   * table, a template, a string. Sorted by type, then program before tests, examples and output, then file
   * and line; at most 20 of each.
   */
  readonly open: readonly CallGraphNote[];
}

/** Calls that show more of a truncated graph. */
export interface CallGraphHints {
  /**
   * The same call with a higher limit; if that shows no more: with less depth, for one definition, or below
   * the first of `paths`.
   */
  readonly continue?: CallOf<"call_graph">;
  /** Folders with the rest: pass each as `path` of `continue`. */
  readonly paths?: readonly string[];
  /** The same call outside `path`, too. */
  readonly everywhere?: CallOf<"call_graph">;
  /** One direction of two. */
  readonly callers?: CallOf<"call_graph">;
  readonly callees?: CallOf<"call_graph">;
  /** If no call_graph call shows more: searches for the name in text. */
  readonly searchCodebase?: CallOf<"search_codebase">;
}

export interface CallGraphOk extends EnvelopeHead<"call_graph">, CallGraphEcho {
  readonly status: "ok";
  readonly hints?: CallGraphHints;
  /** Ids of the requested nodes, in the order of `nodes`; several if a name has several definitions. */
  readonly roots: readonly string[];
  /**
   * Functions of that name that were not followed, because another one has exactly this name or there are too
   * many: call with a qualified name or id.
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
  /** Possible matches. */
  readonly candidates?: readonly CallGraphNode[];
}

/** @discriminator status */
export type CallGraphOutput =
  | CallGraphOk
  | CallGraphUnanswered
  | Gated<"call_graph", CallGraphEcho>
  | Failure<"call_graph">;
