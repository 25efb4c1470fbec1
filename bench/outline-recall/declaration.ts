/** Declarations as oracles report them, and the kinds by which they are compared with symbols. Pure. */
import type { SymbolKind } from "@satori/contracts";

/** In the order of the tables. */
export const DECLARATION_KINDS = [
  "type",
  "function",
  "method",
  "field",
  "variable",
  "enum member",
  "module",
  "macro",
] as const;
/**
 * `method` includes constructors; `field` includes properties and events; `variable` includes constants.
 */
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

export interface Declaration {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** As written, without quotes or backticks. */
  readonly name: string;
  readonly kind: DeclarationKind;
  /** Line of the name, from 1. */
  readonly line: number;
  /** The construct that declares it, for grouping: `parameter property`. */
  readonly shape: string;
  /** An outline may list it, but need not. */
  readonly optional?: true;
}

/** Lines from the first to the last, both included. */
export type LineRange = readonly [first: number, last: number];

export interface OracleAnswer {
  /**
   * Files that the oracle has read, with the lines that it has skipped (branches of `#if`): symbols there
   * cannot be compared.
   */
  readonly files: ReadonlyMap<string, readonly LineRange[]>;
  readonly declarations: readonly Declaration[];
}

/**
 * Parses a program's output in JSON lines: `{file, skipped?}` for each file that it has read, and
 * declarations.
 */
export function answerOf(lines: string): OracleAnswer {
  const files = new Map<string, readonly LineRange[]>();
  const declarations: Declaration[] = [];
  for (const line of lines.split("\n")) {
    if (line === "") continue;
    const entry = JSON.parse(line) as
      | { readonly file: string; readonly skipped?: readonly LineRange[] }
      | Declaration;
    if ("name" in entry) declarations.push({ ...entry, name: plainName(entry.name) });
    else files.set(entry.file, entry.skipped ?? []);
  }
  return { files, declarations };
}

/** The same in the format of the programs. */
export function answerLines({ files, declarations }: OracleAnswer): string {
  return [...[...files].map(([file, skipped]) => ({ file, skipped })), ...declarations]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join("");
}

/** A name without its quotes or backticks, and without blanks in `operator ==`. */
export function plainName(name: string): string {
  return name.replace(/^(["'`])(.*)\1$/s, "$2").replaceAll(/\s+/g, "");
}

const KINDS = {
  module: "module",
  namespace: "module",
  class: "type",
  interface: "type",
  struct: "type",
  enum: "type",
  enum_member: "enum member",
  trait: "type",
  protocol: "type",
  object: "type",
  extension: "type",
  impl: "type",
  type: "type",
  function: "function",
  method: "method",
  constructor: "method",
  property: "field",
  field: "field",
  event: "field",
  variable: "variable",
  constant: "variable",
  macro: "macro",
  section: "module",
} as const satisfies Readonly<Record<SymbolKind, DeclarationKind>>;

export function declarationKind(kind: SymbolKind): DeclarationKind {
  return KINDS[kind];
}
