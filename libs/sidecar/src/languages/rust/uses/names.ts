/** Resolves plain names of Rust by their position. */
import { NONE } from "../../../call-facts/facts.ts";
import { boundOfParameter } from "../../../call-graph/generics/type-arguments.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { it, OTHER, type UseResolution } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";
import type { ScopeRef, Values } from "../../../call-graph/values.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";

/**
 * `Self::Item` is the associated type of the enclosing block, even if the type has others; null if the block
 * declares none.
 */
export function ofOwnBlock(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { name, object, isPath }: WrittenName,
  { part }: UseTarget,
): UseResolution | null {
  if (!isPath || object?.length !== 1 || object[0] !== "Self") return null;
  const index = resolution.index(file);
  const scopes = index?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const kind = scopes[at]?.kind;
    if (kind !== "class" && kind !== "interface") continue;
    if (index?.binds(at, name) !== true || boundOfParameter(index, at, name) !== undefined) return null;
    return part.file === file && part.scope === at ? it("type") : OTHER;
  }
  return null;
}

// Resolves Rust's paths that start with a keyword.

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
