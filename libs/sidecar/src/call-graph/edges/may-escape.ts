/**
 * Whether a file may hand on a function under one of its names: many files have variables, and other
 * functions, that are called like it.
 */
import { type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { functionsGiven, namedAfter } from "../expressions/variables.ts";
import type { EscapingName } from "../escaping-names.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, type Value, isSameScope } from "../values.ts";
import { definitionsOf, implementationsOf } from "../dispatch/implementations.ts";

export function mayHandOn(
  resolution: Resolution,
  file: FileId,
  { name, targets }: { readonly name: string; readonly targets: readonly ScopeRef[] },
): boolean {
  const index = resolution.index(file);
  if (!index) return false;
  const isIt = ({ expr, scope }: EscapingName): boolean =>
    scope === NONE
      ? mayComeFromOutside(index, expr)
      : resolution.evaluate({ file, scope, expr }).some((value) => mayBeOneOf(resolution, value, targets));
  // Limits that are reached here leave out no caller of what a call is known to call.
  return resolution.limited(() => index.placesHanding(name).some(isIt)).result;
}

/**
 * Of what stands who knows where: whether it begins with a name that functions of the file do not have for
 * themselves.
 */
function mayComeFromOutside(index: FileIndex, expr: ExprId): boolean {
  switch (index.op(expr)) {
    case "name": {
      const name = index.string(expr, 1);
      return index.binds(0, name) || !index.flow.scopes.some((_, at) => index.binds(at, name));
    }
    case "member":
    case "index":
    case "call":
      return mayComeFromOutside(index, index.operand(expr, 1));
    default:
      return true;
  }
}

/**
 * A declared method may be what subtypes have in its place, a variable what the call was given that gave it;
 * a class may inherit its constructor, and of a module it is not known what is called by it.
 */
function mayBeOneOf(resolution: Resolution, value: Value, targets: readonly ScopeRef[]): boolean {
  const isTarget = (ref: ScopeRef): boolean => targets.some((target) => isSameScope(target, ref));
  switch (value.kind) {
    case "class":
    case "module":
      return true;
    case "variable":
      return (
        targets.some((target) => isSameScope(namedAfter(resolution, target), value)) ||
        functionsGiven(resolution, value).some(isTarget)
      );
    case "function":
      return (
        isTarget(value) ||
        definitionsOf(resolution, value).some(isTarget) ||
        implementationsOf(resolution, value).some(isTarget)
      );
    default:
      return false;
  }
}
