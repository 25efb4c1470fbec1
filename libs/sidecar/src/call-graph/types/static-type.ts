/**
 * Static types of expressions. Overload resolution uses the declared type and not the values: an argument
 * declared as `Type` counts as none of its subtypes.
 */
import { NONE } from "../../call-facts/facts.ts";
import { ofTypeIn } from "../generics/type-arguments.ts";
import { lineageOf } from "./lineage.ts";
import type { Resolution } from "../resolution.ts";
import {
  type ClassValue,
  type Generic,
  NOTHING,
  type Site,
  type ScopeRef,
  type Values,
  union,
} from "../values.ts";

/** Values of an expression's declared type; without one, its evaluated values. */
export function staticValues(resolution: Resolution, place: Site): Values {
  const declared = declaredValues(resolution, place);
  return declared.length > 0 ? declared : resolution.evaluate(place);
}

/** Values of an expression's declared type; empty without one. */
export function declaredValues(resolution: Resolution, place: Site): Values {
  const index = resolution.index(place.file);
  switch (index?.op(place.expr)) {
    case "name":
      return declaredName(resolution, place, index.string(place.expr, 1));
    case "member": {
      const objects = staticValues(resolution, { ...place, expr: index.operand(place.expr, 1) });
      return union(
        ...objects.map((object) =>
          object.kind === "instance" || object.kind === "class"
            ? declaredMember(
                resolution,
                object.kind === "class" ? object : object.type,
                index.string(place.expr, 2),
              )
            : NOTHING,
        ),
      );
    }
    case "call":
      return declaredResult(resolution, place);
    case "either":
      return union(
        ...index.items(place.expr, 1).map((option) => staticValues(resolution, { ...place, expr: option })),
      );
    default:
      return NOTHING;
  }
}

/** Declared type of a name in the innermost scope that has it. */
function declaredName(resolution: Resolution, { file, scope }: ScopeRef, name: string): Values {
  const index = resolution.index(file);
  for (let at = scope; at !== NONE; at = index?.flow.scopes[at]?.parent ?? NONE) {
    const own = index?.flow.scopes[at];
    if (own?.kind === "class" || own?.kind === "interface") {
      const values = declaredMember(resolution, resolution.values.class({ file, scope: at }), name);
      if (values.length > 0) return values;
      continue;
    }
    const param = own?.params.find((other) => other.name === name);
    if (param)
      return param.type === NONE ? NOTHING : resolution.ofType({ file, scope: at, expr: param.type });
    if ((index?.bindings(at, name).length ?? 0) > 0)
      return declaredBinding(resolution, { file, scope: at }, name);
  }
  return NOTHING;
}

function declaredMember(resolution: Resolution, type: ClassValue, name: string): Values {
  const owner = lineageOf(resolution, type).types.find(
    ({ file, scope }) => (resolution.index(file)?.bindings(scope, name).length ?? 0) > 0,
  );
  return owner ? declaredBinding(resolution, owner, name, [owner]) : NOTHING;
}

/** @param around a class whose type parameters the type may contain */
function declaredBinding(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  name: string,
  around: readonly Generic[] = [],
): Values {
  const index = resolution.index(file);
  const types = (index?.bindings(scope, name) ?? [])
    .filter(({ value }) => index?.op(value) === "instance")
    .map(({ value }) => index?.operand(value, 1) ?? NONE);
  return union(...types.map((expr) => ofTypeIn(resolution, around, { file, scope, expr })));
}

/** Declared result type of a call. Empty unless all functions that it may call declare one. */
function declaredResult(resolution: Resolution, place: Site): Values {
  const results = resolution.calledValues(place).map((value): Values => {
    const type =
      value.kind === "function"
        ? (resolution.index(value.file)?.flow.scopes[value.scope]?.returnType ?? NONE)
        : NONE;
    return type === NONE || value.kind !== "function"
      ? NOTHING
      : resolution.ofType({ file: value.file, scope: value.scope, expr: type });
  });
  return results.every((values) => values.length > 0) ? union(...results) : NOTHING;
}
