/** Maps symbols, which answers show, to scopes, which calls are resolved by. */
import {
  type FileId,
  type CallFacts,
  NONE,
  type Resolution,
  type ScopeRef,
  type SymbolFact,
  calledBy,
  isVariable,
} from "@satori/sidecar";
import type { SymbolMatch } from "./find-symbol.ts";

/** Whether a definition is a type, which can be used without being called. */
export function isType(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const kind = resolution.index(file)?.flow.scopes[scope]?.kind;
  return kind === "class" || kind === "interface";
}

/**
 * Scopes of a symbol. For a variable, the definitions that a call of it reaches, without unnamed closures:
 * those are not definitions.
 *
 * @param place the declaring file and all its symbols
 */
export function scopesOf(
  resolution: Resolution,
  { fact }: Pick<SymbolMatch, "fact">,
  { at, symbols }: { readonly at: number; readonly symbols: readonly SymbolFact[] },
): ScopeRef[] {
  const flow = resolution.index(at)?.flow;
  if (!flow) return [];
  const scopes = scopesBySymbol(resolution, at, flow);
  const position = positionsOf(resolution, at, symbols).get(fact.id) ?? NONE;
  const own = (position === NONE ? [] : (scopes.get(position) ?? [])).filter(
    (scope) => !isVariable(resolution, { file: at, scope }),
  );
  if (own.length > 0) return own.map((scope) => ({ file: at, scope }));
  const around = (fact.parent === NONE ? undefined : scopes.get(fact.parent)?.[0]) ?? 0;
  const called = calledBy(resolution, { file: at, scope: around }, fact.name);
  return called.filter((ref) => resolution.index(ref.file)?.flow.scopes[ref.scope]?.symbol !== NONE);
}

/** Computed once per question, which may be about every symbol of a file. */
function scopesBySymbol(
  resolution: Resolution,
  file: FileId,
  { scopes }: CallFacts,
): ReadonlyMap<number, readonly number[]> {
  return resolution.once(["scopes by symbol", file], () => {
    const bySymbol = new Map<number, number[]>();
    for (const [scope, { symbol }] of scopes.entries()) {
      const known = bySymbol.get(symbol);
      if (known) known.push(scope);
      else bySymbol.set(symbol, [scope]);
    }
    return bySymbol;
  });
}

/** Positions of a file's symbols by id. */
function positionsOf(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
): ReadonlyMap<string, number> {
  return resolution.once(
    ["positions of symbols", file],
    () => new Map(symbols.map(({ id }, position) => [id, position])),
  );
}
