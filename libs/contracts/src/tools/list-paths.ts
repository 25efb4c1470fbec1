import type { EnvelopeHead, Failure, UsedArguments } from "../envelope.ts";
import type {
  EffectiveScope,
  FileToolHints,
  ScopeFilters,
  SearchedScope,
  SessionArgument,
} from "../scope.ts";

/** Lists the files of a folder that the ignore rules keep. Needs no index. */
export interface ListPathsInput extends ScopeFilters, SessionArgument {
  /**
   * The folder, absolute or relative to the session's root. Default: the codebases of the session's scope, or
   * the session's root, or the only indexed codebase.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Maximum number of files.
   * @asType integer
   * @minimum 1
   * @maximum 10000
   * @default 100
   */
  readonly max_results?: number;
}

export interface ListPathsEcho extends SearchedScope, UsedArguments<ListPathsArguments> {
  readonly scope: EffectiveScope;
}

/** The arguments of a listing, with defaults filled in. */
export interface ListPathsArguments {
  /** @asType integer */
  readonly max_results: number;
}

export interface ListedPath {
  /** Root of its codebase, if several were listed. */
  readonly repo?: string;
  /** Relative to the effective root. */
  readonly path: string;
  /** Detected by file name; `text` if unknown. */
  readonly language: string;
  /** @asType integer */
  readonly sizeBytes: number;
}

export interface ListPathsOk extends EnvelopeHead<"list_paths">, ListPathsEcho {
  readonly status: "ok";
  readonly hints?: FileToolHints;
  /** By codebase, then path. */
  readonly items: readonly ListedPath[];
  /**
   * All matching files, including those not shown.
   * @asType integer
   */
  readonly total: number;
  readonly truncated: boolean;
}

/** @discriminator status */
export type ListPathsOutput = ListPathsOk | Failure<"list_paths">;
