/** What is known about the users of a symbol, and whether it is proven that there are none. */
import type { Via } from "./via.ts";

/** Why a symbol may be alive although no user of it was found. In the order in which answers list them. */
export const LIFE_REASONS = [
  "entry_point",
  "test",
  "exported",
  "decorated",
  "registered",
  "overrides",
  "language",
  "named_in_code",
  "named_in_text",
  "other_name",
  "outside",
  "dynamic",
  "unresolved",
  "unread",
  "unsupported",
] as const;
/**
 * Why a symbol may be alive although no user of it was found.
 *
 * - `entry_point`: the program, or a configured command, starts there
 * - `test`: a test runner finds it by its name or file
 * - `exported`: a package exports it, so other codebases can use it
 * - `decorated`: a decorator, annotation or attribute, by which a framework may find it
 * - `registered`: it is given to code outside the codebase, which calls it
 * - `overrides`: it overrides or implements a declaration, through which it may be called
 * - `language`: the language calls it by itself
 * - `named_in_code`: code has the name, and it is not certain what the name refers to there
 * - `named_in_text`: a string, a configuration file or a template has the name
 * - `other_name`: other code may use it under another name, such as a default export
 * - `outside`: code outside the codebase may use it without naming it here: globals, structural types
 * - `dynamic`: the language allows access by computed names
 * - `unresolved`: calls of the name could not be resolved
 * - `unread`: files that may use it were not read, or not as a whole
 * - `unsupported`: nothing can be proven about a symbol of this kind or language
 */
export type LifeReason = (typeof LIFE_REASONS)[number];

/** A reason why a symbol may be alive, with the place that gives it. */
export interface LifeEvidence {
  readonly reason: LifeReason;
  /** One sentence or less. */
  readonly detail: string;
  /** Relative to the root; absent if no place of the codebase gives the reason. */
  readonly file?: string;
  /** @asType integer */
  readonly line?: number;
}

/** A place where a symbol is used. */
export interface UserSite {
  readonly file: string;
  /** @asType integer */
  readonly line: number;
  /** The definition that contains the place; absent for code outside of any. */
  readonly symbolLabel?: string;
  readonly confidence: "resolved" | "possible" | "name_match";
  readonly via: Via;
}

/** Users of one kind. */
export interface UserGroup {
  /** @asType integer */
  readonly count: number;
  /** The first ones, by file and line. */
  readonly sites: readonly UserSite[];
}

/** What is known to use a symbol. */
export interface SymbolUsers {
  readonly calls: UserGroup;
  /** Uses as a type or value. */
  readonly uses: UserGroup;
  /** Places that give it to code outside the codebase. */
  readonly registrations: UserGroup;
  /** Whether there may be more than was counted. */
  readonly isCut: boolean;
}

/** What was looked at to establish that nothing uses a symbol. */
export interface ExaminedCode {
  /**
   * Files in which code could name the symbol.
   * @asType integer
   */
  readonly files: number;
  /**
   * Occurrences of the name in them, each of which was looked at.
   * @asType integer
   */
  readonly occurrences: number;
}
