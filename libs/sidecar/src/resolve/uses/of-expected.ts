/** What a member of Swift means that has no object (`.ready`): one of the type that is declared there, none of the type around. */
import { typeExpected } from "../../lexis/expected-member.ts";
import type { WrittenName } from "../../lexis/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { type Meant, OPEN, OTHER } from "./meant.ts";
import { objectsOf } from "./objects/objects.ts";
import { ofObjects } from "./objects/of-objects.ts";
import type { UsedThing } from "./used-thing.ts";

/** A name, or names in names: more of a type is not read. */
const NAMES = /^(?:(?:any|some|inout)\s+)*([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)(?:<.*>)?[?!]*$/u;

/** Null for what has an object. */
export function ofExpected(resolution: Resolution, place: ScopeRef, written: WrittenName, thing: UsedThing): Meant | null {
  const type = typeExpected(written.code, written.start);
  if (type === null) return null;
  if (!thing.isMember) return OTHER;
  const names = NAMES.exec(type)?.[1];
  if (names === undefined) return OPEN;
  const objects = objectsOf(resolution, place, { ...written, object: names.split(".") });
  return objects === "none" ? OPEN : ofObjects(resolution, place, objects, thing);
}
