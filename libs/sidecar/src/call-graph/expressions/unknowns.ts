/**
 * Whether a value may also be something unknown. A literal shows one possibility and says nothing about the
 * others: `link = given or ""` is a string only if nothing was given.
 */
import { type ExprId, type BindingFact, NONE, NULL_TYPES, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { functionsCalled } from "./called.ts";
import { resolveName } from "./names.ts";
import { argumentsFor, parameterValues } from "./parameters.ts";
import { lineageOf } from "../types/lineage.ts";
import { isConclusive, saysWhatItIs } from "../types/declared.ts";
import { storesInto } from "../members/placed-members.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type Site, type ScopeRef, type Value, exprKey } from "../values.ts";

/** For dynamically typed languages; false in all others. Null counts as no value, not as an unknown one. */
export function mayBeUnknown(resolution: Resolution, place: Site): boolean {
  if (place.expr === NONE || !resolution.rules(place.file).isDynamicallyTyped) return false;
  return resolution.walked("unknown", exprKey(place), { met: false, tooFar: true }, () =>
    isUnknownNow(resolution, place),
  );
}

function isUnknownNow(resolution: Resolution, place: Site): boolean {
  const index = resolution.index(place.file);
  if (!index) return true;
  const at = (operand: number): Site => ({ ...place, expr: index.operand(place.expr, operand) });
  const isNothing = resolution.evaluate(place).length === 0;
  switch (index.op(place.expr)) {
    case "builtin":
      return isNothing && !NULL_TYPES.has(index.string(place.expr, 1));
    case "either":
      return anyUnknown(resolution, place, index.items(place.expr, 1));
    case "standing":
      return mayBeUnknown(resolution, { ...at(1), scope: index.operand(place.expr, 2) });
    case "variable":
      return mayBeUnknown(resolution, at(2));
    case "await":
    case "entered":
      return isNothing || mayBeUnknown(resolution, at(1));
    case "name":
      return isNameUnknown(resolution, place, index.string(place.expr, 1)) ?? isNothing;
    case "member": {
      const name = index.string(place.expr, 2);
      const objects = resolution.evaluate(at(1));
      return (
        (objects.length > 0 && mayBeUnknown(resolution, at(1))) ||
        (firstKnown(objects.map((object) => isMemberUnknown(resolution, object, name))) ?? isNothing)
      );
    }
    case "call":
    case "new":
      return (
        isNothing ||
        mayBeUnknown(resolution, at(1)) ||
        functionsCalled(resolution, place).some((called) => isResultUnknown(resolution, called))
      );
    default:
      return isNothing;
  }
}

function anyUnknown(resolution: Resolution, { file, scope }: ScopeRef, exprs: readonly ExprId[]): boolean {
  return exprs.some((expr) => mayBeUnknown(resolution, { file, scope, expr }));
}

/** True if any answer is true; null if all are null, or if there are none. */
function firstKnown(answers: readonly (boolean | null)[]): boolean | null {
  const given = answers.filter((answer) => answer !== null);
  return given.length === 0 ? null : given.includes(true);
}

/** Null if no scope of the file binds the name. */
function isNameUnknown(resolution: Resolution, { file, scope }: ScopeRef, name: string): boolean | null {
  const index = resolution.index(file);
  const found = resolveName(resolution, { file, scope }, name);
  if (!index || found.scope === NONE || (found.origin !== "scope" && found.origin !== "parameter"))
    return null;
  const around = { file, scope: found.scope };
  const position = index.flow.scopes[found.scope]?.params.findIndex((param) => param.name === name) ?? NONE;
  return (
    areBindingsUnknown(resolution, around, index.bindings(found.scope, name)) ||
    (position >= 0 && isParameterUnknown(resolution, around, position))
  );
}

/** A declared type determines the values of its bindings. */
function areBindingsUnknown(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  bindings: readonly BindingFact[],
): boolean {
  const index = resolution.index(file);
  const declared = bindings.filter(({ value }) => index?.op(value) === "instance");
  if (declared.length > 0)
    return (
      resolution.evaluateAll(
        { file, scope },
        declared.map(({ value }) => value),
      ).length === 0
    );
  return anyUnknown(
    resolution,
    { file, scope },
    bindings.map(({ value }) => value),
  );
}

/** A parameter without known arguments is unknown. */
function isParameterUnknown(resolution: Resolution, ref: ScopeRef, position: number): boolean {
  const parameter = resolution.index(ref.file)?.flow.scopes[ref.scope]?.params[position];
  if (parameter?.kind !== "positional") return false;
  if (
    parameter.type !== NONE &&
    saysWhatItIs(resolution, resolution.ofType({ ...ref, expr: parameter.type }))
  )
    return false;
  if (parameterValues(resolution, ref, position).length === 0) return true;
  const handed = argumentsFor(resolution, ref, position);
  return handed.length === 0
    ? parameter.default !== NONE
    : handed.some((argument) => mayBeUnknown(resolution, argument));
}

/** Null if the object has no such member itself. */
function isMemberUnknown(resolution: Resolution, object: Value, name: string): boolean | null {
  switch (object.kind) {
    case "instance":
      return isFieldUnknown(resolution, object.type, name);
    case "class":
      return isFieldUnknown(resolution, object, name);
    case "module": {
      const bindings = resolution.index(object.file)?.bindings(0, name) ?? [];
      return bindings.length === 0
        ? null
        : areBindingsUnknown(resolution, { file: object.file, scope: 0 }, bindings);
    }
    default:
      return null;
  }
}

function isFieldUnknown(resolution: Resolution, type: ClassValue, name: string): boolean | null {
  return firstKnown(
    lineageOf(resolution, type).types.map((part) => {
      const index = resolution.index(part.file);
      const bindings = index?.bindings(part.scope, name) ?? [];
      const stored = storesInto(resolution, part, name);
      if (bindings.length + stored.length === 0) return null;
      const isDeclared = [...bindings, ...stored].some(
        ({ value }) =>
          index?.op(value) === "instance" && isConclusive(resolution.evaluate({ ...part, expr: value })),
      );
      return (
        !isDeclared &&
        (areBindingsUnknown(resolution, part, bindings) ||
          stored.some(({ value, scope }) =>
            mayBeUnknown(resolution, { file: part.file, scope, expr: value }),
          ))
      );
    }),
  );
}

/**
 * Whether a function may return something unknown. A declared return type says enough, and a generator
 * returns a generator.
 */
function isResultUnknown(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  if (
    !own ||
    own.returnType !== NONE ||
    (own.flags & (SCOPE_FLAGS.generator | SCOPE_FLAGS.constructor)) !== 0
  )
    return false;
  return anyUnknown(resolution, { file, scope }, own.returns);
}
