/**
 * What a resolver may ask about a codebase. Everything comes from one state of it; nothing here reads the
 * disk.
 */
import type { CallFacts } from "../call-facts/facts.ts";

/** Position of a file in `Project.paths`. */
export type FileId = number;

/** In what way files use a name; see `Project.filesUsing`. */
export type NameUse =
  | "call"
  | "mention"
  | "base"
  | "entry"
  | "export"
  | "read"
  | "write"
  | "property"
  | "opened";

export interface Project {
  /**
   * Of all files, ascending. The same array for the same state of the codebase, and no other: what follows
   * from that is kept by it.
   */
  readonly paths: readonly string[];
  /** Undefined for what is not in the codebase. */
  fileAt(path: string): FileId | undefined;
  /** Id from the language table. */
  language(file: FileId): string;
  /** Null for a file whose calls are not resolved. */
  flow(file: FileId): CallFacts | null;
  /** Of a file that configures how modules are found. */
  text(file: FileId): string;
  /** Files that define a symbol of this name, ascending. */
  filesDefining(name: string): readonly FileId[];
  /**
   * Files that call something of this name, use it as a value, derive a type from one of this name, put
   * something by its name into an object literal under this one, export it so, read a member of this name or
   * store into it, have a property of this name that runs code, or open a type of this name on the way to one
   * inside; ascending. May name some that do not.
   */
  filesUsing(use: NameUse, name: string): readonly FileId[];
}
