import type { LifeEvidence, LifeReason } from "../absence.ts";
import type { EnvelopeHead, Failure, Gated, PathEcho, UsedArguments } from "../envelope.ts";
import type { SymbolKind } from "../location.ts";
import type { SessionArgument } from "../scope.ts";
import type { CallGraphNode } from "./call-graph.ts";
import type { CallOf } from "./call-of.ts";

/** Kinds of symbols that can be listed as unused. */
export const UNUSED_KINDS = [
  "class",
  "constant",
  "enum",
  "function",
  "interface",
  "method",
  "object",
  "protocol",
  "struct",
  "trait",
  "type",
  "variable",
] as const satisfies readonly SymbolKind[];
export type UnusedKind = (typeof UNUSED_KINDS)[number];

/** Lists symbols that nothing is known to call or use. */
export interface UnusedSymbolsInput extends SessionArgument {
  /**
   * Absolute folder of a codebase, or a folder or file inside it to list only its symbols. Default: the
   * session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Only these kinds of symbols. Default: all.
   * @minItems 1
   * @uniqueItems true
   */
  readonly kinds?: readonly UnusedKind[];
  /**
   * Also symbols of tests, examples, generated and vendored code. Their uses always count.
   * @default false
   */
  readonly includeTests?: boolean;
  /**
   * Maximum number of symbols.
   * @asType integer
   * @minimum 1
   * @maximum 5000
   * @default 100
   */
  readonly limit?: number;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

/** The arguments of a list of unused symbols, with defaults filled in. */
export interface UnusedSymbolsArguments {
  readonly kinds?: readonly UnusedKind[];
  readonly includeTests: boolean;
  /** @asType integer */
  readonly limit: number;
}

/** A symbol that nothing is known to use, but that may be alive. */
export interface PossiblyUnused extends CallGraphNode {
  /** At least one; at most 3. */
  readonly reasons: readonly LifeEvidence[];
}

/** How many symbols have a reason; the first reason of each counts. */
export interface ReasonCount {
  readonly reason: LifeReason;
  /** @asType integer */
  readonly count: number;
}

export interface UnusedCounts {
  /**
   * Symbols that were examined.
   * @asType integer
   */
  readonly symbols: number;
  /** @asType integer */
  readonly unused: number;
  /** @asType integer */
  readonly possibly: number;
  /** Of `possibly`, in the order of the reasons' registry. */
  readonly byReason: readonly ReasonCount[];
}

/** What the list does not cover. */
export interface UnusedCoverage {
  /**
   * Files whose text was searched for the names.
   * @asType integer
   */
  readonly files: number;
  /**
   * Files that were not searched: they are not in the index, although no rule ignores them.
   * @asType integer
   */
  readonly unread: number;
  /** The first of them, by path. */
  readonly examples?: readonly string[];
  /** Languages in the folder whose symbols are not examined, since their calls are not resolved. */
  readonly withoutCalls?: readonly string[];
  /**
   * Symbols that were not examined because the time was over.
   * @asType integer
   */
  readonly notExamined?: number;
}

export interface UnusedSymbolsHints {
  /** The users of the first symbol, as the call graph has them. */
  readonly callGraph?: CallOf<"call_graph">;
}

export interface UnusedSymbolsEcho extends PathEcho, UsedArguments<UnusedSymbolsArguments> {}

export interface UnusedSymbolsOk extends EnvelopeHead<"unused_symbols">, UnusedSymbolsEcho {
  readonly status: "ok";
  readonly message?: string;
  readonly hints?: UnusedSymbolsHints;
  readonly counts: UnusedCounts;
  /** Symbols without a user, and without a reason to be alive. By file, line, label, id. */
  readonly unused: readonly CallGraphNode[];
  /** Symbols without a user that may be alive, in the same order. They take the rest of `limit`. */
  readonly possibly: readonly PossiblyUnused[];
  readonly truncated: boolean;
  readonly coverage: UnusedCoverage;
}

/** @discriminator status */
export type UnusedSymbolsOutput =
  | UnusedSymbolsOk
  | Gated<"unused_symbols", UnusedSymbolsEcho>
  | Failure<"unused_symbols">;
