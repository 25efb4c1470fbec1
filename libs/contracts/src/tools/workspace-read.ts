import type {
  RepoChoice,
  WorkspaceAnswer,
  WorkspaceFailure,
  WorkspaceNotes,
  WorkspaceLocation,
} from "../workspace.ts";

/** Reads a file of the docs or code root. */
export interface WorkspaceReadInput extends RepoChoice {
  /**
   * The file, relative to a root, or absolute within one.
   * @minLength 1
   * @maxLength 4096
   */
  readonly path: string;
  /**
   * First line, from 1. Past the end: the last line.
   * @asType integer
   * @minimum 1
   */
  readonly start_line?: number;
  /**
   * Last line, inclusive. Past the end: the last line.
   * @asType integer
   * @minimum 1
   */
  readonly end_line?: number;
}

export interface WorkspaceReadResult extends WorkspaceLocation, WorkspaceNotes {
  readonly content: string;
  /**
   * First line shown; 0 for an empty file.
   * @asType integer
   */
  readonly start_line: number;
  /** @asType integer */
  readonly end_line: number;
  /** @asType integer */
  readonly total_lines: number;
  /**
   * First line of the next call, if the answer was truncated.
   * @asType integer
   */
  readonly next_start_line?: number;
  /** utf-8, utf-8-lossy, utf-16le, utf-16be, latin-1 or windows-1252. */
  readonly encoding: string;
  readonly language: string;
}

export type WorkspaceReadOutput = WorkspaceAnswer<WorkspaceReadResult> | WorkspaceFailure;
