/**
 * Whether a file may use a function as a value under one of its names. Many files have variables and other
 * functions of the same name.
 */
import { type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { functionsGiven, namedAfter } from "../expressions/variables.ts";
import type { EscapingName } from "../escaping-names.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, type Value, isSameScope } from "../values.ts";
import { definitionsOf, implementationsOf } from "../dispatch/implementations.ts";

/** Whether a file uses one of the targets as a value under this name, or may do so. */
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
  // Limits reached here are dropped: they hide no caller of a call whose targets are known.
  return resolution.limited(() => index.placesHanding(name).some(isIt)).result;
}

/**
 * For an expression in an unknown scope: whether its first name may refer to something outside functions,
 * because the file binds it at its top, or not at all.
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
 * Whether a value may be one of the targets. A declared method may be overridden by a target; a variable may
 * hold a function that was passed to the call that produced it. Any class or module may be one: a class may
 * inherit its constructor, and it is unknown which function of a module is called.
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
