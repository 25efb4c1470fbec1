/**
 * Sibling overrides: with linearized bases or mixins, a class that a type also inherits from may come between
 * another class and its base.
 */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { isOfClass } from "../members/sides.ts";
import type { Resolution } from "../resolution.ts";
import { basesOf, lineageOf } from "../types/lineage.ts";
import { inheritedMethods, methodsNamed, subtypesOf } from "../types/subtypes.ts";
import {
  type ClassValue,
  type Site,
  type ScopeRef,
  type SuperValue,
  distinctScopes,
  isSameScope,
  scopeKey,
} from "../values.ts";

/**
 * The method that a subtype inherits instead of another base's, because it names another base first: `class
 * Page(Cached, View)`.
 */
export function methodsBefore(
  resolution: Resolution,
  subtype: ClassValue,
  name: string,
): readonly ScopeRef[] {
  const { methodResolutionOrder, mixesIn } = resolution.rules(subtype.file);
  const isLinear = methodResolutionOrder !== "depth";
  if (!(isLinear || mixesIn) || basesOf(resolution, subtype).types.length < 2) return [];
  return isLinear ? inheritedMethods(resolution, subtype, name) : mixedIn(resolution, subtype, name);
}

/**
 * Methods of a name in a type or its nearest base. Abstract methods are skipped: they hide nothing of another
 * base.
 */
export function mixedIn(resolution: Resolution, subtype: ClassValue, name: string): readonly ScopeRef[] {
  const isDefined = ({ file, scope }: ScopeRef): boolean =>
    ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.abstract) === 0;
  for (const above of lineageOf(resolution, subtype).types) {
    const methods = methodsNamed(resolution, above, name).filter(isDefined);
    if (methods.length > 0) return methods;
  }
  return [];
}

/** Methods that `super().method` reaches in types that derive from the enclosing class and from others. */
export function siblingOverrides(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  const { methodResolutionOrder, mixesIn } = resolution.rules(callee.file);
  if (index?.op(callee.expr) !== "member" || (methodResolutionOrder === "depth" && !mixesIn)) return [];
  const object = index.operand(callee.expr, 1);
  if (index.op(object) !== "super" && index.op(object) !== "above") return [];
  const name = index.string(callee.expr, 2);
  const objects = resolution
    .evaluate({ ...callee, expr: object })
    .filter((value): value is SuperValue => value.kind === "super");
  return objects
    .filter(({ isStatic }) => methodResolutionOrder !== "depth" || !isStatic)
    .flatMap(({ of, above }) =>
      resolution.once(["behind", scopeKey(of), scopeKey(above), name], () =>
        distinctScopes(
          subtypesOf(resolution, of).flatMap((subtype) => nextInLine(resolution, subtype, { above, name })),
        ),
      ),
    );
}

function nextInLine(
  resolution: Resolution,
  subtype: ClassValue,
  { above, name }: { readonly above: ClassValue; readonly name: string },
): readonly ScopeRef[] {
  const { types } = lineageOf(resolution, subtype);
  const at = types.findIndex((type) => isSameScope(type, above));
  // With single inheritance up to here, nothing can come between.
  if (at < 0 || !types.slice(0, at).some((type) => basesOf(resolution, type).types.length > 1)) return [];
  for (const type of types.slice(at + 1)) {
    const methods = methodsNamed(resolution, type, name).filter(
      (method) =>
        resolution.rules(type.file).methodResolutionOrder !== "depth" || !isOfClass(resolution, method),
    );
    if (methods.length > 0) return methods;
  }
  return [];
}
