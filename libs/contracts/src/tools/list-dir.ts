import type {
  RepoChoice,
  WorkspaceAnswer,
  WorkspaceFailure,
  WorkspaceNotes,
  WorkspaceLocation,
} from "../workspace.ts";

/** Lists a folder of the docs or code root. */
export interface ListDirInput extends RepoChoice {
  /**
   * The folder, relative to a root, or absolute within one. Default: the root itself, of both roots unless
   * repo names one.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Levels that are listed: 1 is the folder's own entries.
   * @asType integer
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  readonly depth?: number;
  /**
   * Most entries of an answer.
   * @asType integer
   * @minimum 1
   * @maximum 5000
   * @default 500
   */
  readonly max_results?: number;
}

export const DIR_ENTRY_KINDS = ["file", "dir"] as const;
export type DirEntryKind = (typeof DIR_ENTRY_KINDS)[number];

export interface DirEntry extends WorkspaceLocation {
  readonly kind: DirEntryKind;
  /**
   * Of a file, in bytes.
   * @asType integer
   */
  readonly size?: number;
}

export interface ListDirResult extends WorkspaceNotes {
  /** By repo, then path. Neither dotfiles nor links, nor what the ignore rules leave out. */
  readonly entries: readonly DirEntry[];
  /**
   * All entries, those that are not shown included.
   * @asType integer
   */
  readonly total: number;
}

export type ListDirOutput = WorkspaceAnswer<ListDirResult> | WorkspaceFailure;
