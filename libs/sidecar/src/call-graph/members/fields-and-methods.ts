/**
 * For languages where a field and a method of a type may share a name: calls mean the method, reads mean the
 * field.
 */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { type FunctionValue, type Site, type Value, type Values, union } from "../values.ts";

/**
 * The field among the possible values of a name or member, if there is one. Extension properties are replaced
 * by their values.
 */
export function fieldsFirst(resolution: Resolution, found: Values, { file, expr }: Site): Values {
  const values = found.some((value) => isAddedProperty(resolution, value))
    ? union(
        ...found.map((value) =>
          isAddedProperty(resolution, value) ? resolution.functionResults(value) : [value],
        ),
      )
    : found;
  if (values.length < 2 || !resolution.rules(file).separatesMethods) return values;
  if (values.every((value) => value.kind === "function" || value.kind === "class")) return values;
  return values.filter((value) => !isMethodNamed(resolution, value, nameIn(resolution.index(file), expr)));
}

/**
 * Whether a function is an extension property. Where methods are read like fields, extensions always count as
 * methods.
 */
function isAddedProperty(resolution: Resolution, value: Value): value is FunctionValue {
  if (value.kind !== "function" || resolution.rules(value.file).readsMethods) return false;
  const own = resolution.index(value.file)?.flow.scopes[value.scope];
  return own !== undefined && own.owner !== NONE && (own.flags & SCOPE_FLAGS.getter) !== 0;
}

/** The method that a called name or member means, if there is one. */
export function methodsFirst(resolution: Resolution, callee: Site): Values {
  const { separatesMethods, hasOverloads, library } = resolution.rules(callee.file);
  const values = resolution.evaluate(callee);
  const called = nameIn(resolution.index(callee.file), callee.expr);
  // A member of a library container that can be read and called.
  if (called !== undefined && library.read.has(called) && values.some(({ kind }) => kind === "signature"))
    return values.filter(({ kind }) => kind !== "instance");
  const name = separatesMethods || hasOverloads ? called : undefined;
  if (name === undefined) return values;
  const named = (some: Values): readonly FunctionValue[] =>
    some.filter((value): value is FunctionValue => isMethodNamed(resolution, value, name));
  const read = named(values);
  const methods = read.length > 0 || !separatesMethods ? read : named(resolution.named(callee));
  return methods.length > 0
    ? [...values.filter(({ kind }) => kind !== "function" && kind !== "instance"), ...methods]
    : values;
}

function isMethodNamed(resolution: Resolution, value: Value, name: string | undefined): boolean {
  return (
    value.kind === "function" &&
    resolution.index(value.file)?.flow.scopes[value.scope]?.name === name &&
    !isAddedProperty(resolution, value)
  );
}

function nameIn(index: FileIndex | null, expr: number): string | undefined {
  const op = index?.op(expr);
  return op === "name" ? index?.string(expr, 1) : op === "member" ? index?.string(expr, 2) : undefined;
}
