/**
 * Methods of the codebase behind a type that is declared outside of it: the compiler knows `Iterator.next`,
 * of whichever class that is.
 */
import { NONE } from "../../call-facts/facts.ts";
import { lineageOf } from "../types/lineage.ts";
import type { Resolution } from "../resolution.ts";
import { declaredValues } from "../types/static-type.ts";
import { type Site, type Value, exprKey } from "../values.ts";

/** Types that say nothing of what an object has. */
const ANYTHING = /(?:^|\.)(?:Any|AnyObject|dynamic|object|Object)$/;

/**
 * Whether a method may be called there as well as any other of the type that the object is declared to be.
 */
export function mayReplaceExternal(resolution: Resolution, callee: Site, method: Value): boolean {
  if (method.kind !== "function" || method.self?.kind !== "instance") return false;
  // Nothing else can stand for a type that is declared outside.
  return (
    lineageOf(resolution, method.self.type).hasUnknown === "external" && isDeclaredOutside(resolution, callee)
  );
}

/**
 * Whether the object that a member is taken from is declared to be of types outside of the codebase alone.
 */
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
