/** What a member's name means between brackets, where it is said of an object: which object that is tells. */
import type { BracketOwner, WrittenName } from "../../../lexical/written-names.ts";
import type { Resolution } from "../../resolution.ts";
import type { ScopeRef } from "../../values.ts";
import { typesHolding } from "./field-types.ts";
import { type UseResolution, OPEN, OTHER } from "../use-resolution.ts";
import { ofObjects, oneOf } from "./of-objects.ts";
import { plainly } from "../plain-names.ts";
import { objectsPutTogether } from "./put-in.ts";
import { objectsTakenApart } from "./taken-out.ts";
import type { UseTarget } from "../use-target.ts";

/**
 * Of what stands in front of the bracket: `Shape(side=1)`, `Shape { side: 1 }`.
 *
 * @param bracket behind the name of a type whose fields are named in it
 */
export function ofHolder(
  bracket: BracketOwner["bracket"],
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  const isHeld = written.holder?.bracket === bracket;
  const types = isHeld ? typesHolding(resolution, place, written, thing.name) : null;
  if (types === null) return written.isKey && isHeld ? OPEN : plainly(resolution, place, written, thing);
  return types === "other"
    ? OTHER
    : ofObjects(
        resolution,
        place,
        types.map((type) => resolution.values.instance(type)),
        thing,
      );
}

/** A member that is taken out of an object, or put into one. */
export function ofBraces(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  const taken = objectsTakenApart(resolution, place, written);
  if (taken) return oneOf(taken.map((objects) => ofObjects(resolution, place, objects, thing)));
  const { objects, isDeclared } = objectsPutTogether(resolution, place, written);
  const meant = ofObjects(resolution, place, objects, thing);
  return meant.kind === "it" && !isDeclared ? { ...meant, confidence: "possible" } : meant;
}
