/** Locations in code: spans of lines and references to symbols. */

/** Lines of one file, counted from 1, both ends included. */
export interface Span {
  /** @asType integer */
  readonly startLine: number;
  /** @asType integer */
  readonly endLine: number;
}

/** Kinds of symbols. */
export const SYMBOL_KINDS = [
  "module",
  "namespace",
  "class",
  "interface",
  "struct",
  "enum",
  "enum_member",
  "trait",
  "protocol",
  "object",
  "extension",
  "impl",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "field",
  "variable",
  "constant",
  "macro",
  "event",
  "section",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** Whether a kind of symbol is a function, a method or a constructor. */
export function isFunctionKind(kind: SymbolKind): boolean {
  return kind === "function" || kind === "method" || kind === "constructor";
}

/** Key of one symbol of an index; `call_graph` accepts it as `symbolRef`. */
export interface SymbolKey {
  /** Relative to the effective root. */
  readonly file: string;
  /** Stable while file, kind and qualified name stay the same. */
  readonly symbolId: string;
}

/** Identifies one symbol of an index; can be passed to `call_graph` unchanged. */
export interface SymbolRef extends SymbolKey {
  /** Qualified name, e.g. `SessionStore.refresh`. */
  readonly symbolLabel?: string;
  readonly span?: Span;
}
