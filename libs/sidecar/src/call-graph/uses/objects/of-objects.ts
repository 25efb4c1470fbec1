/** The meaning of a name read from an object, by the types that the object may have. */
import { NONE } from "../../../call-facts/facts.ts";
import type { Via } from "@satori/contracts";
import { isDeclared } from "../../members/own-member.ts";
import type { Resolution } from "../../resolution.ts";
import { lineageOf, typesAbove } from "../../types/lineage.ts";
import { type ClassValue, NOTHING, type ScopeRef, type Value, type Values } from "../../values.ts";
import { givenBy, isBoundAs } from "../bound-name.ts";
import { resolveInNamespace } from "../../../languages/c-family/uses/c-names.ts";
import { declaring, hasOwn } from "../declaring.ts";
import { textHooksOf } from "../../../languages/text-hooks.ts";
import { type UseResolution, OPEN, OTHER, it, sureness } from "../use-resolution.ts";
import type { UseTarget } from "../use-target.ts";

/** @param from the scope that contains the name */
export function ofObjects(
  resolution: Resolution,
  from: ScopeRef,
  objects: Values,
  thing: UseTarget,
): UseResolution {
  return oneOf(objects.map((object) => ofObject(resolution, from, object, thing)));
}

/** Combines the meanings for several possible objects. */
export function oneOf(said: readonly UseResolution[]): UseResolution {
  if (said.length === 0) return OPEN;
  const found = said.find(({ kind }) => kind === "it");
  // If the object may be of several types, the use may refer to the member of any of them.
  if (found?.kind === "it")
    return {
      ...found,
      confidence: said.every((one) => one.kind === "it" && one.confidence === "resolved")
        ? "resolved"
        : "possible",
    };
  return said.find(({ kind }) => kind === "open") ?? OTHER;
}

function ofObject(resolution: Resolution, from: ScopeRef, object: Value, thing: UseTarget): UseResolution {
  switch (object.kind) {
    case "instance": {
      const own = ofType(resolution, object.type, lineageOf(resolution, object.type).types, thing, "type");
      const behind =
        own.kind === "it" || !thing.isField
          ? NOTHING
          : resolution.rules(object.type.file).derefObjects(resolution, object);
      return behind.length > 0 && !isDeclared(resolution, object.type, thing.name)
        ? ofObjects(resolution, from, behind, thing)
        : own;
    }
    case "class":
      return ofType(resolution, object, lineageOf(resolution, object).types, thing, "class");
    case "super":
      return ofType(resolution, object.of, typesAbove(resolution, object), thing, "super");
    case "module":
    case "namespace": {
      if (object.kind === "namespace" && resolution.rules(from.file).opensNamespaces)
        return resolveInNamespace(resolution, from, object, thing);
      const bound = givenBy(resolution, object, thing.name);
      if (isBoundAs(bound, thing)) return it("module");
      return hasOwn(resolution, object, thing) ? { ...it("module"), ...sureness(resolution, bound) } : OTHER;
    }
    case "package": {
      const ofPackage = textHooksOf(object.language).packageUse?.(resolution, object.name, thing);
      return ofPackage
        ? ofPackage === "other"
          ? OTHER
          : it("module", ofPackage)
        : ofOtherPackage(resolution, object.name, object, thing);
    }
    case "external":
      return OTHER;
    // The type of a literal or of a function's result is resolved elsewhere.
    default:
      return OPEN;
  }
}

function ofOtherPackage(
  resolution: Resolution,
  name: string,
  object: Value,
  thing: UseTarget,
): UseResolution {
  return (thing.scope === 0 && resolution.index(thing.file)?.flow.package === name) ||
    hasOwn(resolution, object, thing)
    ? it("module")
    : OTHER;
}

function ofType(
  resolution: Resolution,
  type: ClassValue,
  types: readonly ClassValue[],
  thing: UseTarget,
  via: Via,
): UseResolution {
  if (hasOwn(resolution, type, thing)) return it(via);
  const said = declaring(resolution, types, thing);
  if (said) return said === "it" && (thing.isMember || thing.enumeration !== null) ? it(via) : OTHER;
  // Any object may be used as a type without a name.
  if (thing.isMember && thing.scope === NONE) return OPEN;
  return lineageOf(resolution, type).hasUnknown === "no" ? OTHER : OPEN;
}
