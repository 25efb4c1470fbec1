/** How well an argument fits a parameter's declared type, as far as both are known. */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { lineageOf } from "./lineage.ts";
import { resultOf, stepsUp } from "./library-types.ts";
import { isSameType } from "./parts.ts";
import { isPointer } from "./pointers.ts";
import type { Resolution } from "../resolution.ts";
import type { ClassValue, ExternalValue, Site, Value, Values } from "../values.ts";

/** Larger is better; `null` means the argument cannot be passed. */
export type Fit = number | null;
const EXACT = 6;
/** For an argument of a subtype; less for each step between the types. */
const DERIVED = 5;
/** For a parameter whose type is a type parameter. */
const GENERIC = 3;
const CONVERTED = 2;
const ANYTHING = 1;
const UNBOXED = 0.5;
const UNKNOWN = 0;

/** The best fit among all possible types of argument and parameter. */
export function fitOf(resolution: Resolution, argument: Values, parameter: Values): Fit {
  if (argument.length === 0 || parameter.length === 0) return UNKNOWN;
  let best: Fit = null;
  // A declared type says more than the literal that is assigned.
  const declared = promoted(argument.filter(({ kind }) => kind !== "literal"));
  for (const value of declared.length > 0 ? declared : argument)
    for (const type of parameter) best = better(best, fitOfOne(resolution, value, type));
  return best;
}

/**
 * Type of an expression composed of several values: a string if any is one, otherwise the widest of the
 * number types.
 */
function promoted(values: Values): Values {
  const names = values.map((value) => (value.kind === "external" ? typeOfNamed(value.name) : ""));
  const text = names.indexOf("String");
  if (text >= 0) return [values[text] as Value];
  const widths = names.map((name) => NUMBERS.indexOf(name === "char" ? "short" : name));
  return values.length < 2 || widths.includes(-1)
    ? values
    : [values[widths.indexOf(Math.max(...widths))] as Value];
}

/** Whether values of a type are no objects. */
export function isPrimitiveType(type: Value): boolean {
  return type.kind === "external" && isPrimitive(simpleName(type.name));
}

function better(left: Fit, right: Fit): Fit {
  return left === null ? right : right === null ? left : Math.max(left, right);
}

function fitOfOne(resolution: Resolution, value: Value, type: Value): Fit {
  if (type.kind === "class") return fitsClass(resolution, value, type);
  if (type.kind === "external") return fitsExternal(resolution, value, type);
  if (type.kind === "signature")
    return isFunction(value)
      ? EXACT
      : value.kind === "external" && isSimple(simpleName(value.name))
        ? null
        : UNKNOWN;
  return UNKNOWN;
}

function isFunction(value: Value): boolean {
  return value.kind === "function" || value.kind === "signature";
}

/** Fit for a type of the codebase: no external type is derived from it. */
function fitsClass(resolution: Resolution, value: Value, type: ClassValue): Fit {
  switch (value.kind) {
    case "instance": {
      const { types, hasUnknown } = lineageOf(resolution, value.type);
      const steps = types.findIndex((above) => isSameType(resolution, above, type));
      if (steps < 0) return hasUnknown === "unresolved" ? UNKNOWN : null;
      return steps === 0 ? EXACT : Math.max(CONVERTED, DERIVED - 0.1 * steps);
    }
    // A lambda may be passed for an interface.
    case "function":
    case "signature":
      return resolution.index(type.file)?.flow.scopes[type.scope]?.kind === "interface" ? UNKNOWN : null;
    case "external":
      return isTypeName(simpleName(value.name)) && !mayBeAliased(resolution, value, type) ? null : UNKNOWN;
    case "literal":
      return null;
    default:
      return UNKNOWN;
  }
}

/**
 * Whether a library type may replace a type of the codebase with the same name, in the part for one platform.
 */
function mayBeAliased(resolution: Resolution, { name }: ExternalValue, { file, scope }: ClassValue): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  return own !== undefined && (own.flags & SCOPE_FLAGS.partial) !== 0 && own.name === simpleName(name);
}

function fitsExternal(resolution: Resolution, value: Value, { name, args }: ExternalValue): Fit {
  const type = canonical(simpleName(name));
  switch (value.kind) {
    case "external":
      if (value.isType && value.name === "Int" && OF_LITERALS.has(type)) return CONVERTED;
      if (value.name === name && isPointer(value)) return fitsPointed(resolution, value.args, args);
      return value.args.length + args.length > 0 && (type === "[]" || value.name === "[]")
        ? fitsArray(resolution, value, { type, args })
        : fitsName(typeOfNamed(value.name), type);
    case "instance": {
      if (TOP.has(type)) return ANYTHING;
      // Some pointers are constructed implicitly from a value of their target type.
      if (TAKING.has(name) && args[0])
        return fitOf(resolution, [value], resolution.evaluate(args[0])) === null ? null : CONVERTED;
      if (isSimple(type) || type === "[]") return null;
      const { hasUnknown, outside } = lineageOf(resolution, value.type);
      if (outside.some((base) => simpleName(base.name) === type)) return DERIVED;
      return hasUnknown === "no" ? null : UNKNOWN;
    }
    case "function":
    case "signature":
      return isSimple(type) || type === "[]" || TOP.has(type) ? null : UNKNOWN;
    case "literal":
      return isSimple(type) ? null : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

const TAKING: ReadonlySet<string> = new Set([
  "std.optional",
  "std.scoped_refptr",
  "std.intrusive_ptr",
  "std.not_null",
  "std.reference_wrapper",
]);

/** Fit of two pointers, by the types they point to. */
function fitsPointed(resolution: Resolution, [held]: readonly Site[], [wanted]: readonly Site[]): Fit {
  return held && wanted ? fitOf(resolution, resolution.ofType(held), resolution.evaluate(wanted)) : UNKNOWN;
}

/** Fit of two arrays, by their element types. */
function fitsArray(
  resolution: Resolution,
  value: ExternalValue,
  { type, args }: { readonly type: string; readonly args: readonly Site[] },
): Fit {
  if (value.name !== "[]") return isTypeName(simpleName(value.name)) ? null : UNKNOWN;
  if (type !== "[]") return TOP.has(type) ? ANYTHING : isTypeName(type) ? null : UNKNOWN;
  const [held, holds] = [value.args[0], args[0]];
  if (!held || !holds) return UNKNOWN;
  const own = resolution.ofType(held);
  const wanted = resolution.evaluate(holds);
  // An array of any objects.
  if (wanted.length === 0) return own.length > 0 && own.every(isPrimitiveType) ? null : GENERIC;
  const fit = fitOf(resolution, own, wanted);
  const isConverted =
    own.some((item) => item.kind === "external" && isPrimitive(simpleName(item.name))) ||
    wanted.some((item) => item.kind === "external" && isPrimitive(simpleName(item.name)));
  return isConverted && fit !== EXACT && fit !== UNKNOWN ? null : fit;
}

function fitsName(value: string, type: string): Fit {
  if (value === type) return isTypeName(value) ? EXACT : UNKNOWN;
  if (!isTypeName(value) || !isTypeName(type)) return UNKNOWN;
  if (TOP.has(type)) return ANYTHING;
  if (value === "[]") return ARRAY_TOPS.has(type) ? CONVERTED : null;
  if (!isSimple(value) && !isSimple(type)) {
    const steps = stepsUp(value, type);
    return steps === undefined ? UNKNOWN : steps === null ? null : DERIVED - 0.1 * steps;
  }
  if (value.endsWith("*") && isUnboxedTo(value.slice(0, -1), type)) return UNBOXED;
  const wider = WIDER.get(value)?.indexOf(type) ?? -1;
  return wider < 0 ? null : CONVERTED + 2 - wider * 0.2;
}

/** Whether an object can be unboxed to a type. This counts only if no overload accepts the object itself. */
function isUnboxedTo(held: string, type: string): boolean {
  return type === held || (isPrimitive(type) && (WIDER.get(held)?.includes(type) ?? false));
}

/** The last part of a qualified name. */
function simpleName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * The type that an external name stands for: the result of a method, or the number type for a constant of a
 * number class. Empty if unknown.
 */
function typeOfNamed(name: string): string {
  const [last = "", owner = ""] = name.split(".").reverse();
  const given = resultOf(owner, last);
  if (given !== undefined) return canonical(given);
  return /^\p{Lu}/u.test(last) && canonical(owner).endsWith("*")
    ? canonical(owner).slice(0, -1)
    : /^\p{Lu}/u.test(owner)
      ? ""
      : canonical(simpleName(name));
}

/** Common names for types that languages and literals name differently. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["string", "String"],
  ["str", "String"],
  ["boolean", "bool"],
  ["Int", "int"],
  ["Integer", "int*"],
  ["Long", "long*"],
  ["Double", "double*"],
  ["Float", "float*"],
  ["Short", "short*"],
  ["Byte", "byte*"],
  ["Character", "char*"],
  ["Boolean", "bool*"],
]);
function canonical(name: string): string {
  return SAME.get(name) ?? name;
}

/** Types that a value of a simple type converts to, nearest first. A star marks the boxed type. */
const NUMBERS = ["byte", "short", "int", "long", "float", "double"];
const BOXED_TOPS = ["Number", "Comparable", "Serializable"];
const WIDER: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...NUMBERS.map((name, at): [string, readonly string[]] => [
    name,
    [...NUMBERS.slice(at + 1), `${name}*`, ...BOXED_TOPS],
  ]),
  ...NUMBERS.map((name): [string, readonly string[]] => [`${name}*`, BOXED_TOPS]),
  ["char", ["int", "long", "float", "double", "char*", "Comparable", "Serializable"]],
  ["char*", ["Comparable", "Serializable"]],
  ["bool", ["bool*", "Comparable", "Serializable"]],
  ["bool*", ["Comparable", "Serializable"]],
  ["String", ["CharSequence", "Comparable", "Serializable", "string_view"]],
]);
/** Types that a Kotlin number literal may become; a variable may not. */
const OF_LITERALS: ReadonlySet<string> = new Set(["byte*", "long*", "short*"]);
const ARRAY_TOPS: ReadonlySet<string> = new Set(["Cloneable", "Serializable"]);
const TOP: ReadonlySet<string> = new Set(["Object", "object", "Any", "any"]);

function isPrimitive(name: string): boolean {
  return NUMBERS.includes(name) || name === "char" || name === "boolean" || name === "bool";
}

/** Whether a type is simple, so that all of its conversions are known. */
function isSimple(name: string): boolean {
  return WIDER.has(canonical(name));
}

/** Whether a name is a type's. Results of external calls have the name of the called function. */
function isTypeName(name: string): boolean {
  return isSimple(name) || TOP.has(name) || name === "[]" || /^\p{Lu}/u.test(name);
}
