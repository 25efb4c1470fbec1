/** Modules bound by imports, and calls of their functions, for languages that are read by name. Pure. */
import { addTo } from "../../../group-by.ts";
import type { CallFact, ImportFact, SymbolFact } from "../../../facts.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";
import { USED, USING } from "../../import-marks.ts";

/** Paths of modules, keyed by their names in a file. */
export type Modules = ReadonlyMap<string, readonly string[]>;

/**
 * Modules keyed by the names that imports give them. Also records imports that bind all names of a module in
 * the file, or in the files that use it (`__using__`).
 */
export function readModules(
  flow: CallFactsBuilder,
  imports: readonly ImportFact[],
  { symbols, scopes }: { readonly symbols: readonly SymbolFact[]; readonly scopes: readonly number[] },
): Modules {
  const modules = new Map<string, string[]>();
  const macros = symbols.flatMap((symbol, at) =>
    symbol.name === USING ? [{ ...symbol, scope: scopes[at] as number }] : [],
  );
  for (const { module, names, line } of imports) {
    for (const { name, alias } of names) if (name === "*" && alias !== "*") addTo(modules, alias, module);
    const isTakenOver = names.some(({ name, alias }) => name !== "*" || alias === "*");
    const scope = macros.find(({ startLine, endLine }) => startLine <= line && line <= endLine)?.scope ?? 0;
    if (isTakenOver || names.length === 0)
      flow.within(scope, () => flow.wildcard(isTakenOver ? module : USED + module));
  }
  return modules;
}

/** Callee of a call of a module's function; null for any other call. */
export function calleeOfModule(
  flow: CallFactsBuilder,
  { name, receiver }: Pick<CallFact, "name" | "receiver">,
  modules: Modules,
): ExprId | null {
  if (receiver === "__MODULE__") return flow.name(name);
  // An Erlang module.
  if (receiver !== null && /^:[\p{L}_][\p{L}\p{N}_@]*$/u.test(receiver))
    return flow.member(flow.builtin(receiver), name);
  if (receiver === null || !/^\p{Lu}[\p{L}\p{N}_']*(?:\.\p{Lu}[\p{L}\p{N}_']*)*$/u.test(receiver))
    return null;
  const [first = "", ...below] = receiver.split(".");
  const named = modules.get(receiver) ?? modules.get(first)?.map((module) => [module, ...below].join("."));
  return flow.member(
    named ? flow.either(named.map((module) => flow.import(module, "*"))) : flow.name(receiver),
    name,
  );
}
