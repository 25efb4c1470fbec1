/**
 * Methods of one name that are one method: that of a class, and what stands in its place in classes below.
 */
import { classesOf } from "../../expressions/this.ts";
import type { Resolution } from "../../resolution.ts";
import { lineageOf } from "../../types/lineage.ts";
import { type ScopeRef, scopeKey } from "../../values.ts";

/** Names that more methods have are not looked at: an answer has no room for them. */
export const MAX_FAMILY = 50;

/** The same methods, the one that the others stand in the place of first; null where there is none. */
export function familyOf(resolution: Resolution, methods: readonly ScopeRef[]): readonly ScopeRef[] | null {
  const types = methods.map((method) => classesOf(resolution, method));
  if (types.some((owners) => owners.length !== 1)) return null;
  const own = types.map(([type]) => type as NonNullable<typeof type>);
  // What all lines have in common is in the first one: each class is gone through once.
  let common = lineageOf(resolution, own[0] as (typeof own)[number]).types.map(scopeKey);
  for (const type of own.slice(1)) {
    const line = new Set(lineageOf(resolution, type).types.map(scopeKey));
    common = common.filter((key) => line.has(key));
    if (common.length === 0) return null;
  }
  const shared = new Set(common);
  const root = own.findIndex((type) => shared.has(scopeKey(type)));
  return root < 0 ? null : [methods[root] as ScopeRef, ...methods.filter((_, at) => at !== root)];
}
