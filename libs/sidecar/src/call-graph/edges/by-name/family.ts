/** Methods of one name that count as one: a method of a class and its overrides. */
import { classesOf } from "../../expressions/this.ts";
import type { Resolution } from "../../resolution.ts";
import { lineageOf } from "../../types/lineage.ts";
import { type ScopeRef, scopeKey } from "../../values.ts";

/** Names with more methods are not examined: an answer has no room for them. */
export const MAX_FAMILY = 50;

/** The methods, with the one that the others override first; null if there is no such method. */
export function familyOf(resolution: Resolution, methods: readonly ScopeRef[]): readonly ScopeRef[] | null {
  const types = methods.map((method) => classesOf(resolution, method));
  if (types.some((owners) => owners.length !== 1)) return null;
  const own = types.map(([type]) => type as NonNullable<typeof type>);
  // Common base types are among those of the first type, so that each class is visited once.
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
