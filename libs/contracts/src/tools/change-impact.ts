import type { ExaminedCode } from "../absence.ts";
import type { EnvelopeHead, Failure, Gated, PathEcho, UsedArguments } from "../envelope.ts";
import type { SymbolKind } from "../location.ts";
import type { SessionArgument } from "../scope.ts";
import type { CallGraphNode } from "./call-graph.ts";
import type { CallOf } from "./call-of.ts";
import type { UncomparedFile } from "./compare-versions.ts";

/** What a change that is only planned does to a symbol: it is removed, or its signature or body changes. */
export const PLANNED_CHANGES = ["remove", "signature", "body"] as const;
export type PlannedChangeKind = (typeof PLANNED_CHANGES)[number];

/** A change that is only planned. */
export interface PlannedChange {
  /**
   * Name, qualified name, FILE:NAME, FILE:LINE or id.
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbol: string;
  readonly change: PlannedChangeKind;
}

/**
 * Tells what a change breaks: the symbols that it changes, the code that they affect, the tests to run, and
 * what cannot be known. Without `base`, `diff` and `symbols`: the uncommitted changes.
 */
export interface ChangeImpactInput extends SessionArgument {
  /**
   * Absolute folder of a codebase, or one inside it to look at changes only there. Default: the session's
   * root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * The version before the change: a branch, tag, commit, `HEAD~3` or `stash@{0}`.
   * @minLength 1
   * @maxLength 1000
   */
  readonly base?: string;
  /**
   * With `base`, the version after the change. Default: `HEAD`, without uncommitted changes.
   * @minLength 1
   * @maxLength 1000
   */
  readonly head?: string;
  /**
   * A unified diff, as git writes it: of a change to the files on disk, or one that they already have.
   * @minLength 1
   * @maxLength 10000000
   */
  readonly diff?: string;
  /**
   * Changes that are only planned.
   * @minItems 1
   * @maxItems 100
   */
  readonly symbols?: readonly PlannedChange[];
  /**
   * How many steps from a changed symbol affected code may be.
   * @asType integer
   * @minimum 1
   * @maximum 10
   * @default 3
   */
  readonly depth?: number;
  /**
   * Maximum number of affected symbols; and of changed symbols, and of tests.
   * @asType integer
   * @minimum 1
   * @maximum 5000
   * @default 100
   */
  readonly limit?: number;
  /**
   * Budget for the answer in tokens (estimated); leaves out what is farthest from the change.
   * @asType integer
   * @minimum 500
   * @maximum 1000000
   * @default 10000
   */
  readonly maxTokens?: number;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

/** The arguments of an impact, with defaults filled in; `diff` is not repeated. */
export interface ChangeImpactArguments {
  readonly base?: string;
  readonly head?: string;
  readonly symbols?: readonly PlannedChange[];
  /** @asType integer */
  readonly depth: number;
  /** @asType integer */
  readonly limit: number;
  /** @asType integer */
  readonly maxTokens: number;
}

/** What is compared: the files on disk with `HEAD`, two commits, a diff, or a plan. */
export const IMPACT_SOURCES = ["work_tree", "commits", "diff", "symbols"] as const;
export type ImpactSource = (typeof IMPACT_SOURCES)[number];

/**
 * How a symbol changes, most dangerous first. A symbol with several changes has the first that applies;
 * `before` has what differs.
 *
 * - `removed`, `added`: it is in one version only
 * - `renamed`: it has another name
 * - `signature_changed`: it is declared with other parameters, types or modifiers
 * - `moved`: it is in another file, or inside another symbol
 * - `body_changed`: it does something else
 * - `cosmetic`: only comments or formatting differ
 */
export const IMPACT_CHANGES = [
  "removed",
  "renamed",
  "signature_changed",
  "moved",
  "body_changed",
  "added",
  "cosmetic",
] as const;
export type ImpactChange = (typeof IMPACT_CHANGES)[number];

/** What a changed symbol was before: only what differs. */
export interface ImpactBefore {
  /** Qualified name. */
  readonly symbol?: string;
  /** Relative to the effective root. */
  readonly file?: string;
  /** Empty if the declaration had none. */
  readonly signature?: string;
}

/** A symbol that the change changes. */
export interface ChangedSymbol {
  readonly change: ImpactChange;
  readonly kind: SymbolKind;
  /** Qualified name after the change; of a removed symbol, before it. */
  readonly symbol: string;
  /** Relative to the effective root: after the change; of a removed symbol, before it. */
  readonly file: string;
  /**
   * Line of the name in `file`.
   * @asType integer
   */
  readonly line: number;
  /** The declaration without its body, on one line; absent if it says no more than the name. */
  readonly signature?: string;
  readonly before?: ImpactBefore;
  /**
   * Symbols and files that call, use, override or name it, including those not shown.
   * @asType integer
   */
  readonly affected: number;
  /** True if it is proven that nothing else in this codebase calls or uses it. */
  readonly proven?: true;
  /** With `proven`: what was looked at. */
  readonly examined?: ExaminedCode;
}

/**
 * How an affected symbol depends on a changed one.
 *
 * - `calls`: it calls it
 * - `uses`: it refers to it without a call: a type, a variable, a field
 * - `overrides`: it overrides or implements it
 * - `derives`: it is a subtype of it
 * - `imports`: its file imports the name
 */
export const IMPACT_RELATIONS = ["calls", "uses", "overrides", "derives", "imports"] as const;
export type ImpactRelation = (typeof IMPACT_RELATIONS)[number];

/**
 * Why a place no longer fits.
 *
 * - `gone`: it names a symbol that is removed, or by the name that it had before
 * - `too_few_arguments`, `too_many_arguments`: the call passes another number than the declaration takes
 * - `unknown_argument`: the call names a parameter that the declaration does not have
 */
export const MISFITS = ["gone", "too_few_arguments", "too_many_arguments", "unknown_argument"] as const;
export type Misfit = (typeof MISFITS)[number];

/** A line that leads to a changed symbol. */
export interface ImpactSite {
  /** In the version after the change. @asType integer */
  readonly line: number;
  readonly text: string;
  readonly misfit?: Misfit;
}

/** Code that a change affects. */
export interface AffectedSymbol {
  /** Qualified name; absent for code outside of any definition. */
  readonly symbol?: string;
  readonly kind?: SymbolKind;
  /**
   * Line of the name; absent for code outside of any definition.
   * @asType integer
   */
  readonly line?: number;
  /** Steps to the nearest changed symbol, from 1. @asType integer */
  readonly distance: number;
  readonly relation: ImpactRelation;
  /** Of the least certain step. */
  readonly confidence: "resolved" | "possible" | "name_match";
  /**
   * Index in `changed` of the nearest changed symbol.
   * @asType integer
   */
  readonly of: number;
  /** The symbols between it and the changed one, nearest to it first; absent at distance 1. */
  readonly through?: readonly string[];
  /** Lines of its first step. Ascending; at most 10. */
  readonly sites: readonly ImpactSite[];
  /**
   * Number of these lines, if there are more than `sites`.
   * @asType integer
   */
  readonly totalSites?: number;
}

/** Affected code of one file. */
export interface AffectedFile {
  /** Relative to the effective root. */
  readonly file: string;
  /** By distance, then line. */
  readonly symbols: readonly AffectedSymbol[];
}

/**
 * Why a test file is to be run.
 *
 * - `changed`: the change changes it
 * - `reaches`: calls lead from it to a changed symbol
 * - `imports`: it imports a changed file, directly or through others
 * - `named_after`: it has the name of a changed file, or words of it
 * - `names`: it says more than others about the names of the changed symbols
 * - `changed_together`: it was often changed together with a changed file
 */
export const TEST_REASONS = [
  "changed",
  "reaches",
  "imports",
  "named_after",
  "names",
  "changed_together",
] as const;
export type TestReason = (typeof TEST_REASONS)[number];

/** A test file to run. */
export interface TestFile {
  /** Relative to the effective root. */
  readonly file: string;
  /** Not empty; in the order of `TEST_REASONS`. */
  readonly reasons: readonly TestReason[];
  /**
   * Steps to the nearest changed symbol; absent if no calls lead there.
   * @asType integer
   */
  readonly distance?: number;
  /** Names of the test functions or blocks that reach a changed symbol, nearest first; at most 20. */
  readonly functions?: readonly string[];
  /** Index in `changed` of the symbols that it reaches; ascending, at most 20. */
  readonly of?: readonly number[];
}

/** Runners of tests whose commands are known. */
export const TEST_RUNNERS = [
  "vitest",
  "jest",
  "mocha",
  "node",
  "pytest",
  "unittest",
  "go",
  "cargo",
  "maven",
  "gradle",
  "dotnet",
  "rspec",
  "minitest",
  "phpunit",
] as const;
export type TestRunner = (typeof TEST_RUNNERS)[number];

/** A command that runs tests of the answer. */
export interface TestCommand {
  readonly runner: TestRunner;
  /** Folder to run it in, relative to the effective root; `.` is the root. */
  readonly folder: string;
  /** For a POSIX shell; names are quoted where necessary. */
  readonly command: string;
  /** The file that shows that the project uses this runner, relative to the effective root. */
  readonly shownBy: string;
  /**
   * Number of the test files that it runs.
   * @asType integer
   */
  readonly files: number;
}

/** Tests to run after the change. */
export interface TestsToRun {
  /**
   * Changed ones first, then by how much speaks for them, then by file. Those for which far less speaks than
   * for the first are left out, unless they call a changed symbol.
   */
  readonly files: readonly TestFile[];
  /**
   * Number of test files to run, including those not shown.
   * @asType integer
   */
  readonly total: number;
  /**
   * Number of test files in the codebase.
   * @asType integer
   */
  readonly testFiles: number;
  /** For the files shown; by folder, then runner. */
  readonly commands: readonly TestCommand[];
  /** Index in `changed` of functions that no test is known to reach; ascending. */
  readonly unreached: readonly number[];
}

/**
 * What cannot be known.
 *
 * - `unresolved_call`, `unresolved_use`: it may be the symbol, or another one of its name
 * - `handed_on`: the symbol is passed on as a value, and may be called from there
 * - `named_in_text`: a string, a template or a configuration file holds its name
 * - `computed_name`: code accesses members by names that it computes
 * - `language_call`: the language calls the symbol by itself
 * - `framework`: a framework is given the symbol, or finds it by its decorator or annotation
 * - `overrides`: it overrides or implements a declaration, through which it may be called
 * - `exported`: code outside the codebase may use it
 * - `other_name`: other code may use it under another name, such as a default export
 * - `not_followed`: a limit left out places with its name
 * - `unread_file`: a file with its name was not parsed, or only in part
 * - `language_without_calls`: calls of its language are not resolved
 * - `unproven`: nothing can be proven about a symbol of its kind or language
 */
export const IMPACT_UNKNOWNS = [
  "unresolved_call",
  "unresolved_use",
  "handed_on",
  "named_in_text",
  "computed_name",
  "language_call",
  "framework",
  "overrides",
  "exported",
  "other_name",
  "not_followed",
  "unread_file",
  "language_without_calls",
  "unproven",
] as const;
export type ImpactUnknownType = (typeof IMPACT_UNKNOWNS)[number];

/** Something that cannot be known about a changed symbol. */
export interface ImpactUnknown {
  readonly type: ImpactUnknownType;
  /**
   * Index in `changed`; absent if it is about all of them.
   * @asType integer
   */
  readonly of?: number;
  readonly file?: string;
  /** @asType integer */
  readonly line?: number;
  /** The line, or what it means, in words. */
  readonly detail: string;
}

/** What the answer covers. */
export interface ImpactCoverage {
  /**
   * Files whose content or name the change changes, without ignored ones.
   * @asType integer
   */
  readonly changedFiles: number;
  /**
   * Those of them whose symbols were compared.
   * @asType integer
   */
  readonly comparedFiles: number;
  /**
   * Those of them in languages without declarations, such as data and prose.
   * @asType integer
   */
  readonly withoutSymbols: number;
  /**
   * Those of them that could not be compared.
   * @asType integer
   */
  readonly notCompared: number;
  /** Up to 50 of these, by file. */
  readonly examples?: readonly UncomparedFile[];
  /** Files of the codebase whose calls could not be read. @asType integer */
  readonly unparsedFiles: number;
  /** Files of the codebase that were parsed only in part. @asType integer */
  readonly partlyParsedFiles: number;
  /** Languages of the codebase whose calls are not resolved. Ascending. */
  readonly unsupportedLanguages: readonly string[];
  /** Whether all changed symbols were followed as far as requested. */
  readonly complete: boolean;
}

/** Numbers of changed symbols, including those not shown. */
export interface ImpactCounts {
  /** @asType integer */
  readonly removed: number;
  /** @asType integer */
  readonly renamed: number;
  /** @asType integer */
  readonly signature_changed: number;
  /** @asType integer */
  readonly moved: number;
  /** @asType integer */
  readonly body_changed: number;
  /** @asType integer */
  readonly added: number;
  /** @asType integer */
  readonly cosmetic: number;
  /** Affected symbols and files. @asType integer */
  readonly affected: number;
  /** Places that no longer fit. @asType integer */
  readonly misfits: number;
}

export interface ChangeImpactHints {
  /** Who calls the changed symbol with the most affected code, if that was not shown completely. */
  readonly callGraph?: CallOf<"call_graph">;
}

export interface ChangeImpactEcho extends PathEcho, UsedArguments<ChangeImpactArguments> {}

export interface ChangeImpactOk extends EnvelopeHead<"change_impact">, ChangeImpactEcho {
  readonly status: "ok";
  readonly hints?: ChangeImpactHints;
  readonly source: ImpactSource;
  /** Id of the commit before the change; absent for diffs and plans. */
  readonly baseCommit?: string;
  /** Id of the commit after the change, if it is one. */
  readonly headCommit?: string;
  readonly counts: ImpactCounts;
  /** In the order of `IMPACT_CHANGES`, then by file and line. */
  readonly changed: readonly ChangedSymbol[];
  /** By smallest distance; program before tests, examples and generated code; then by file. */
  readonly affected: readonly AffectedFile[];
  readonly tests: TestsToRun;
  /** By `of`, then in the order of `IMPACT_UNKNOWNS`, then by file and line; at most 100. */
  readonly unknown: readonly ImpactUnknown[];
  /** Number of these, including those not shown. @asType integer */
  readonly totalUnknown: number;
  /** True if something was omitted because of `limit` or `maxTokens`. */
  readonly truncated: boolean;
  readonly coverage: ImpactCoverage;
}

/** A planned change names no symbol, or several. */
export interface ChangeImpactUnanswered extends EnvelopeHead<"change_impact">, ChangeImpactEcho {
  readonly status: "not_found" | "ambiguous";
  readonly message: string;
  /** Several symbols of this name, or similar ones. By file, start line, label, id. */
  readonly candidates?: readonly CallGraphNode[];
}

/** @discriminator status */
export type ChangeImpactOutput =
  | ChangeImpactOk
  | ChangeImpactUnanswered
  | Gated<"change_impact", ChangeImpactEcho>
  | Failure<"change_impact">;
