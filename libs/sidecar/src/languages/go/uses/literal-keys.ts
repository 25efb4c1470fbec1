/** Resolves keys of composite literals in Go: a field of the literal's type, or a value. */
import type { Composite } from "../lexical/composite.ts";
import { NONE } from "../../../call-facts/facts.ts";
import { resolveName } from "../../../call-graph/expressions/names.ts";
import { elementsOf, entriesOf } from "../../../call-graph/members/containers.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { lineageOf } from "../../../call-graph/types/lineage.ts";
import { isSameType } from "../../../call-graph/types/parts.ts";
import { type ScopeRef, type Value, type Values, union } from "../../../call-graph/values.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";

/** `value`: it is an expression; `open`: unknown. */
export type KeyMeaning = "it" | "other" | "value" | "open";

/** What a key of a composite literal refers to; `open` if its possible types disagree. */
export function meaningOfKey(
  resolution: Resolution,
  place: ScopeRef,
  composite: Composite,
  thing: UseTarget,
): KeyMeaning {
  switch (composite.keys) {
    case "values":
      return "value";
    case "unknown":
      return "open";
    case "fields of a struct":
      return thing.isMember && thing.scope === NONE ? "open" : "other";
    case "fields": {
      const said = typesOf(resolution, place, composite).map((type) => inType(resolution, type, thing));
      const [first = "open"] = said;
      return said.every((one) => one === first) ? first : "open";
    }
  }
}

function typesOf(
  resolution: Resolution,
  place: ScopeRef,
  { type: [first = "", ...others], inside }: Composite & { readonly keys: "fields" },
): Values {
  const types = others.reduce<Values>(
    (values, name) => resolution.membersNamed(values, name),
    resolveName(resolution, place, first).values,
  );
  let at = types;
  for (let level = 0; level < inside; level++) at = heldBy(resolution, place, at);
  return at;
}

/** Element types of lists and maps with a name of their own (`type Points []Point`). */
function heldBy(resolution: Resolution, place: ScopeRef, types: Values): Values {
  const objects = resolution.instancesOf(types);
  const held = union(
    elementsOf(resolution, objects),
    entriesOf(resolution, objects, { ...place, expr: NONE }),
  );
  return held.flatMap((value): Values =>
    value.kind === "instance" ? [value.type] : value.kind === "external" ? [value] : [],
  );
}

function inType(resolution: Resolution, type: Value, thing: UseTarget): KeyMeaning {
  // A field of a library's struct is only visible if it is capitalized.
  if (type.kind === "external")
    return /^\p{Lu}/u.test(thing.name) && !type.name.startsWith("map") && !type.name.startsWith("[]")
      ? "other"
      : "value";
  if (type.kind !== "class") return "open";
  const { types, outside } = lineageOf(resolution, type);
  // A type defined by another one (`type Message Key`) has the fields of that one.
  const struct = types.find(
    (one) => (resolution.index(one.file)?.flow.scopes[one.scope]?.bindings.length ?? 0) > 0,
  );
  if (struct && resolution.index(struct.file)?.binds(struct.scope, thing.name) === true)
    return thing.isMember && thing.scope !== NONE && isSameType(resolution, struct, thing) ? "it" : "other";
  return outside.some(({ name }) => CONTAINERS.has(name)) ? "value" : "open";
}

const CONTAINERS: ReadonlySet<string> = new Set(["map", "[]"]);
