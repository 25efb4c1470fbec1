/** Values of names that may have a declared type. */
import { CALL_SIGNATURE, type BindingFact } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { isPointer } from "./pointers.ts";
import { type ScopeRef, type Value, type Values, union } from "../values.ts";

/**
 * Values of the bindings of one name. A declared type takes precedence over assigned values, which may be of
 * any subtype. For function and library types, assigned values say more about what is called.
 */
export function valuesOfBindings(
  resolution: Resolution,
  place: ScopeRef,
  bindings: readonly BindingFact[],
): Values {
  const index = resolution.index(place.file);
  if (!index || bindings.length === 0) return [];
  const isDeclaration = ({ value }: BindingFact): boolean => index.op(value) === "instance";
  const declared = resolution.evaluateAll(
    place,
    bindings.filter(isDeclaration).map(({ value }) => value),
  );
  if (isConclusive(declared) && !declared.some((type) => isCallable(resolution, type))) return declared;
  return union(
    declared,
    resolution.evaluateAll(
      place,
      bindings.filter((binding) => !isDeclaration(binding)).map(({ value }) => value),
    ),
  );
}

/** Whether the values of a declared type are complete. */
export function isConclusive(declared: Values): boolean {
  return declared.length > 0 && declared.every((type) => type.kind === "instance" || isPointer(type));
}

/**
 * Whether a declared type determines an object. A function type does not say which function, and a container
 * without element type not what it contains.
 */
export function saysWhatItIs(resolution: Resolution, declared: Values): boolean {
  return (
    declared.length > 0 &&
    declared.every(
      (type) =>
        type.kind !== "signature" &&
        !isCallable(resolution, type) &&
        !isAnyFunction(type) &&
        !isOpen(resolution, type),
    )
  );
}

/**
 * Whether a type is an interface with a call signature (`interface Setter { (x: string): void }`): its
 * objects are functions of unknown identity.
 */
function isCallable(resolution: Resolution, type: Value): boolean {
  return (
    type.kind === "instance" &&
    (resolution.index(type.type.file)?.bindings(type.type.scope, CALL_SIGNATURE).length ?? 0) > 0
  );
}

const FUNCTION_TYPE = /(?:^|[.\\])(?:Closure|[cC]allable|Function)$/;

/**
 * Whether a type only says that an object is a function: PHP's `callable`, Python's `Callable`, TypeScript's
 * `Function`.
 */
export function isAnyFunction(value: Value): boolean {
  return (
    value.kind === "external" && !value.isType && value.args.length === 0 && FUNCTION_TYPE.test(value.name)
  );
}

/** Whether a type is a container whose element type is unknown. */
export function isOpen(resolution: Resolution, type: Value): boolean {
  return type.kind === "external" && type.args.some((arg) => resolution.evaluate(arg).length === 0);
}
