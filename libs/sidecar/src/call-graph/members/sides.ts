/** For languages that separate static members from members of objects (Ruby): on which side a member is. */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef, Value } from "../values.ts";

/** Names of methods. Closures have no name, and functions held by a constant have the constant's. */
export const METHOD = /^[^\p{Lu}]/u;

/** Static members (`class`), or members of objects (`objects`). */
export type Side = "class" | "objects";

/** @param self the object whose member it is; null for the class itself */
export function sideOf(self: Value | null): Side {
  return self === null || self.kind === "class" ? "class" : "objects";
}

/**
 * Whether a member may belong to a side. Constants, fields and functions without a name of their own belong
 * to both.
 */
export function isOfSide(resolution: Resolution, value: Value, side: Side): boolean {
  return (
    value.kind !== "function" ||
    !isNamedMethod(resolution, value) ||
    isOfClass(resolution, value) === (side === "class")
  );
}

/** Whether a function is static. */
export function isOfClass(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.static) !== 0;
}

function isNamedMethod(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const scopes = resolution.index(file)?.flow.scopes;
  const own = scopes?.[scope];
  return own !== undefined && METHOD.test(own.name) && scopes?.[own.parent]?.kind === "class";
}
