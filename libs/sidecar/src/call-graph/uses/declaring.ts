/** Whether a value is the definition that is looked for, or has it as a member. */
import { NONE } from "../../call-facts/facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { isDeclared } from "../members/own-member.ts";
import type { Resolution } from "../resolution.ts";
import { isSameType } from "../types/parts.ts";
import { type ClassValue, type ScopeRef, type Value, isSameScope } from "../values.ts";
import { hasField } from "./local-names.ts";
import type { UseTarget } from "./use-target.ts";

export function isIt(resolution: Resolution, value: Value, own: ScopeRef): boolean {
  return (
    (value.kind === "class" || value.kind === "namespace" || value.kind === "function") &&
    (value.kind === "class" ? isSameType(resolution, value, own) : isSameScope(value, own))
  );
}

/** Whether an object has the type that is looked for as a member of this name. */
export function hasOwn(resolution: Resolution, object: Value, { own, name }: UseTarget): boolean {
  return (
    own !== null && resolution.membersNamed([object], name).some((value) => isIt(resolution, value, own))
  );
}

/**
 * Whether the first of some types that has the name declares the member that is looked for; null if none has
 * the name.
 */
export function declaring(
  resolution: Resolution,
  types: readonly ClassValue[],
  thing: UseTarget,
): "it" | "other" | null {
  const isOf = (type: ClassValue): boolean =>
    (thing.scope !== NONE && isSameType(resolution, type, thing)) ||
    (thing.enumeration !== null && isSameType(resolution, type, thing.enumeration));
  const hasName = (type: ClassValue): boolean =>
    thing.own === null && profileOf(resolution.project.language(type.file)).calledAreMethods
      ? hasField(resolution.index(type.file), type.scope, thing.name)
      : isDeclared(resolution, type, thing.name);
  const first = types.find((type) => isOf(type) || hasName(type));
  return first === undefined ? null : isOf(first) ? "it" : "other";
}
