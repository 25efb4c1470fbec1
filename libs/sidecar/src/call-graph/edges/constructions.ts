/** Objects that are constructed without calling their class by name. */
import { CONSTRUCTOR, type CallSite } from "../../call-facts/facts.ts";
import { scopesCalled } from "../expressions/called.ts";
import { ownConstructors } from "../members/constructors.ts";
import type { Resolution } from "../resolution.ts";
import { subtypesOf } from "../types/subtypes.ts";
import { type ClassValue, type Site, type ScopeRef, distinctScopes, isSameScope } from "../values.ts";

/** A constructor that is called by default. */
export interface Construction {
  readonly ref: ScopeRef;
  readonly isAmbiguous: boolean;
}

/**
 * Constructors that a declaration calls (`D d;` in C++); empty if `D` is no class with a constructor. Null
 * for any other call. A type under another name may be a pointer, which calls nothing.
 */
export function constructorsByDefault(
  resolution: Resolution,
  callee: Site,
  site: CallSite,
): readonly Construction[] | null {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member" || index.string(callee.expr, 2) !== CONSTRUCTOR) return null;
  const nameOf = (ref: ScopeRef): string | undefined =>
    resolution.index(ref.file)?.flow.scopes[ref.scope]?.name;
  const types = resolution
    .evaluate({ ...callee, expr: index.operand(callee.expr, 1) })
    .filter((value): value is ClassValue => value.kind === "class" && nameOf(value) === site.name);
  return types.flatMap((type) => {
    const { scopes, isAmbiguous } = scopesCalled(resolution, type, { ...callee, expr: site.expr });
    return scopes.filter((ref) => !isSameScope(ref, type)).map((ref) => ({ ref, isAmbiguous }));
  });
}

/**
 * Constructors that `new static` or `self.class.new` may call: the object may be of any subtype of the
 * current class, with its own constructor.
 */
export function constructorsBelow(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  const own = index?.op(callee.expr) === "type_of" ? index.operand(callee.expr, 1) : callee.expr;
  if (index?.op(own) !== "this") return [];
  const types = resolution.evaluate(callee).filter((value) => value.kind === "class");
  return distinctScopes(
    types.flatMap((type) =>
      subtypesOf(resolution, type).flatMap((subtype) => ownConstructors(resolution, subtype)),
    ),
  );
}
