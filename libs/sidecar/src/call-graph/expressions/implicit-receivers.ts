/** Which extensions a plain name may mean: those of objects whose scope encloses the call. */
import { NONE } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import { isSameType } from "../types/parts.ts";
import type { FunctionValue, Site, Value, Values } from "../values.ts";
import { classesOf } from "./this.ts";

/**
 * Drops extensions of types of the codebase that are not types of any enclosing object, if other values
 * remain.
 *
 * @param values possible values of a call's callee
 */
export function withoutForeign(resolution: Resolution, callee: Site, values: Values): Values {
  const { hasReceivers, matchesAdded } = resolution.rules(callee.file);
  if (
    values.length < 2 ||
    !hasReceivers ||
    !matchesAdded ||
    resolution.index(callee.file)?.op(callee.expr) !== "name"
  )
    return values;
  const foreign = new Set<Value>(
    values.filter((value) => value.kind === "function" && isForeign(resolution, callee, value)),
  );
  return foreign.size === 0 || foreign.size === values.length
    ? values
    : values.filter((value) => !foreign.has(value));
}

function isForeign(resolution: Resolution, { file, scope }: Site, extension: FunctionValue): boolean {
  const own = resolution.index(extension.file)?.flow.scopes[extension.scope];
  if (!own || own.owner === NONE) return false;
  const receivers = resolution.evaluate({ file: extension.file, scope: own.parent, expr: own.owner });
  const scopes = resolution.index(file)?.flow.scopes;
  for (let at = scope; at !== NONE; at = scopes?.[at]?.parent ?? NONE) {
    // The type of this receiver is unknown, so that it may be the extended one.
    if ((scopes?.[at]?.owner ?? NONE) !== NONE && classesOf(resolution, { file, scope: at }).length === 0)
      return false;
    const around = classesOf(resolution, { file, scope: at }).flatMap(
      (type) => lineageOf(resolution, type).types,
    );
    if (
      receivers.some(
        (receiver) =>
          receiver.kind !== "class" || around.some((type) => isSameType(resolution, type, receiver)),
      )
    )
      return false;
  }
  return receivers.length > 0;
}
