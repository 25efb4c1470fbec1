/** Resolves a qualified name whose member is inherited from a base type or a mixin. */
import { definitionsOf } from "../dispatch/implementations.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, scopeKey } from "../values.ts";
import { membersNamed } from "./members.ts";

/**
 * Definitions of the functions that a member of a type may be, static or not. No duplicates, in the order in
 * which they are found.
 */
export function functionsOfType(resolution: Resolution, type: ScopeRef, name: string): readonly ScopeRef[] {
  const own = resolution.values.class(type);
  const members = membersNamed(resolution, [resolution.values.instance(own), own], name);
  const found = members.flatMap((value) =>
    value.kind === "function" ? definitionsOf(resolution, value) : [],
  );
  return [...new Map(found.map((ref) => [scopeKey(ref), ref])).values()];
}
