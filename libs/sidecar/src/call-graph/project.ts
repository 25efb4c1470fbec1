/**
 * What the resolver reads of a codebase. All of it belongs to one state of the codebase; nothing here reads
 * the disk.
 */
import type { CallFacts } from "../call-facts/facts.ts";

/** Position of a file in `Project.paths`. */
export type FileId = number;

/** How a file uses a name; see `Project.filesUsing`. */
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
   * Paths of all files, ascending. The same state of the codebase always has the same array, and no other
   * state has it: caches use it as their key.
   */
  readonly paths: readonly string[];
  /** Undefined for a path outside the codebase. */
  fileAt(path: string): FileId | undefined;
  /** The file's language id, from the language table. */
  language(file: FileId): string;
  /** Null for a file whose calls are not resolved. */
  flow(file: FileId): CallFacts | null;
  /** Text of a file that configures how modules are resolved. */
  text(file: FileId): string;
  /** Files that define a symbol of this name, ascending. */
  filesDefining(name: string): readonly FileId[];
  /**
   * Files that use a name in one of these ways, ascending; may include files that do not.
   *
   * - `call`: call something of this name
   * - `mention`: use it as a value
   * - `base`: derive a type from it
   * - `entry`: put a value into an object literal under this key, by the value's own name
   * - `export`: export a value under this name that has another name in the file
   * - `read`, `write`: read a member of this name, or store into it
   * - `property`: define a property of this name that runs code
   * - `opened`: open a type of this name around an inner one
   */
  filesUsing(use: NameUse, name: string): readonly FileId[];
}
