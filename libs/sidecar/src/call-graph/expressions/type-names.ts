/**
 * Finds types by name where another scope in between gives the name another meaning: `new` always means the
 * type.
 */
import { NONE } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type ScopeRef, type Value, type Values } from "../values.ts";
import { resolveName } from "./names.ts";

function isType(value: Value): boolean {
  return value.kind === "class" || (value.kind === "external" && value.isType);
}

/**
 * Types of a name in the innermost scope where it means a type; scopes where it means something else are
 * skipped.
 */
export function typesNamed(resolution: Resolution, { file, scope }: ScopeRef, name: string): Values {
  const scopes = resolution.index(file)?.flow.scopes;
  for (let at = scope; at !== NONE;) {
    const meaning = resolveName(resolution, { file, scope: at }, name);
    const types = meaning.values.filter(isType);
    if (types.length > 0) return types;
    at = scopes?.[meaning.scope]?.parent ?? NONE;
  }
  return NOTHING;
}
