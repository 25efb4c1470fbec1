/** Which symbols are scopes, and their flags, for languages that are read by name. Pure. */
import type { SymbolKind } from "@satori/contracts";
import type { SymbolFact } from "../../../facts.ts";
import type { Accessors, GrammarSupport } from "../../../language.ts";
import type { ScopeHead } from "../../builder.ts";
import { SCOPE_FLAGS, type ScopeKind } from "../../facts.ts";
import { endOfBrackets } from "../named-path.ts";

const SCOPES: Readonly<Partial<Record<SymbolKind, Exclude<ScopeKind, "file">>>> = {
  function: "function",
  method: "function",
  constructor: "function",
  macro: "function",
  class: "class",
  struct: "class",
  object: "class",
  enum: "class",
  extension: "class",
  impl: "class",
  interface: "interface",
  trait: "interface",
  protocol: "interface",
  module: "namespace",
  namespace: "namespace",
};

export function isScope(kind: SymbolKind): boolean {
  return SCOPES[kind] !== undefined;
}

/** Kind of the scope that a symbol of this kind has; undefined if it has none. */
export function scopeKindOf(
  kind: SymbolKind,
  { namesHolders = false, calledKinds }: GrammarSupport,
): Exclude<ScopeKind, "file"> | undefined {
  return (namesHolders && kind === "property") || calledKinds?.includes(kind) ? "function" : SCOPES[kind];
}

function kindFlags(kind: SymbolKind, support: GrammarSupport): number {
  if (kind === "constructor") return support.liftsConstructors === true ? 0 : SCOPE_FLAGS.constructor;
  if (scopeKindOf(kind, support) === "function") return 0;
  if (support.convertsTypes === true && (kind === "class" || kind === "interface"))
    return SCOPE_FLAGS.applied;
  if (support.hasExtensions !== true) return 0;
  return kind === "extension" ? SCOPE_FLAGS.partial | SCOPE_FLAGS.extension : SCOPE_FLAGS.partial;
}

/** Scope flags of a symbol. @param text of the file */
export function flagsOf(symbol: SymbolFact, support: GrammarSupport, text: string): number {
  return (
    kindFlags(symbol.kind, support) | accessFlags(symbol, support, text) | hiddenFlag(symbol, support, text)
  );
}

const ACCESSORS: Readonly<Record<Accessors, number>> = {
  none: SCOPE_FLAGS.getter | SCOPE_FLAGS.field,
  get: SCOPE_FLAGS.getter,
  set: SCOPE_FLAGS.setter,
  both: SCOPE_FLAGS.getter | SCOPE_FLAGS.setter,
};

function accessFlags(symbol: SymbolFact, support: GrammarSupport, text: string): number {
  if (isRead(symbol, support)) return SCOPE_FLAGS.getter;
  if (symbol.kind !== "property" || scopeKindOf("property", support) !== "function") return 0;
  return ACCESSORS[support.accessorsOf?.(text.slice(symbol.start, symbol.end), symbol.name) ?? "get"];
}

/** Tests the signature, and the text before an assigned function (`local f = function () end`). */
function hiddenFlag({ kind, signature, start }: SymbolFact, support: GrammarSupport, text: string): number {
  if (support.hides === undefined || scopeKindOf(kind, support) !== "function") return 0;
  return support.hides.test(signature ?? "") || support.hides.test(text.slice(start, start + MAX_WORD))
    ? SCOPE_FLAGS.private
    : 0;
}

/** Characters that are tested for a visibility keyword. */
const MAX_WORD = 16;

/** Whether a function only sets a property: it is called without being named. */
export function isSetter({ flags = 0 }: Pick<ScopeHead, "flags">): boolean {
  return (flags & (SCOPE_FLAGS.setter | SCOPE_FLAGS.getter)) === SCOPE_FLAGS.setter;
}

/** Whether a function without a written parameter list is read like a field. */
function isRead({ kind, name, signature }: SymbolFact, { readsFunctions }: GrammarSupport): boolean {
  if (readsFunctions !== true || (kind !== "function" && kind !== "method") || signature === null)
    return false;
  const [head] = [`def ${name}`, `def \`${name}\``].filter((written) => signature.includes(written));
  if (head === undefined) return false;
  const behind = signature.slice(signature.indexOf(head) + head.length).trimStart();
  const parameters = behind.slice(endOfBrackets(behind, "[]")).trimStart();
  // Callers don't write implicit parameters: `def session(implicit request: Request)`.
  return !parameters.startsWith("(") || /^\(\s*(?:implicit|using)\b/.test(parameters);
}
