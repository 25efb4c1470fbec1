/** Whether an occurrence of a name uses a certain definition of that name: a type, a variable or a field. */
import type { WrittenName } from "../../lexical/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { profileOf } from "../../languages/profiles.ts";
import { type UseResolution, OPEN, OTHER } from "./use-resolution.ts";
import { objectsOf } from "./objects/objects.ts";
import { ofObjects } from "./objects/of-objects.ts";
import { plainly } from "./plain-names.ts";
import { textHooksOf } from "../../languages/text-hooks.ts";
import { useRulesOf } from "../../languages/use-rules.ts";
import type { UseTarget } from "./use-target.ts";

/** @param place the innermost scope around the occurrence */
export function resolveUse(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  const meant = meantIfOnly(resolution, place, written, thing);
  // In C and C++, several definitions are distinguished by their position.
  return meant.kind === "it" && thing.isOneOfSeveral && !resolution.rules(thing.file).opensNamespaces
    ? { ...meant, confidence: "possible" }
    : meant;
}

function meantIfOnly(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  if (isMethod(resolution, place, written, thing)) return OTHER;
  const { blockUse } = textHooksOf(resolution.project.language(place.file));
  const ofBlock = blockUse?.(resolution, place, written, thing);
  if (ofBlock) return ofBlock;
  const objects = objectsOf(resolution, place, written);
  if (objects !== "none") return ofObjects(resolution, place, objects, thing);
  const rules = useRulesOf(resolution.project.language(place.file));
  const alone = rules.alone(resolution, place, written, thing);
  if (alone) return alone;
  if (written.isTypeArgument && rules.namesTypeArguments) return thing.isMember ? OPEN : OTHER;
  const isLabel = rules.isLabel(written);
  if (thing.isMember && (isLabel || (written.isShorthand && rules.putsByName)))
    return rules.member(resolution, place, written, thing);
  return isLabel ? OTHER : plainly(resolution, place, written, thing);
}

/** Whether an occurrence names a method, so that a field of the same name is not meant. */
function isMethod(
  resolution: Resolution,
  { file }: ScopeRef,
  { isCalled, object, code, start }: WrittenName,
  thing: UseTarget,
): boolean {
  if (profileOf(resolution.project.language(file)).calledAreMethods)
    return thing.own === null && (isCalled || code.startsWith("::", start - 2));
  return isCalled && object?.length !== 0 && thing.isField && resolution.rules(file).separatesMethods;
}
