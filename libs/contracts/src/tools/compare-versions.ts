import type { EnvelopeHead, Failure, PathEcho, UsedArguments } from "../envelope.ts";
import type { SymbolKind } from "../location.ts";
import type { SessionArgument } from "../scope.ts";
import type { CallOf } from "./call-of.ts";

/** Lists the declarations that differ between two commits. Needs git, but no index. */
export interface CompareVersionsInput extends SessionArgument {
  /**
   * Folder to compare, absolute or relative to the session's root. Default: the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * The older version: a branch, tag, commit, `HEAD~3` or `stash@{0}`.
   * @minLength 1
   * @maxLength 1000
   */
  readonly base: string;
  /**
   * The newer version; `HEAD` is the checked-out commit, without uncommitted changes.
   * @minLength 1
   * @maxLength 1000
   * @default HEAD
   */
  readonly head?: string;
  /**
   * Only declarations that other modules can use.
   * @default false
   */
  readonly publicOnly?: boolean;
  /**
   * Maximum number of changes. Without it, the answer is also limited in size.
   * @asType integer
   * @minimum 1
   * @maximum 5000
   * @default 200
   */
  readonly limit?: number;
}

/** The arguments of a comparison, with defaults filled in. */
export interface CompareVersionsArguments {
  readonly base: string;
  readonly head: string;
  readonly publicOnly: boolean;
  /** @asType integer */
  readonly limit: number;
}

/**
 * How a symbol differs. A symbol with several differences has the first that applies of `renamed`, `moved`
 * and `signature_changed`; `before` has them all.
 *
 * - `removed`, `added`: it is in one version only
 * - `renamed`: it has another name
 * - `moved`: it is in another module, or inside another symbol
 * - `signature_changed`: it is declared with other parameters, types or modifiers
 */
export const SYMBOL_CHANGES = ["removed", "renamed", "signature_changed", "moved", "added"] as const;
export type SymbolChangeKind = (typeof SYMBOL_CHANGES)[number];

/** A name that a module passes on from another one: `export { a } from "./b"`. */
export type ComparedKind = SymbolKind | "reexport";

/** What the base had instead: only what differs. */
export interface SymbolBefore {
  readonly kind?: ComparedKind;
  /** Qualified name. */
  readonly symbol?: string;
  /** Relative to the effective root. */
  readonly file?: string;
  /** @asType integer */
  readonly line?: number;
  /** Empty if the declaration had none. */
  readonly signature?: string;
  /** Whether other modules could use it, if that has changed. */
  readonly public?: boolean;
}

export interface SymbolChange {
  readonly change: SymbolChangeKind;
  readonly kind: ComparedKind;
  /** Qualified name in the head; of a removed symbol, in the base. */
  readonly symbol: string;
  /** Relative to the effective root: in the head; of a removed symbol, in the base. */
  readonly file: string;
  /**
   * Line of the name in `file`.
   * @asType integer
   */
  readonly line: number;
  /** Whether other modules can use it in one of the versions, by the rules of the language. */
  readonly public: boolean;
  /** The declaration without its body, on one line; absent if it says no more than the name. */
  readonly signature?: string;
  readonly before?: SymbolBefore;
}

/** The changes of one module: a file, or a folder in languages whose packages are folders. */
export interface ModuleChanges {
  /** Relative to the effective root: in the head; of a removed module, in the base. `.` is the root. */
  readonly module: string;
  /** Where the module was in the base, if git reports that its file was renamed. */
  readonly movedFrom?: string;
  /** `added` or `removed` if the file is in one version only. */
  readonly only?: "added" | "removed";
  /** Public ones first, then in the order of `SYMBOL_CHANGES`, then by symbol, file and line. */
  readonly changes: readonly SymbolChange[];
}

/** Numbers of changes, including those not shown. */
export interface ChangeCounts {
  /** @asType integer */
  readonly removed: number;
  /** @asType integer */
  readonly renamed: number;
  /** @asType integer */
  readonly signature_changed: number;
  /** @asType integer */
  readonly moved: number;
  /** @asType integer */
  readonly added: number;
}

/** Why a changed file was not compared. */
export const UNCOMPARED_CAUSES = [
  "too_large",
  "binary",
  "encoding",
  "unparsable",
  "unreadable",
  "lfs_pointer",
  "link",
  "submodule",
  "invalid_name",
  "ignored",
  "limit",
  "deadline",
] as const;
export type UncomparedCause = (typeof UNCOMPARED_CAUSES)[number];

export interface UncomparedFile {
  readonly file: string;
  readonly cause: UncomparedCause;
}

/** What the comparison covers. */
export interface CompareCoverage {
  /**
   * Files whose content or name differs between the versions, without those that are ignored in both.
   * @asType integer
   */
  readonly changedFiles: number;
  /**
   * Those of them whose declarations were compared.
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
  /** Up to 50 files that the parser understood only in part, in one of the versions, by name. */
  readonly withSyntaxErrors?: readonly string[];
  /** Languages without a rule that tells what is public: everything counts as public. Ascending. */
  readonly withoutVisibility?: readonly string[];
}

export interface CompareVersionsHints {
  /** Who uses the first changed function, if the head is checked out. */
  readonly callGraph?: CallOf<"call_graph">;
}

export interface CompareVersionsOk
  extends EnvelopeHead<"compare_versions">, PathEcho, UsedArguments<CompareVersionsArguments> {
  readonly status: "ok";
  readonly hints?: CompareVersionsHints;
  /** Id of the commit that `base` names. */
  readonly baseCommit: string;
  /** Id of the commit that `head` names. */
  readonly headCommit: string;
  /** False if the two commits have no common history; absent if that is unknown, in a shallow clone. */
  readonly related?: boolean;
  /** With `publicOnly`, of public symbols only. */
  readonly counts: ChangeCounts;
  /** Numbers of changes of public symbols. */
  readonly publicCounts: ChangeCounts;
  /** Modules with public changes first, then by module. */
  readonly modules: readonly ModuleChanges[];
  /** True if changes were omitted because of `limit`, or to limit the answer's size. */
  readonly truncated: boolean;
  readonly coverage: CompareCoverage;
}

/** @discriminator status */
export type CompareVersionsOutput = CompareVersionsOk | Failure<"compare_versions">;
