/**
 * Values behind pointers that are objects themselves: smart pointers and iterators of C++ and of the
 * codebase.
 */
import { definitionsOf } from "../dispatch/implementations.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import { isPointer, ITERATOR } from "../types/pointers.ts";
import { NOTHING, scopeKey, type ScopeRef, union, type Value, type Values } from "../values.ts";
import { elementTypeOf } from "./containers.ts";
import { membersNamed } from "./members.ts";
import { isDeclared } from "./own-member.ts";

/** The operator that `->` calls; its result replaces the object. */
const BEHIND = "operator->";
/** The result may have that operator too, up to this many times. */
const MAX_STEPS = 4;

/** The values that library pointers point to; any other value stays as it is. */
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
 * Members accessed through `->`. An object with that operator may itself be behind a plain pointer: if both
 * the object and its target declare the name, the result is empty.
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

// Resolves a qualified name whose member is inherited from a base type or a mixin.

/**
 * Definitions of the functions that a member of a type may be, static or not. No duplicates, in the order in
 * which they are found.
 */
export function functionsOfType(resolution: Resolution, type: ScopeRef, name: string): readonly ScopeRef[] {
  const own = resolution.values.class(type);
  const members = membersNamed(resolution, [resolution.values.instance(own), own], name);
  const found = members.flatMap((value) =>
    value.kind === "function" ? definitionsOf(resolution, value) : [],
  );
  return [...new Map(found.map((ref) => [scopeKey(ref), ref])).values()];
}
