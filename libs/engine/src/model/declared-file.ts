/** What a version of a file declares, as `prepare/` reads it and `compare/` compares it. Pure. */
import type { ComparedKind } from "@satori/contracts";
import type { SkippedVersion } from "./analyzed-file.ts";

/** One declaration of a version of a file. */
export interface Declaration {
  readonly kind: ComparedKind;
  readonly name: string;
  /** Qualified name. */
  readonly label: string;
  /** Index of the enclosing declaration in the same list; -1 at the top level. */
  readonly parent: number;
  /** Line of the name, from 1. */
  readonly line: number;
  /** As in an outline; null if it says no more than the name. */
  readonly signature: string | null;
  /** The signature as far as callers depend on it: without spacing and initial values. */
  readonly shape: string;
  /**
   * Digest of the whole declaration without its own name; null if it is too long for one, or has nothing
   * beside the name.
   */
  readonly body: string | null;
  /** Letters and digits of the declaration without its own name: short ones are alike by chance. */
  readonly bodyWeight: number;
  /** Whether other modules can use it. */
  readonly isPublic: boolean;
}

/** The declarations of a version of a file. */
export interface DeclaredFile {
  readonly kind: "declared";
  readonly path: string;
  readonly language: string;
  /** Whether a language has declarations at all: prose and data have none. */
  readonly hasDeclarations: boolean;
  /** What a module of the language is. */
  readonly module: "file" | "folder";
  /** Whether the language has a rule that tells what is public. */
  readonly hasVisibility: boolean;
  /** The parser did not understand all of it. */
  readonly hasSyntaxErrors: boolean;
  /** The parser gave up on it. */
  readonly isDegraded: boolean;
  /** Sorted by start in the text; what a file passes on comes last. */
  readonly declarations: readonly Declaration[];
}

export type DeclaredOutcome = DeclaredFile | SkippedVersion;

/** A text in which every mention of a name, as a whole word, is the same sign. */
export function withoutName(text: string, name: string): string {
  if (name === "") return text;
  const isPart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char);
  let nameless = "";
  let from = 0;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const isWhole = !isPart(text[at - 1]) && !isPart(text[at + name.length]);
    nameless += `${text.slice(from, at)}${isWhole ? "\u0001" : name}`;
    from = at + name.length;
  }
  return nameless + text.slice(from);
}
