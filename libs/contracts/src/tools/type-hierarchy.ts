import type { EnvelopeHead, Failure, Gated, UsedArguments, VersionEcho } from "../envelope.ts";
import type { Span, SymbolKind, SymbolRef } from "../location.ts";
import type { SessionArgument } from "../scope.ts";
import type { CallGraphNode } from "./call-graph.ts";
import type { CallOf } from "./call-of.ts";
import type { VersionArgument } from "./core-inputs.ts";

export const HIERARCHY_DIRECTIONS = ["supertypes", "subtypes", "both"] as const;
export type HierarchySide = (typeof HIERARCHY_DIRECTIONS)[number];

/** Lists what a type or method derives from, and what derives from it. */
export interface TypeHierarchyInput extends SessionArgument, VersionArgument {
  /**
   * Absolute folder of a codebase, or one inside it to look up names only there. Default: the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /** As search and outline return it. Pass this or `symbol`. */
  readonly symbolRef?: SymbolRef;
  /**
   * A type or a method: name, qualified name, FILE:NAME, FILE:LINE or id.
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbol?: string;
  /**
   * supertypes: what it derives from, or the methods it overrides; subtypes: what derives from it, or the
   * methods that override it.
   * @default "both"
   */
  readonly direction?: HierarchySide;
  /**
   * Maximum distance: 1 lists only direct supertypes and subtypes.
   * @asType integer
   * @minimum 1
   * @maximum 100
   * @default 10
   */
  readonly depth?: number;
  /**
   * Maximum number of entries in each of the two lists, nearest first.
   * @asType integer
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  readonly limit?: number;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

/** The arguments of a hierarchy, with defaults filled in. */
export interface TypeHierarchyArguments {
  readonly symbolRef?: SymbolRef;
  readonly symbol?: string;
  readonly direction: HierarchySide;
  /** @asType integer */
  readonly depth: number;
  /** @asType integer */
  readonly limit: number;
}

/**
 * How a type or method is related to one above it.
 *
 * - `extends`: a class to its base class, an interface to its base interface
 * - `implements`: a type to an interface, protocol or trait; a method to a declaration without a body
 * - `mixes_in`: a type to a trait, mixin or module whose members it takes over
 * - `embeds`: a type to one that it embeds (Go)
 * - `inherits`: a type to a base that may be a class or an interface: no keyword says which, and the base is
 *   outside the codebase
 * - `fits_by_shape`: a type to an interface that it does not name, but whose methods it has
 * - `overrides`: a method to one with a body
 */
export const HIERARCHY_RELATIONS = [
  "extends",
  "implements",
  "mixes_in",
  "embeds",
  "inherits",
  "fits_by_shape",
  "overrides",
] as const;
export type HierarchyRelation = (typeof HIERARCHY_RELATIONS)[number];

/** How an entry is related to one that is nearer to the requested symbol, or to that symbol. */
export interface HierarchyLink {
  /** Id of the nearer entry or of the requested symbol: the subtype if the entry is a supertype. */
  readonly to: string;
  readonly relation: HierarchyRelation;
  /**
   * possible: one of several declarations that the base may mean, a type that fits by its shape, or a method
   * that takes the place of another only in a type derived from both. name_match: the only type of that name.
   */
  readonly confidence: "resolved" | "possible" | "name_match";
}

/** A supertype or subtype; for a method, one that it overrides or that overrides it. */
export interface HierarchyEntry {
  /**
   * Qualified name; for a type without a name, that of the definition around it. For a supertype outside the
   * codebase: its name as written.
   */
  readonly symbolLabel: string;
  /** Absent for a supertype outside the codebase, as are `symbolId`, `kind` and `span`. */
  readonly file?: string;
  readonly symbolId?: string;
  readonly kind?: SymbolKind;
  readonly span?: Span;
  /**
   * 1: direct.
   * @asType integer
   */
  readonly distance: number;
  /** At least one; the nearest first. */
  readonly links: readonly HierarchyLink[];
}

/** A base that could not be resolved. */
export interface UnresolvedBase {
  /** The declaration that names it. */
  readonly file: string;
  readonly symbolLabel: string;
  /** @asType integer */
  readonly line: number;
  /** Its name as written; absent if it is not a name, but a call, for example. */
  readonly base?: string;
}

export interface HierarchyCoverage {
  /** Files whose types could not be read. */
  readonly unparsedFiles: number;
  /** Files that were parsed only in part, or exceed a limit: types in them may be missing. */
  readonly partlyParsedFiles: number;
  /** The first 20 of `unparsedFiles`, program before tests, examples and output, then ascending. */
  readonly unparsed?: readonly string[];
  /** The first 20 of `partlyParsedFiles`, in the same order. */
  readonly partlyParsed?: readonly string[];
  /** Languages of the codebase whose types are not known; ascending. */
  readonly unsupportedLanguages: readonly string[];
  /** Symbolic links to code outside the codebase, which are not followed. Absent if there are none. */
  readonly unfollowedLinks?: number;
  /** Bases that could not be resolved and may belong to the hierarchy. */
  readonly unresolvedBases: number;
  /** The first 20 of them, by file, line, label. */
  readonly unresolved?: readonly UnresolvedBase[];
  /**
   * For a method: supertypes outside the codebase, which may declare it, too. Ascending, at most 20; absent
   * if there are none.
   */
  readonly externalTypes?: readonly string[];
}

export interface TypeHierarchyHints {
  /** The requested symbol. */
  readonly readFile?: CallOf<"read_file">;
  readonly searchCodebase?: CallOf<"search_codebase">;
}

export interface TypeHierarchyEcho extends VersionEcho, UsedArguments<TypeHierarchyArguments> {}

export interface TypeHierarchyOk extends EnvelopeHead<"type_hierarchy">, TypeHierarchyEcho {
  readonly status: "ok";
  readonly hints?: TypeHierarchyHints;
  /** The requested symbol in the index; of a type in several parts, the main one. */
  readonly found: CallGraphNode;
  /**
   * By distance; then those of the codebase before those outside, by file, start line, label. Absent if they
   * were not requested.
   */
  readonly supertypes?: readonly HierarchyEntry[];
  /** In the same order; absent if they were not requested. */
  readonly subtypes?: readonly HierarchyEntry[];
  /**
   * Number of supertypes up to `depth`, including those not shown.
   * @asType integer
   */
  readonly totalSupertypes?: number;
  /**
   * Number of subtypes up to `depth`, including those not shown.
   * @asType integer
   */
  readonly totalSubtypes?: number;
  /** Whether there are supertypes or subtypes beyond `depth`. */
  readonly isDeeper?: true;
  /** What the hierarchy does not cover. */
  readonly coverage: HierarchyCoverage;
}

export interface TypeHierarchyUnanswered extends EnvelopeHead<"type_hierarchy">, TypeHierarchyEcho {
  readonly status: "not_found" | "ambiguous" | "unsupported";
  readonly message: string;
  readonly hints?: TypeHierarchyHints;
  /** Several symbols of this name, or similar ones. By file, start line, label, id. */
  readonly candidates?: readonly CallGraphNode[];
}

/** @discriminator status */
export type TypeHierarchyOutput =
  | TypeHierarchyOk
  | TypeHierarchyUnanswered
  | Gated<"type_hierarchy", TypeHierarchyEcho>
  | Failure<"type_hierarchy">;
