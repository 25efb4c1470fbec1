/**
 * Conditional definitions: several definitions of one name, of which a build or a call uses one: by platform,
 * by `#if`, by template arguments.
 */
import { addTo } from "../../group-by.ts";
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { classesOf } from "../expressions/this.ts";
import type { ScopeRef } from "../values.ts";

/**
 * Among the functions that a call leads to, those that share their name and the name of their class with
 * another one.
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
  // Two declarations may lead to the same definition, which is no alternative.
  const isSeveral = (group: readonly Ref[]): boolean =>
    group.some(({ file, scope }) => file !== group[0]?.file || scope !== group[0]?.scope);
  return new Set([...groups.values()].filter(isSeveral).flat());
}

/**
 * The key under which alternatives are grouped. Null for a function that cannot be an alternative: one that
 * only its own file sees was passed as a value.
 */
function nameOf(resolution: Resolution, ref: ScopeRef): string | null {
  const scopes = resolution.index(ref.file)?.flow.scopes;
  const own = scopes?.[ref.scope];
  const { alternatives } = resolution.rules(ref.file);
  if (!own || own.name === "" || alternatives === "none") return null;
  if (alternatives === "exported" && own.kind === "function" && (own.flags & SCOPE_FLAGS.exported) === 0)
    return null;
  const [type] = own.kind === "function" ? classesOf(resolution, ref) : [];
  // A class with a constructor is an alternative to one without.
  if (type && (own.flags & SCOPE_FLAGS.constructor) !== 0) return nameOf(resolution, type);
  const owner = type ? resolution.index(type.file)?.flow.scopes[type.scope] : scopes[own.parent];
  return `${owner?.name ?? ""}::${own.name}`;
}
