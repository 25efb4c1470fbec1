/** Modules bound by imports, and calls of their functions, for languages that are read by name. Pure. */
import type { SymbolKind } from "@satori/contracts";
import { addTo } from "../../../group-by.ts";
import type { CallFact, ImportFact, SymbolFact } from "../../../facts.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import { type ExprId, NONE } from "../../facts.ts";
import { USED, USING } from "../../import-marks.ts";

/** Kinds of symbols that are modules. */
const MODULE_KINDS: ReadonlySet<SymbolKind> = new Set(["impl", "module", "protocol"]);

/** The full name of the module that a symbol is, or is in; empty if there is none. */
export function moduleAround(symbols: readonly SymbolFact[], within: number): string {
  let at = within;
  while (at !== NONE && !MODULE_KINDS.has(symbols[at]?.kind ?? "field")) at = symbols[at]?.parent ?? NONE;
  return symbols[at]?.label ?? "";
}

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

/** The word for the enclosing module. */
const OWN_MODULE = "__MODULE__";

/**
 * Callee of a call of a module's function; null for any other call.
 *
 * @param around returns the full name of the module around the call
 */
export function calleeOfModule(
  flow: CallFactsBuilder,
  call: Pick<CallFact, "name" | "receiver">,
  { modules, around }: { readonly modules: Modules; readonly around: () => string },
): ExprId | null {
  const { name } = call;
  const receiver = call.receiver?.startsWith(`${OWN_MODULE}.`)
    ? around() + call.receiver.slice(OWN_MODULE.length)
    : call.receiver;
  if (receiver === OWN_MODULE) return flow.name(name);
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
