/** What a name is read of: the values that stand in front of it. */
import { NONE } from "../../flow/facts.ts";
import { type ObjectInFront, objectInFront } from "../../lexis/object-in-front.ts";
import type { WrittenName } from "../../lexis/written-names.ts";
import { lookUp } from "../expressions/names.ts";
import { superOf, thisOf } from "../expressions/this.ts";
import { entriesOf } from "../members/containers.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type ScopeRef, type Values, union } from "../values.ts";
import { goName, localNames } from "./go-names.ts";

/** `none` where it stands alone; nothing where it is not known. */
export function objectsOf(resolution: Resolution, { file, scope }: ScopeRef, written: WrittenName): Values | "none" {
  const { start, object } = written;
  if (object?.length === 0) return "none";
  const index = resolution.index(file);
  const site = index?.siteAt(start);
  if (index && site && index.op(site.expr) === "member") return resolution.evaluate({ file, scope: site.scope, expr: index.operand(site.expr, 1) });
  if (object === null) return behindMore(resolution, { file, scope }, written);
  const [first = "", ...others] = object;
  return membersOf(resolution, named(resolution, { file, scope }, { ...written, name: first, start: startOfFirst(written, object) }), others);
}

function membersOf(resolution: Resolution, values: Values, names: readonly string[]): Values {
  return names.reduce((objects, name) => resolution.membersNamed(objects, name), values);
}

/** The signs between the names may have blanks around them. */
function startOfFirst({ code, start }: WrittenName, object: readonly string[]): number {
  return object.reduceRight((at, name) => code.lastIndexOf(name, at - 1), start);
}

/** Calls are known by where their names stand. */
function behindMore(resolution: Resolution, place: ScopeRef, written: WrittenName): Values {
  const found = objectInFront(written.code, written.start);
  if (!found) return NOTHING;
  return found.steps.reduce<Values>((objects, step) => (step === null ? entriesOf(resolution, objects, { ...place, expr: NONE }) : resolution.membersNamed(objects, step)), baseOf(resolution, place, found, written));
}

function baseOf(resolution: Resolution, place: ScopeRef, { base }: ObjectInFront, written: WrittenName): Values {
  switch (base.kind) {
    case "name": return named(resolution, place, { ...written, name: base.name, start: base.start });
    case "type": {
      const [first = "", ...others] = base.names;
      return resolution.instancesOf(membersOf(resolution, lookUp(resolution, place, first).values, others));
    }
    case "call": {
      const site = resolution.index(place.file)?.callAt(base.start);
      return site ? resolution.evaluate({ file: place.file, scope: site.scope, expr: site.expr }) : NOTHING;
    }
  }
}

const OWN: ReadonlySet<string> = new Set(["this", "self", "Self", "static", "cls", "$this"]);

function named(resolution: Resolution, place: ScopeRef, written: WrittenName): Values {
  const { name } = written;
  const here = { ...place, expr: NONE };
  const own = OWN.has(name) ? thisOf(resolution, here) : name === "super" || name === "parent" ? superOf(resolution, here) : NOTHING;
  if (own.length > 0) return own;
  return resolution.project.language(place.file) === "go" ? namedInGo(resolution, place, written) : lookUp(resolution, place, name).values;
}

/** Of variables of one name in several blocks of a function any may be meant. */
function namedInGo(resolution: Resolution, place: ScopeRef, written: WrittenName): Values {
  if (goName(resolution, place, written) === "outside") return lookUp(resolution, { file: place.file, scope: 0 }, written.name).values;
  return union(...localNames(resolution, place, written.name).map((name) => lookUp(resolution, place, name).values));
}
