/**
 * Call facts of languages without a reader of their own, built from what their query captures: each function
 * and type is a scope, each call names its callee. Values and types are followed as far as the query captures
 * them. Pure.
 */
import { SIDECAR_LIMITS } from "../../limits.ts";
import { CallFactsBuilder } from "../builder.ts";
import type { ExprId, CallFacts } from "../facts.ts";
import { readAccesses } from "./accesses.ts";
import { readCompanions } from "./companions.ts";
import { markConversions } from "./conversions.ts";
import { readHandedValues } from "./calls/handed-values.ts";
import { readAttached, readDeclaredTypes, readVariables } from "./declared-types.ts";
import { calleeOfModule, readModules } from "./calls/modules.ts";
import { readBases } from "./bases.ts";
import { readCalls } from "./calls/read-calls.ts";
import type { NamedFacts } from "./named-facts.ts";
import { OWN_NAMES, pathOf } from "./named-path.ts";
import { Results } from "./calls/results.ts";
import { SymbolScopes } from "./scopes/symbol-scopes.ts";
import { Tables, readTableModules } from "./scopes/tables.ts";

/** Builds the call facts of a file. */
export function callFactsByName(facts: NamedFacts): CallFacts {
  const { symbols, calls, references, imports, holders, support, text } = facts;
  const flow = new CallFactsBuilder(support.ownNames ?? OWN_NAMES);
  const tables = support.hasTables === true ? new Tables(flow, { symbols, text }) : null;
  const scopes = new SymbolScopes(flow, facts, tables);
  const scoped = { symbols, scopes: scopes.ofSymbols, holders };
  readBases(flow, facts, scopes.ofSymbols);
  if (tables) readTableModules(flow, imports);
  tables?.giveBack(scopes.ofSymbols);
  support.takeImports?.(flow, imports, { text, scopeAt: (line) => scopes.functionAround(line) });
  if (support.namesHolders === true) readDeclaredTypes(flow, scoped);
  readAttached(flow, { ...scoped, text });
  const modules = support.namesModules === true ? readModules(flow, imports, scoped) : null;
  const hasCompanions = support.hasCompanions === true;
  if (hasCompanions) {
    readCompanions(flow, { symbols, scopes: scopes.ofSymbols, text, readType: support.readType ?? String });
    markConversions(flow, symbols, holders);
  }
  const results = new Results(text, {
    brackets: hasCompanions ? "types" : "keys",
    expectsMembers: support.expectsMembers === true,
  });
  readCalls(flow, facts, { scopes, modules, results });
  const scopeOf = (start: number): number => scopes.at(start);
  const meaning = (receiver: string | null, name: string): ExprId | null => {
    if (receiver === null) return flow.name(name);
    const path = pathOf(flow, receiver);
    return (
      (modules && calleeOfModule(flow, { name, receiver }, modules)) ??
      (path === null ? null : flow.member(path, name))
    );
  };
  readHandedValues(flow, { references, symbols }, holders, { text, scopeOf, meaning });
  // The query captures no calls beyond this limit.
  if (calls.length >= SIDECAR_LIMITS.factsPerFile) flow.leaveOut();
  readAccesses(flow, holders.accesses, { text, results, scopeOf });
  readVariables(flow, {
    ...scoped,
    results,
    scopeAt: (place) => scopes.of(place),
    closureAt: ({ start }) => scopes.closureAt(start),
  });
  return flow.finish((nameStart) => nameStart);
}
