/** Where methods of a class are apart from those of its objects (Ruby): which of them are asked for. */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef, Value } from "../values.ts";

/**
 * Names of methods: what has none is a closure, and what has that of a constant is one that the constant
 * holds.
 */
export const METHOD = /^[^\p{Lu}]/u;

export type Side = "class" | "objects";

/** @param self what a member is reached through; null for the class itself */
export function sideOf(self: Value | null): Side {
  return self === null || self.kind === "class" ? "class" : "objects";
}

/**
 * Whether a member may be one of that side: constants, fields and functions without a name of their own are
 * of both.
 */
export function isOfSide(resolution: Resolution, value: Value, side: Side): boolean {
  return (
    value.kind !== "function" ||
    !isNamedMethod(resolution, value) ||
    isOfClass(resolution, value) === (side === "class")
  );
}

export function isOfClass(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.static) !== 0;
}

function isNamedMethod(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const scopes = resolution.index(file)?.flow.scopes;
  const own = scopes?.[scope];
  return own !== undefined && METHOD.test(own.name) && scopes?.[own.parent]?.kind === "class";
}
