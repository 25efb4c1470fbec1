/** From symbols, which readers are told of, to scopes, which calls are resolved by. */
import { NONE, type Resolution, type ScopeRef, type SymbolFact, calledBy, isVariable } from "@satori/sidecar";
import type { FoundSymbol } from "./find-symbol.ts";

/** Whether a definition is a type, which is used beside being called. */
export function isType(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const kind = resolution.index(file)?.flow.scopes[scope]?.kind;
  return kind === "class" || kind === "interface";
}

/**
 * Scopes of a symbol; of a variable those of what is called by it, without closures that have no name: those are no definitions.
 *
 * @param place the file that declares it, and all symbols of that
 */
export function scopesOf(resolution: Resolution, { fact }: Pick<FoundSymbol, "fact">, { at, symbols }: { readonly at: number; readonly symbols: readonly SymbolFact[] }): ScopeRef[] {
  const flow = resolution.index(at)?.flow;
  if (!flow) return [];
  const position = symbols.findIndex(({ id }) => id === fact.id);
  const own = [...flow.scopes.keys()].filter((scope) => flow.scopes[scope]?.symbol === position && !isVariable(resolution, { file: at, scope }));
  if (own.length > 0) return own.map((scope) => ({ file: at, scope }));
  const around = flow.scopes.findIndex(({ symbol }) => symbol !== NONE && symbol === fact.parent);
  const called = calledBy(resolution, { file: at, scope: Math.max(0, around) }, fact.name);
  return called.filter((ref) => resolution.index(ref.file)?.flow.scopes[ref.scope]?.symbol !== NONE);
}
