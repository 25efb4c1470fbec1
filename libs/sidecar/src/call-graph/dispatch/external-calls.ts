/**
 * Methods of the codebase that are called through an external type: the compiler resolves such a call to
 * `Iterator.next`, whichever class implements it.
 */
import { NONE } from "../../call-facts/facts.ts";
import { lineageOf } from "../types/lineage.ts";
import type { Resolution } from "../resolution.ts";
import { declaredValues } from "../types/static-type.ts";
import { type Site, type Value, exprKey } from "../values.ts";

/** Types that say nothing about an object's members. */
const ANYTHING = /(?:^|\.)(?:Any|AnyObject|dynamic|object|Object)$/;

/**
 * Whether a method is one of several that a call may reach, because its object is declared with an external
 * type.
 */
export function mayReplaceExternal(resolution: Resolution, callee: Site, method: Value): boolean {
  if (method.kind !== "function" || method.self?.kind !== "instance") return false;
  // Only classes with external bases can have the type of an external declaration.
  return (
    lineageOf(resolution, method.self.type).hasUnknown === "external" && isDeclaredOutside(resolution, callee)
  );
}

/** Whether the object of a member is declared with external types only. */
function isDeclaredOutside(resolution: Resolution, callee: Site): boolean {
  return resolution.once(["declared outside", exprKey(callee)], () => {
    const index = resolution.index(callee.file);
    const object = index?.op(callee.expr) === "member" ? index.operand(callee.expr, 1) : NONE;
    const declared = object === NONE ? [] : declaredValues(resolution, { ...callee, expr: object });
    return (
      declared.length > 0 && declared.every((type) => type.kind === "external" && !ANYTHING.test(type.name))
    );
  });
}
