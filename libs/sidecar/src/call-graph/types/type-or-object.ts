/**
 * Names that a type shares with something else: a field may have the name of its type and hide it (`Context
 * Context`), and an object the name of its class.
 */
import { callName } from "../../call-facts/call-name.ts";
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import type { Site, Value, Values } from "../values.ts";

/**
 * Selects types, where only a type can be meant.
 *
 * @param values values of a type expression, or of an expression after `new`
 */
export function asTypes(resolution: Resolution, { file, expr }: Site, values: Values): Values {
  if (resolution.rules(file).hasCompanions) return oneOfBoth(resolution, values, "class");
  if (!values.some(({ kind }) => kind === "instance")) return values;
  const flow = resolution.index(file)?.flow;
  const name = flow ? callName(flow.code, flow.strings, expr) : "";
  return values.map((value) =>
    value.kind === "instance" &&
    resolution.index(value.type.file)?.flow.scopes[value.type.scope]?.name === name
      ? value.type
      : value,
  );
}

/** Selects objects, where a member of a name is accessed. */
export function asObjects(resolution: Resolution, { file }: Pick<Site, "file">, values: Values): Values {
  return resolution.rules(file).hasCompanions ? oneOfBoth(resolution, values, "object") : values;
}

function oneOfBoth(resolution: Resolution, values: Values, meant: "class" | "object"): Values {
  if (values.length < 2) return values;
  const isObject = (value: Value): boolean =>
    value.kind === "class" &&
    ((resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0) & SCOPE_FLAGS.object) !== 0;
  const isClass = (value: Value): boolean => value.kind === "class" && !isObject(value);
  if (!values.some(isObject) || !values.some(isClass)) return values;
  return values.filter((value) => !(meant === "class" ? isObject : isClass)(value));
}
