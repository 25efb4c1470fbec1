/** The functions and classes that calls of a variable or field reach. */
import type { FileIndex } from "../file-index.ts";
import { boundOfParameter } from "../generics/type-arguments.ts";
import type { Resolution } from "../resolution.ts";
import { valuesOfBindings } from "../types/declared.ts";
import type { ScopeRef } from "../values.ts";
import { functionsGiven, namedAfter } from "./variables.ts";

/**
 * What calling a variable or field of a scope reaches: the functions and classes that it holds; if it is
 * known only by a call, the variable itself and the functions written inside it.
 */
export function calledBy(resolution: Resolution, place: ScopeRef, name: string): ScopeRef[] {
  const index = resolution.index(place.file);
  if (!index || isTypeVariable(index, place.scope, name)) return [];
  // Fields of a class are not bound in its scope.
  const values = valuesOfBindings(resolution, place, index.bindings(place.scope, name));
  const variables = values.filter((value) => value.kind === "variable");
  if (variables.length === 0)
    return values.flatMap((value) =>
      value.kind === "function" || value.kind === "class" ? [namedAfter(resolution, value)] : [],
    );
  return variables.flatMap((variable) => {
    const inside = functionsGiven(resolution, variable).filter(
      ({ file, scope }) =>
        file === variable.file && resolution.index(file)?.flow.scopes[scope]?.parent === variable.scope,
    );
    return [{ file: variable.file, scope: variable.scope }, ...inside];
  });
}

/**
 * Whether a variable is a type parameter (Python's `T = TypeVar("T", bound=Base)`), shared by every
 * definition that uses it. Type parameters are never called.
 */
function isTypeVariable(index: FileIndex, scope: number, name: string): boolean {
  const values = index.bindings(scope, name).map(({ value }) => value);
  return index.flow.scopes.some((_, other) => {
    const bound = boundOfParameter(index, other, name);
    return bound !== undefined && values.includes(bound);
  });
}
