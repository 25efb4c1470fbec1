/**
 * Resolves plain names of Java beyond scopes: variables in blocks, constants of a `case`, types with the name
 * of a constant.
 */
import { LineIndex } from "../../../syntax/chunk/lines.ts";
import { NONE } from "../../../call-facts/facts.ts";
import { isLocalOfJava, localsOfJava } from "../lexical/locals.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { ClassValue, ScopeRef } from "../../../call-graph/values.ts";
import { fieldOfType, localNames } from "../../../call-graph/uses/local-names.ts";

/** Whether a name is, or declares, a local variable or parameter. */
export function isLocalThere(
  resolution: Resolution,
  place: ScopeRef,
  { code, name, start }: WrittenName,
): boolean {
  const locals = localNames(resolution, place, name);
  if (!locals) return false;
  const line = resolution.index(place.file)?.flow.scopes[locals.around]?.startLine ?? 1;
  const lines = resolution.once(["lines", place.file], () => new LineIndex(code));
  return isLocalOfJava(
    resolution.once(["locals", place.file, name], () => localsOfJava(code, name)),
    start,
    lines.startOf(line),
  );
}

/** The innermost enclosing type with a field of a name, its own or inherited. */
export function fieldsAround(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  name: string,
): { readonly field: ClassValue; readonly isOwn: boolean } | null {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const field = fieldOfType(resolution, { file, scope: at }, name);
    if (field) return { field, isOwn: field.file === file && field.scope === at };
  }
  return null;
}

/** The innermost enclosing scope that is not a function. */
export function outsideFunctions(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes;
  let at = scope;
  for (let own = scopes?.[at]; own?.kind === "function" && own.parent !== NONE; own = scopes?.[at])
    at = own.parent;
  return { file, scope: at };
}
