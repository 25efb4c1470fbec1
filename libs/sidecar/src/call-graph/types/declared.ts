/** Values of a name for which a type may be declared. */
import { CALL_SIGNATURE, type BindingFact } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { isPointer } from "./pointers.ts";
import { type ScopeRef, type Value, type Values, union } from "../values.ts";

/**
 * What bindings of one name stand for. A declared type outweighs what is assigned, which may be any subtype
 * of it; but where it is a function's or a library's, the assigned values say more about what is called.
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

/** Whether values of a declared type say all that there is to know. */
export function isConclusive(declared: Values): boolean {
  return declared.length > 0 && declared.every((type) => type.kind === "instance" || isPointer(type));
}

/**
 * Whether a declared type says what an object may be: that of a function does not say which one, nor an open
 * container what is in it.
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
 * An object of an interface that says how it is called (`interface Setter { (x: string): void }`): a
 * function, be it any.
 */
function isCallable(resolution: Resolution, type: Value): boolean {
  return (
    type.kind === "instance" &&
    (resolution.index(type.type.file)?.bindings(type.type.scope, CALL_SIGNATURE).length ?? 0) > 0
  );
}

const FUNCTION_TYPE = /(?:^|[.\\])(?:Closure|[cC]allable|Function)$/;

/**
 * An object of which nothing is said but that it is a function: PHP's `callable`, Python's `Callable`,
 * TypeScript's `Function`.
 */
export function isAnyFunction(value: Value): boolean {
  return (
    value.kind === "external" && !value.isType && value.args.length === 0 && FUNCTION_TYPE.test(value.name)
  );
}

/** A container of which it is not said what it holds. */
export function isOpen(resolution: Resolution, type: Value): boolean {
  return type.kind === "external" && type.args.some((arg) => resolution.evaluate(arg).length === 0);
}
