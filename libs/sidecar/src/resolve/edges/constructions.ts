/** Objects that are made without a call of their class by its name. */
import { CONSTRUCTOR, type CallSite } from "../../flow/facts.ts";
import { scopesCalled } from "../expressions/called.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type Place, type ScopeRef, isSameScope } from "../values.ts";

interface Construction {
  readonly ref: ScopeRef;
  readonly isAmbiguous: boolean;
}

/**
 * `D d;` in C++: the constructors that it calls, none where `D` is no class that has one. Null for any other call.
 * A type under another name may be a pointer, whose value calls nothing.
 */
export function constructorsByDefault(resolution: Resolution, callee: Place, site: CallSite): readonly Construction[] | null {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member" || index.string(callee.expr, 2) !== CONSTRUCTOR) return null;
  const nameOf = (ref: ScopeRef): string | undefined => resolution.index(ref.file)?.flow.scopes[ref.scope]?.name;
  const types = resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).filter((value): value is ClassValue => value.kind === "class" && nameOf(value) === site.name);
  return types.flatMap((type) => {
    const { scopes, isAmbiguous } = scopesCalled(resolution, type, { ...callee, expr: site.expr });
    return scopes.filter((ref) => !isSameScope(ref, type)).map((ref) => ({ ref, isAmbiguous }));
  });
}
