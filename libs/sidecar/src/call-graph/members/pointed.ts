/** What stands behind pointers that are objects themselves: those of C++'s library, and of the codebase. */
import { elementTypeOf } from "./containers.ts";
import { membersNamed } from "./members.ts";
import { isDeclared } from "./own-member.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import { ITERATOR, isPointer } from "../types/pointers.ts";
import { NOTHING, type Value, type Values, union } from "../values.ts";

/** The operator whose result stands in the place of its object in front of `->`. */
const BEHIND = "operator->";
/** Its result may be such an object again. */
const MAX_STEPS = 4;

/** Of what is no pointer of the library, that itself. */
export function pointedAt(resolution: Resolution, values: Values): Values {
  return union(
    ...values.map((value): Values => {
      if (!isPointer(value)) return [value];
      return value.name === ITERATOR && value.args.length > 1
        ? [resolution.values.external("std.tuple", { args: value.args })]
        : elementTypeOf(resolution, value);
    }),
  );
}

/**
 * Members behind `->`. An object that has such an operator may be one that a pointer of the language points
 * to, too: what both have is neither.
 */
export function membersPointedAt(
  resolution: Resolution,
  objects: Values,
  name: string,
  steps = MAX_STEPS,
): Values {
  return union(
    ...objects.map((object): Values => {
      const own = membersNamed(resolution, [object], name);
      const next = steps > 0 ? nextOf(resolution, object) : NOTHING;
      const behind =
        next.length === 0
          ? NOTHING
          : membersPointedAt(resolution, pointedAt(resolution, next), name, steps - 1);
      if (object.kind !== "instance" || behind.length === 0) return own;
      if (!lineageOf(resolution, object.type).types.some((type) => isDeclared(resolution, type, name)))
        return behind;
      return behind.every(({ kind }) => kind === "external") ? own : NOTHING;
    }),
  );
}

function nextOf(resolution: Resolution, object: Value): Values {
  if (object.kind !== "instance") return NOTHING;
  const operators = resolution.memberOfClass(object.type, BEHIND, object) ?? NOTHING;
  return union(
    ...operators.map((operator) =>
      operator.kind === "function" ? resolution.functionResults(operator) : NOTHING,
    ),
  ).filter((value) => value !== object);
}
