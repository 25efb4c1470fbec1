/**
 * Substitutes type arguments: those of a generic class in an object (`Box<Server>` holds servers), and those
 * of a generic function in one call.
 */
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type Generic, type Site, type Value, type Values, union } from "../values.ts";

/**
 * The bound of a type parameter; undefined if the name is no type parameter. A scope binds its type
 * parameters before anything else.
 */
export function boundOfParameter(index: FileIndex, scope: number, name: string): number | undefined {
  return boundIn(index, index.bindings(scope, name)[0]?.value);
}

/** Whether a type is just the name of a type parameter of this scope. */
export function isTypeParameter(index: FileIndex, scope: number, type: number): boolean {
  return index.op(type) === "name" && boundOfParameter(index, scope, index.string(type, 1)) !== undefined;
}

/** The bound of a type parameter, from the value of its binding; undefined for any other binding. */
export function boundIn(index: FileIndex, value: number | undefined): number | undefined {
  return value !== undefined && index.op(value) === "generic" && index.operand(value, 2) === 0
    ? index.operand(value, 1)
    : undefined;
}

/**
 * Values of a type that is written inside generic classes and functions, given innermost first, with their
 * type arguments substituted.
 */
export function ofTypeIn(resolution: Resolution, around: readonly Generic[], type: Site): Values {
  const index = resolution.index(type.file);
  if (!index || type.expr < 0 || around.length === 0) return resolution.ofType(type);
  if (index.op(type.expr) === "either")
    return union(...index.items(type.expr, 1).map((expr) => ofTypeIn(resolution, around, { ...type, expr })));
  const given = givenFor(resolution, around, type);
  if (given) return resolution.ofType(given);
  return resolution.ofType(type).map((value) => withArgumentsOf(resolution, around, value));
}

/** A base class with its type arguments, as a subtype inherits it. */
export function baseOf(resolution: Resolution, around: ClassValue, base: ClassValue): ClassValue {
  return withArguments(resolution, [around], base);
}

/** The type argument for a type that is just the name of a type parameter; null for any other type. */
function givenFor(resolution: Resolution, around: readonly Generic[], { file, expr }: Site): Site | null {
  const index = resolution.index(file);
  if (!index || expr < 0 || index.op(expr) !== "name") return null;
  const name = index.string(expr, 1);
  for (const { scope, args } of around.filter(
    (generic) => generic.file === file && generic.args.length > 0,
  )) {
    const position = (index.flow.scopes[scope]?.bindings ?? [])
      .slice(0, args.length)
      .findIndex((binding) => binding.name === name);
    if (position >= 0) return args[position] ?? null;
    // Without an argument, a type parameter has its bound, which may be a default.
    const bound = boundOfParameter(index, scope, name);
    if (bound !== undefined) return givenFor(resolution, around, { file, scope, expr: bound });
  }
  return null;
}

/**
 * Type arguments that are written inside generic classes and functions, with those substituted which are type
 * parameters or contain any.
 */
export function argumentsIn(
  resolution: Resolution,
  around: readonly Generic[],
  args: readonly Site[],
): Site[] {
  return args.map((arg) => {
    const given = givenFor(resolution, around, arg);
    if (given || arg.within !== undefined || !mentions(resolution, around, arg)) return given ?? arg;
    if (depthOf(around) < MAX_DEPTH) return { ...arg, within: around };
    resolution.limit("too_deep");
    return arg;
  });
}

/** Nesting depth of substituted type arguments; deeper ones stay as they are. */
const MAX_DEPTH = 3;

function depthOf(around: readonly Generic[]): number {
  return Math.max(
    0,
    ...around.flatMap(({ args }) => args.map(({ within }) => (within ? 1 + depthOf(within) : 0))),
  );
}

/** Whether a type contains type parameters. */
function mentions(resolution: Resolution, around: readonly Generic[], { file, scope, expr }: Site): boolean {
  const index = resolution.index(file);
  const parts = (): readonly number[] => {
    switch (index?.op(expr)) {
      case "either":
        return index.items(expr, 1);
      case "generic":
        return index.items(expr, 2);
      case "signature":
      case "instance":
        return [index.operand(expr, 1)];
      default:
        return [];
    }
  };
  return (
    givenFor(resolution, around, { file, scope, expr }) !== null ||
    parts().some((part) => mentions(resolution, around, { file, scope, expr: part }))
  );
}

function withArguments(resolution: Resolution, around: readonly Generic[], type: ClassValue): ClassValue {
  return type.args.length === 0
    ? type
    : resolution.values.class(type, argumentsIn(resolution, around, type.args));
}

function withArgumentsOf(resolution: Resolution, around: readonly Generic[], value: Value): Value {
  const { values } = resolution;
  switch (value.kind) {
    case "instance":
      return values.instance(withArguments(resolution, around, value.type));
    case "external":
      return value.args.length === 0
        ? value
        : values.external(value.name, {
            isType: value.isType,
            args: argumentsIn(resolution, around, value.args),
          });
    case "signature":
      return values.signature(argumentsIn(resolution, around, [value])[0] ?? value);
    default:
      return value;
  }
}
