/** Where a field may be called like a method of its type: what is called is the method, what is read the field. */
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import type { FunctionValue, Place, Value, Values } from "../values.ts";

/** Of what a name or member may be: the field, if there is one. */
export function fieldsFirst(resolution: Resolution, values: Values, { file, expr }: Place): Values {
  if (values.length < 2 || !resolution.rules(file).separatesMethods) return values;
  if (values.every((value) => value.kind === "function" || value.kind === "class")) return values;
  return values.filter((value) => !isMethodNamed(resolution, value, nameIn(resolution.index(file), expr)));
}

/** What is called by a name or member: the method, if there is one. */
export function methodsFirst(resolution: Resolution, callee: Place): Values {
  const { separatesMethods, hasOverloads, library } = resolution.rules(callee.file);
  const values = resolution.evaluate(callee);
  const called = nameIn(resolution.index(callee.file), callee.expr);
  // What a library's container has under a name that is read as well.
  if (called !== undefined && library.read.has(called) && values.some(({ kind }) => kind === "signature")) return values.filter(({ kind }) => kind !== "instance");
  const name = separatesMethods || hasOverloads ? called : undefined;
  if (name === undefined) return values;
  const named = (some: Values): readonly FunctionValue[] => some.filter((value): value is FunctionValue => isMethodNamed(resolution, value, name));
  const read = named(values);
  const methods = read.length > 0 || !separatesMethods ? read : named(resolution.named(callee));
  return methods.length > 0 ? [...values.filter(({ kind }) => kind !== "function" && kind !== "instance"), ...methods] : values;
}

function isMethodNamed(resolution: Resolution, value: Value, name: string | undefined): boolean {
  return value.kind === "function" && resolution.index(value.file)?.flow.scopes[value.scope]?.name === name;
}

function nameIn(index: FileIndex | null, expr: number): string | undefined {
  const op = index?.op(expr);
  return op === "name" ? index?.string(expr, 1) : op === "member" ? index?.string(expr, 2) : undefined;
}
