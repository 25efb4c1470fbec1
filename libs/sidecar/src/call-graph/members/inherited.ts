/**
 * What a qualified name means where the type in front has the member from one above it, or from what it mixes
 * in.
 */
import { definitionsOf } from "../dispatch/implementations.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, scopeKey } from "../values.ts";
import { membersNamed } from "./members.ts";

/**
 * Definitions of the functions that a member of a type is, be it one of its objects or its own (static); each
 * once, in the order in which they are found.
 */
export function functionsOfType(resolution: Resolution, type: ScopeRef, name: string): readonly ScopeRef[] {
  const own = resolution.values.class(type);
  const members = membersNamed(resolution, [resolution.values.instance(own), own], name);
  const found = members.flatMap((value) =>
    value.kind === "function" ? definitionsOf(resolution, value) : [],
  );
  return [...new Map(found.map((ref) => [scopeKey(ref), ref])).values()];
}
