/**
 * The answer of `search_codebase` in the result mode `context`: the evidence for a question, ready to read
 * and within a token budget.
 */
import type { EnvelopeHead, Failure, Gated } from "../envelope.ts";
import type { Span } from "../location.ts";
import type { EffectiveScope } from "../scope.ts";
import type { CallOf } from "./call-of.ts";
import type {
  Confidence,
  CorrectedTerm,
  FreshnessDecision,
  SearchCodebaseOk,
  SearchCoverage,
  SearchEcho,
  SearchHints,
} from "./search-codebase.ts";

/**
 * Why a section is shown. entry: the best answer; callee: the entry calls it; caller: it calls the entry;
 * related: another answer; type: a signature mentions it.
 */
export const SECTION_ROLES = ["entry", "callee", "caller", "related", "type"] as const;
export type SectionRole = (typeof SECTION_ROLES)[number];

/** Lines of one file. No line is in two sections. */
export interface ContextSection {
  /** Relative to the effective root. */
  readonly file: string;
  /** From the first to the last line shown. */
  readonly span: Span;
  /** Absent if the lines are not about a symbol. */
  readonly symbolLabel?: string;
  readonly role: SectionRole;
  /** Other files with a copy of the passage, by path. Absent if there is none. */
  readonly alsoIn?: readonly string[];
  /**
   * Whole lines, ascending: line number, one space, the line. A line `…` stands for lines that are not shown.
   */
  readonly content: string;
}

/** A call between symbols that the answer shows. */
export interface ContextEdge {
  /** Caller, as `symbol` of `call_graph` takes it: FILE:NAME, or the id if the name is not unique. */
  readonly from: string;
  /** Callee, in the same form. */
  readonly to: string;
  /** Present if the call may lead elsewhere; otherwise it is resolved. */
  readonly confidence?: "possible";
  readonly site: {
    readonly file: string;
    /** @asType integer */ readonly line: number;
    /** The line; absent if a section shows it. */
    readonly text?: string;
  };
}

/** A call that shows what did not fit into the budget. */
export type OmittedCall = CallOf<"search_codebase"> | CallOf<"read_file">;

export interface SearchContextOk extends EnvelopeHead<"search_codebase">, Pick<SearchEcho, "commit"> {
  readonly status: "ok";
  readonly hints?: SearchHints;
  /** The requested folder. */
  readonly path: string;
  /** The root of the codebase, which files are relative to; absent if it is `path`. */
  readonly effectiveRoot?: string;
  /** The limit that was used, if it is lower than the one that was sent. @asType integer */
  readonly limit?: number;
  /** Session filters that applied: those that the query did not override. */
  readonly sessionScope?: EffectiveScope;
  /** How likely the sections answer the question. */
  readonly confidence: Confidence;
  /** Words and identifiers of the question that are not in the index, in the question's order. */
  readonly unknownTerms: readonly string[];
  /** Identifiers of the question that are not in the index, with similar names that were searched as well. */
  readonly correctedTerms?: readonly CorrectedTerm[];
  /** The entry, then what it calls, then other answers, then types; best first in each. */
  readonly sections: readonly ContextSection[];
  /** By file and line of the call, then caller, then callee. */
  readonly edges: readonly ContextEdge[];
  /** Calls that show what the budget left out, most useful first; empty if nothing was, or if none fits. */
  readonly omitted: readonly OmittedCall[];
  /** Estimated tokens of the whole answer. @asType integer */
  readonly tokens: number;
  readonly coverage: SearchCoverage;
  readonly freshnessDecision: FreshnessDecision;
}

/** Every answer of `search_codebase`. `SearchContextOk` has `sections` in place of `results`. */
export type SearchCodebaseOutput =
  | SearchCodebaseOk
  | SearchContextOk
  | Gated<"search_codebase", SearchEcho>
  | Failure<"search_codebase">;
