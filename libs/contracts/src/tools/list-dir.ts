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
   * The folder, relative to a root, or absolute within one. Default: both roots, or the one that `repo`
   * names.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path?: string;
  /**
   * Levels to list; 1: only the folder's own entries.
   * @asType integer
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  readonly depth?: number;
  /**
   * Maximum number of entries.
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
   * Files only, in bytes.
   * @asType integer
   */
  readonly size?: number;
}

export interface ListDirResult extends WorkspaceNotes {
  /** By repo, then path; without dotfiles, symbolic links and ignored files. */
  readonly entries: readonly DirEntry[];
  /**
   * All entries, including those not shown.
   * @asType integer
   */
  readonly total: number;
}

export type ListDirOutput = WorkspaceAnswer<ListDirResult> | WorkspaceFailure;
