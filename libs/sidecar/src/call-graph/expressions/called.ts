/** What a call calls, after its arguments have selected among overloads. */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { constructorsAbove, constructorsOf, ownConstructors } from "../members/constructors.ts";
import { methodsFirst } from "../members/fields-and-methods.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import { bestOverloads } from "../types/overloads.ts";
import { isSameType, mainPart } from "../types/parts.ts";
import { asObjects, asTypes } from "../types/type-or-object.ts";
import {
  type ClassValue,
  exprKey,
  type FunctionValue,
  NOTHING,
  type ScopeRef,
  type Site,
  type Value,
  type Values,
} from "../values.ts";
import { classesOf } from "./this.ts";
import { isVariable } from "./variables.ts";

/** Values that a call calls. */
export interface Called {
  readonly values: Values;
  /** Several overloads remain, of which only one can be meant. */
  readonly isAmbiguous: boolean;
}

/** Values of the callee of a `call` or `new`. */
export function calledValues(resolution: Resolution, call: Site): Called {
  return resolution.once(["called", exprKey(call)], () => calledNow(resolution, call));
}

function calledNow(resolution: Resolution, call: Site): Called {
  const callee = resolution.index(call.file)?.operand(call.expr, 1);
  if (callee === undefined) return { values: NOTHING, isAmbiguous: false };
  if (resolution.index(call.file)?.op(callee) === "super")
    return { values: constructorsAbove(resolution, { ...call, expr: callee }), isAmbiguous: false };
  const values = withoutForeign(
    resolution,
    { ...call, expr: callee },
    methodsFirst(resolution, { ...call, expr: callee }),
  );
  const meant = resolution.rules(call.file).selectAmong(resolution, call, values);
  return chosenFrom(
    resolution,
    resolution.index(call.file)?.op(call.expr) === "new"
      ? typesMade(resolution, { ...call, expr: callee }, meant)
      : appliedFirst(resolution, call, meant),
    call,
  );
}

/**
 * Types that `new` may construct. In languages where types have names of their own, a function of that name
 * is ignored.
 */
function typesMade(resolution: Resolution, callee: Site, values: Values): Values {
  const index = resolution.index(callee.file);
  const isOther =
    resolution.rules(callee.file).hasCompanions &&
    index?.op(callee.expr) === "name" &&
    values.every(({ kind }) => kind === "function");
  return asTypes(
    resolution,
    callee,
    isOther && values.length > 0 ? resolution.typesNamed(callee, index.string(callee.expr, 1)) : values,
  );
}

/**
 * Without `new`, a name of both a class and an object means the object if that is callable, unless the
 * compiler generates its `apply`.
 */
function appliedFirst(resolution: Resolution, call: Site, values: Values): Values {
  const objects = asObjects(resolution, call, values);
  if (objects.length === values.length) return values;
  const isApplied = (value: Value): boolean =>
    value.kind === "class" &&
    (flagsOf(resolution, value) & SCOPE_FLAGS.made) === 0 &&
    methodsApplied(resolution, value).length > 0;
  return objects.some(isApplied) ? objects : values;
}

function flagsOf(resolution: Resolution, { file, scope }: ScopeRef): number {
  return resolution.index(file)?.flow.scopes[scope]?.flags ?? 0;
}

/** The `apply` methods of an object; empty for a class. */
export function methodsApplied(resolution: Resolution, type: ClassValue): readonly FunctionValue[] {
  if ((flagsOf(resolution, type) & SCOPE_FLAGS.object) === 0) return [];
  return (resolution.memberOfClass(type, "apply", null) ?? NOTHING).filter(
    (value): value is FunctionValue => value.kind === "function",
  );
}

/** Selects among overloads: functions of one name that the same object has, by the arguments of a call. */
export function chosenFrom(resolution: Resolution, values: Values, call: Site): Called {
  const groups = new Map<string, FunctionValue[]>();
  const keys = new Map<Value | null, number>();
  const keyOf = (value: FunctionValue): string =>
    `${resolution.index(value.file)?.flow.scopes[value.scope]?.name} ` +
    `${keys.get(value.self) ?? (keys.set(value.self, keys.size), keys.size - 1)}`;
  for (const value of values) {
    if (value.kind !== "function" || !isOverload(resolution, value)) continue;
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  // Where labels distinguish functions, even a single function may not fit the call.
  const overloads = [...groups.values()]
    .filter((group) => group.length > 1 || resolution.rules(group[0]?.file ?? call.file).labelsArguments)
    .map((group) => ({ group, best: bestOverloads(resolution, group, call) }));
  if (overloads.length === 0) return { values, isAmbiguous: false };
  const left = new Set<Value>(
    overloads.flatMap(({ group, best }) => group.filter((value) => !best.includes(value))),
  );
  return {
    values: values.filter((value) => !left.has(value)),
    isAmbiguous: overloads.some(({ best }) => best.length > 1),
  };
}

/** Closures have no labels that could distinguish them: a call of a parameter may run any of them. */
function isOverload(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const { hasOverloads, labelsArguments } = resolution.rules(file);
  return hasOverloads && !(labelsArguments && resolution.index(file)?.flow.scopes[scope]?.name === "");
}

/** Functions that run when a value is called. */
export interface CalledScopes {
  readonly scopes: readonly ScopeRef[];
  readonly isAmbiguous: boolean;
}

/** Functions that run when a value is called. */
export function scopesCalled(resolution: Resolution, value: Value, call: Site): CalledScopes {
  const certain = (scopes: readonly ScopeRef[]): CalledScopes => ({ scopes, isAmbiguous: false });
  switch (value.kind) {
    case "function":
      return certain([
        { file: value.file, scope: value.scope },
        ...readFirst(resolution, value, call).flatMap(
          (given) => scopesCalled(resolution, given, call).scopes,
        ),
      ]);
    case "variable":
      return certain(isVariable(resolution, value) ? [{ file: value.file, scope: value.scope }] : []);
    case "class":
      return companionsCalled(resolution, value, call) ?? constructorsCalled(resolution, value, call);
    case "instance": {
      const { callMethod } = resolution.rules(value.type.file);
      const methods = callMethod === null ? null : resolution.memberOfClass(value.type, callMethod, value);
      const { values, isAmbiguous } = chosenFrom(
        resolution,
        (methods ?? NOTHING).filter(({ kind }) => kind === "function"),
        call,
      );
      return {
        scopes: values.flatMap((method) => scopesCalled(resolution, method, call).scopes),
        isAmbiguous,
      };
    }
    case "module": {
      const exported = resolution
        .rules(value.file)
        .exported(resolution, value, "default")
        .filter(({ kind }) => kind === "function" || kind === "class");
      return certain(exported.flatMap((other) => scopesCalled(resolution, other, call).scopes));
    }
    default:
      return certain([]);
  }
}

/**
 * Values that a method returns when it is called without parentheses, so that the parentheses after it call
 * its result; empty for any other call.
 */
export function readFirst(resolution: Resolution, method: FunctionValue, call: Site): Values {
  const isRead =
    resolution.rules(method.file).readsMethods && (flagsOf(resolution, method) & SCOPE_FLAGS.getter) !== 0;
  return isRead && (resolution.index(call.file)?.operand(call.expr, 2) ?? 0) > 0
    ? resolution
        .functionResults(method)
        .filter((given) => given.kind === "instance" || given.kind === "external")
    : NOTHING;
}

/**
 * What calling an object or class without `new` runs: an object's `apply`, or the constructor behind a
 * class's generated `apply`. Null where the common rules apply.
 */
function companionsCalled(resolution: Resolution, type: ClassValue, call: Site): CalledScopes | null {
  const flags = flagsOf(resolution, type);
  const isNew = resolution.index(call.file)?.op(call.expr) === "new";
  const isMade = (flags & SCOPE_FLAGS.made) !== 0;
  if ((flags & SCOPE_FLAGS.object) !== 0) {
    const best = isNew
      ? []
      : bestOverloads(
          resolution,
          [...methodsApplied(resolution, type), ...(isMade ? companionOf(resolution, type, "class") : [])],
          call,
        );
    const functions = best.filter((ref): ref is FunctionValue => "kind" in ref && ref.kind === "function");
    return {
      scopes: functions.flatMap((value) => scopesCalled(resolution, value, call).scopes),
      isAmbiguous: best.length > 1,
    };
  }
  if ((flags & SCOPE_FLAGS.applied) === 0 || isNew) return null;
  if (!isMade) return { scopes: [], isAmbiguous: false };
  // An `apply` in the source replaces the compiler's where it takes the same arguments.
  const best = bestOverloads(
    resolution,
    [
      ...companionOf(resolution, type, "object").flatMap((object) => methodsApplied(resolution, object)),
      type,
    ],
    call,
  );
  return {
    scopes: best.includes(type) ? constructorsOf(resolution, type).slice(0, 1) : [],
    isAmbiguous: best.length > 1,
  };
}

/** The class next to an object of the same name, or the object next to a class. */
function companionOf(
  resolution: Resolution,
  { file, scope }: ClassValue,
  kind: "class" | "object",
): readonly ClassValue[] {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  const found = (index?.scopes.named(own?.name ?? "") ?? []).filter((at) => {
    const other = index?.flow.scopes[at];
    return (
      at !== scope &&
      other !== undefined &&
      other.parent === own?.parent &&
      other.kind === "class" &&
      ((other.flags & SCOPE_FLAGS.object) !== 0) === (kind === "object")
    );
  });
  return found.map((at) => resolution.values.class({ file, scope: at }));
}

function constructorsCalled(resolution: Resolution, type: ClassValue, call: Site): CalledScopes {
  const constructors = constructorsOf(resolution, type);
  const [first] = constructors;
  if (!first || !resolution.rules(first.file).hasOverloads)
    return { scopes: constructors, isAmbiguous: false };
  const isClass = (ref: ScopeRef): boolean =>
    resolution.index(ref.file)?.flow.scopes[ref.scope]?.kind === "class";
  const best = bestOverloads(
    resolution,
    constructors.filter((ref) => !isClass(ref)),
    call,
  );
  if (best.length === 0 && resolution.rules(first.file).labelsArguments)
    return inheritedConstructors(resolution, type, call);
  return { scopes: [...constructors.filter(isClass), ...best], isAmbiguous: best.length > 1 };
}

/**
 * Constructors for a call whose labels fit none of the type's own: those of the nearest base type with a
 * match, otherwise the one that the compiler generates.
 */
function inheritedConstructors(resolution: Resolution, type: ClassValue, call: Site): CalledScopes {
  const above = lineageOf(resolution, type).types.slice(1);
  const best =
    above
      .map((other) => bestOverloads(resolution, ownConstructors(resolution, other), call))
      .find((found) => found.length > 0) ?? [];
  return best.length > 0
    ? { scopes: best, isAmbiguous: best.length > 1 }
    : { scopes: [mainPart(resolution, type)], isAmbiguous: false };
}

/** Functions that a call runs, including constructors. */
export function functionsCalled(resolution: Resolution, call: Site): readonly FunctionValue[] {
  return calledValues(resolution, call).values.flatMap((value): readonly FunctionValue[] => {
    if (value.kind === "function") return [value];
    return value.kind === "class"
      ? scopesCalled(resolution, value, call).scopes.map((ref) =>
          resolution.values.function(ref, resolution.values.instance(value)),
        )
      : [];
  });
}

// Which extensions a plain name may mean: those of objects whose scope encloses the call.

/**
 * Drops extensions of types of the codebase that are not types of any enclosing object, if other values
 * remain.
 *
 * @param values possible values of a call's callee
 */
function withoutForeign(resolution: Resolution, callee: Site, values: Values): Values {
  const { hasReceivers, matchesAdded } = resolution.rules(callee.file);
  if (
    values.length < 2 ||
    !hasReceivers ||
    !matchesAdded ||
    resolution.index(callee.file)?.op(callee.expr) !== "name"
  )
    return values;
  const foreign = new Set<Value>(
    values.filter((value) => value.kind === "function" && isForeign(resolution, callee, value)),
  );
  return foreign.size === 0 || foreign.size === values.length
    ? values
    : values.filter((value) => !foreign.has(value));
}

function isForeign(resolution: Resolution, { file, scope }: Site, extension: FunctionValue): boolean {
  const own = resolution.index(extension.file)?.flow.scopes[extension.scope];
  if (!own || own.owner === NONE) return false;
  const receivers = resolution.evaluate({ file: extension.file, scope: own.parent, expr: own.owner });
  const scopes = resolution.index(file)?.flow.scopes;
  for (let at = scope; at !== NONE; at = scopes?.[at]?.parent ?? NONE) {
    // The type of this receiver is unknown, so that it may be the extended one.
    if ((scopes?.[at]?.owner ?? NONE) !== NONE && classesOf(resolution, { file, scope: at }).length === 0)
      return false;
    const around = classesOf(resolution, { file, scope: at }).flatMap(
      (type) => lineageOf(resolution, type).types,
    );
    if (
      receivers.some(
        (receiver) =>
          receiver.kind !== "class" || around.some((type) => isSameType(resolution, type, receiver)),
      )
    )
      return false;
  }
  return receivers.length > 0;
}
