/**
 * What the type parameters of a generic class stand for in an object of it: `Box<Server>` holds servers. Arguments that stand
 * inside of another type's arguments are not put in their place.
 */
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type Place, type Value, type Values, union } from "../values.ts";

/** The type that a type parameter of a class is bound to; undefined for what is no such name. A class binds them before its members. */
export function boundOfParameter(index: FileIndex, scope: number, name: string): number | undefined {
  const value = index.bindings(scope, name)[0]?.value;
  return value !== undefined && index.op(value) === "generic" && index.operand(value, 2) === 0 ? index.operand(value, 1) : undefined;
}

/** Values of a type that is written in a class, seen from an object of that class and its arguments. */
export function ofTypeIn(resolution: Resolution, around: ClassValue, type: Place): Values {
  const index = resolution.index(type.file);
  if (!index || type.expr < 0) return resolution.ofType(type);
  if (index.op(type.expr) === "either") return union(...index.items(type.expr, 1).map((expr) => ofTypeIn(resolution, around, { ...type, expr })));
  const given = argumentFor(resolution, around, type);
  if (given) return resolution.ofType(given);
  return resolution.ofType(type).map((value) => withArgumentsOf(resolution, around, value));
}

/** A base class as an object of the class below it has it. */
export function baseOf(resolution: Resolution, around: ClassValue, base: ClassValue): ClassValue {
  return base.args.length === 0 ? base : resolution.values.class(base, base.args.map((arg) => argumentFor(resolution, around, arg) ?? arg));
}

/** What is given for a type that is nothing but the name of a type parameter; null for all else. */
function argumentFor(resolution: Resolution, around: ClassValue, { file, expr }: Place): Place | null {
  const index = resolution.index(file);
  if (file !== around.file || !index || expr < 0 || index.op(expr) !== "name" || around.args.length === 0) return null;
  const name = index.string(expr, 1);
  const position = (index.flow.scopes[around.scope]?.bindings ?? []).slice(0, around.args.length).findIndex((binding) => binding.name === name);
  if (position >= 0) return around.args[position] ?? null;
  // One that is not given is what it is by default.
  const bound = boundOfParameter(index, around.scope, name);
  return bound === undefined ? null : argumentFor(resolution, around, { file, scope: around.scope, expr: bound });
}

function withArgumentsOf(resolution: Resolution, around: ClassValue, value: Value): Value {
  const { values } = resolution;
  const given = (args: readonly Place[]): Place[] => args.map((arg) => argumentFor(resolution, around, arg) ?? arg);
  switch (value.kind) {
    case "instance": return values.instance(baseOf(resolution, around, value.type));
    case "external": return value.args.length === 0 ? value : values.external(value.name, { isType: value.isType, args: given(value.args) });
    case "signature": return values.signature(given([value])[0] ?? value);
    default: return value;
  }
}
