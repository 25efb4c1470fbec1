/** Resolves Rust's paths that start with a keyword. */
import { NONE } from "../../../call-facts/facts.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { ScopeRef, Values } from "../../../call-graph/values.ts";

const ROOTS: ReadonlySet<string | undefined> = new Set(["crate", "super"]);

export function isRooted([first]: readonly string[]): boolean {
  return ROOTS.has(first);
}

/**
 * `super` is the inline module around the current one, if there is one.
 *
 * @param names outermost first
 */
export function valuesOfRoot(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  names: readonly string[],
): Values {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const modules: number[] = [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE)
    if (scopes[at]?.kind === "namespace") modules.push(at);
  const first = names.findIndex((name) => name !== "super");
  const up = first === -1 ? names.length : first;
  if (up === 0 || up > modules.length)
    return resolution.imported(file, names.slice(Math.min(up, modules.length)).join("::"), "*");
  const around = modules[up];
  const module =
    around === undefined
      ? resolution.values.module(file)
      : resolution.values.namespace({ file, scope: around });
  return names.slice(up).reduce<Values>((values, name) => resolution.membersNamed(values, name), [module]);
}
