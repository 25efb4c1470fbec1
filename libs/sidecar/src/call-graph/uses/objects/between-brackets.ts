/**
 * The meaning of a member's name between brackets, where it belongs to an object: the object determines it.
 */
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
 * For a name that belongs to what precedes the bracket: `Shape(side=1)`, `Shape { side: 1 }`.
 *
 * @param bracket the bracket that follows a type's name and encloses the names of its fields
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

/** A member in a destructuring pattern or in an object literal. */
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
