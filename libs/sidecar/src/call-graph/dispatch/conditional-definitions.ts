/**
 * Definitions of one thing of which a build or a call takes one: by platform, by `#if`, by the arguments of a
 * template.
 */
import { addTo } from "../../group-by.ts";
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { classesOf } from "../expressions/this.ts";
import type { ScopeRef } from "../values.ts";

/**
 * Those of some functions that one call leads to that have the name, and the name of the class, of another
 * one of them.
 */
export function alternativesAmong<Ref extends ScopeRef>(
  resolution: Resolution,
  refs: readonly Ref[],
): ReadonlySet<Ref> {
  const groups = new Map<string, Ref[]>();
  for (const ref of refs) {
    const key = nameOf(resolution, ref);
    if (key !== null) addTo(groups, key, ref);
  }
  // Two declarations lead to one definition.
  const isSeveral = (group: readonly Ref[]): boolean =>
    group.some(({ file, scope }) => file !== group[0]?.file || scope !== group[0]?.scope);
  return new Set([...groups.values()].filter(isSeveral).flat());
}

/**
 * Null for what stands in for nothing else: a function that its own file alone sees was handed on as a value.
 */
function nameOf(resolution: Resolution, ref: ScopeRef): string | null {
  const scopes = resolution.index(ref.file)?.flow.scopes;
  const own = scopes?.[ref.scope];
  const { alternatives } = resolution.rules(ref.file);
  if (!own || own.name === "" || alternatives === "none") return null;
  if (alternatives === "exported" && own.kind === "function" && (own.flags & SCOPE_FLAGS.exported) === 0)
    return null;
  const [type] = own.kind === "function" ? classesOf(resolution, ref) : [];
  // A class that has a constructor is the alternative of one that needs none.
  if (type && (own.flags & SCOPE_FLAGS.constructor) !== 0) return nameOf(resolution, type);
  const owner = type ? resolution.index(type.file)?.flow.scopes[type.scope] : scopes[own.parent];
  return `${owner?.name ?? ""}::${own.name}`;
}
