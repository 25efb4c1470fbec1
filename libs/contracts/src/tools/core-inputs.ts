/**
 * Arguments of the core tools. Apart from their outputs, because outputs propose calls with these arguments.
 */
import type { SymbolRef } from "../location.ts";
import type { SessionArgument } from "../scope.ts";

/** Lists indexed codebases. */
export interface ListCodebasesInput extends SessionArgument {}

export const MANAGE_ACTIONS = ["create", "reindex", "sync", "status", "clear"] as const;
export type ManageAction = (typeof MANAGE_ACTIONS)[number];

/** The actions each optional flag is for; with any other action it is `INVALID_ARGUMENTS`. */
export const MANAGE_FLAG_ACTIONS = {
  force: ["create"],
  allowUnnecessaryReindex: ["reindex"],
  customExtensions: ["create", "reindex"],
  ignorePatterns: ["create", "reindex"],
  zillizDropCollection: ["create"],
  ref: ["status", "clear"],
} as const satisfies Record<string, readonly ManageAction[]>;

/** Builds, refreshes, inspects or removes the index of one codebase. */
export interface ManageIndexInput extends SessionArgument {
  /** status changes nothing. */
  readonly action: ManageAction;
  /**
   * status and clear only: of this branch, tag or commit.
   * @maxLength 1000
   */
  readonly ref?: string;
  /**
   * Folder of the codebase, absolute or relative to the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path: string;
  /**
   * create only: rebuild an index that is ready; allow the home folder and the file system's root.
   */
  readonly force?: boolean;
  /** reindex only: rebuild even if a sync is enough. */
  readonly allowUnnecessaryReindex?: boolean;
  /**
   * create and reindex: more extensions to index as text, e.g. [".tmpl"]; stored with the codebase. With an
   * index that is ready, create requires force.
   * @maxItems 1000
   */
  readonly customExtensions?: readonly string[];
  /**
   * create and reindex: gitignore patterns that override all ignore files; stored likewise.
   * @maxItems 1000
   */
  readonly ignorePatterns?: readonly string[];
  /** create only, with Milvus or Zilliz: collection of Satori's to drop first. */
  readonly zillizDropCollection?: string;
}

export const SEARCH_SCOPES = ["runtime", "mixed", "docs"] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];

export const RESULT_MODES = ["grouped", "raw", "context"] as const;
export type ResultMode = (typeof RESULT_MODES)[number];

export const GROUP_BY = ["symbol", "file"] as const;
export type GroupBy = (typeof GROUP_BY)[number];

export const RANKING_MODES = ["default", "auto_changed_first"] as const;
export type RankingMode = (typeof RANKING_MODES)[number];

/** The version that an answer is about. */
export interface VersionArgument {
  /**
   * Branch, tag or commit to answer from. Default: the disk.
   * @maxLength 1000
   */
  readonly ref?: string;
}

/** Finds code that answers a question. */
export interface SearchCodebaseInput extends SessionArgument, VersionArgument {
  /**
   * Absolute folder of a codebase, or one inside it to search only there. Default: the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * A question in words, an identifier, or quoted text, after optional operators: lang:ts path:src/**
   * -path:vendor/** must:text exclude:text.
   * @minLength 1
   * @maxLength 10000
   */
  readonly query: string;
  /**
   * runtime: no tests, fixtures, docs or generated files; docs: docs and tests only; mixed: everything.
   * @default "runtime"
   */
  readonly scope?: SearchScope;
  /**
   * grouped: passages with previews; raw: whole chunks; context: the code that answers, within maxTokens.
   * @default "grouped"
   */
  readonly resultMode?: ResultMode;
  /** @default "symbol" */
  readonly groupBy?: GroupBy;
  /**
   * auto_changed_first: files with uncommitted changes rank higher.
   * @default "auto_changed_first"
   */
  readonly rankingMode?: RankingMode;
  /**
   * Maximum number of results; default 10, in context mode as many as fit.
   * @asType integer
   * @minimum 1
   * @maximum 50
   */
  readonly limit?: number;
  /**
   * Budget for the answer in tokens (estimated); shortens texts. Default in context mode: 4000.
   * @asType integer
   * @minimum 100
   * @maximum 100000
   */
  readonly maxTokens?: number;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

export const RESOLVE_MODES = ["outline", "exact"] as const;
export type ResolveMode = (typeof RESOLVE_MODES)[number];

/** Lists the declarations of a file. */
export interface FileOutlineInput extends SessionArgument, VersionArgument {
  /**
   * Absolute folder of a codebase. Default: the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * File, relative to the codebase's root, or absolute.
   * @minLength 1
   * @maxLength 4096
   */
  readonly file: string;
  /**
   * Only symbols that reach this line or later ones.
   * @asType integer
   * @minimum 1
   */
  readonly start_line?: number;
  /**
   * Only symbols that begin on this line or earlier.
   * @asType integer
   * @minimum 1
   */
  readonly end_line?: number;
  /**
   * Maximum number of symbols. By default 500, and no more bytes than the file has or 60,000.
   * @asType integer
   * @minimum 1
   * @maximum 5000
   * @default 500
   */
  readonly limitSymbols?: number;
  /**
   * exact: only the symbol that symbolIdExact or symbolLabelExact names.
   * @default "outline"
   */
  readonly resolveMode?: ResolveMode;
  /**
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbolIdExact?: string;
  /**
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbolLabelExact?: string;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

export const DIRECTIONS = ["callers", "callees", "both"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Follows calls to and from a symbol; finds uses of symbols that are not called. */
export interface CallGraphInput extends SessionArgument, VersionArgument {
  /**
   * Absolute folder of a codebase, or one inside it to look up names, or calls of a symbolRef or id, only
   * there. Default: the session's root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /** As search and outline return it. Pass this or `symbol`. */
  readonly symbolRef?: SymbolRef;
  /**
   * Name, qualified name, FILE:NAME, FILE:LINE or id.
   * @minLength 1
   * @maxLength 2000
   */
  readonly symbol?: string;
  /**
   * callers: who calls it; callees: what it calls.
   * @default "both"
   */
  readonly direction?: Direction | "bidirectional";
  /**
   * @asType integer
   * @minimum 1
   * @maximum 5
   * @default 1
   */
  readonly depth?: number;
  /**
   * Maximum number of nodes.
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 20
   */
  readonly limit?: number;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

export const READ_MODES = ["plain", "annotated"] as const;
export type ReadMode = (typeof READ_MODES)[number];

/** Reads a file, lines of it, or one symbol. */
export interface ReadFileInput extends SessionArgument, VersionArgument {
  /**
   * Absolute path of the file; or, with `file` or open_symbol, folder of a codebase. Default: the session's
   * root.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * File, relative to the codebase's root, or absolute.
   * @minLength 1
   * @maxLength 4096
   */
  readonly file?: string;
  /**
   * First line, from 1.
   * @asType integer
   * @minimum 1
   */
  readonly start_line?: number;
  /**
   * Last line, included.
   * @asType integer
   * @minimum 1
   */
  readonly end_line?: number;
  /**
   * annotated adds the outline of the lines shown.
   * @default "plain"
   */
  readonly mode?: ReadMode;
  /**
   * Show only this symbol: id, name, qualified name or FILE:NAME.
   * @minLength 1
   * @maxLength 2000
   */
  readonly open_symbol?: string;
  /** Adds diagnostics. */
  readonly debug?: boolean;
}

/**
 * An input with its `path`: as calls that answers propose have it, and as tools get it after a missing one
 * was replaced by the session's root.
 */
export type WithPath<Input> = "path" extends keyof Input ? Input & { readonly path: string } : Input;

/** Arguments of each core tool. */
export interface CoreInputs {
  list_codebases: ListCodebasesInput;
  manage_index: ManageIndexInput;
  search_codebase: SearchCodebaseInput;
  file_outline: FileOutlineInput;
  call_graph: CallGraphInput;
  read_file: ReadFileInput;
}
