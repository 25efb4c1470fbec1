/** What a plain name means: the scopes around it from the inside out, then the names of its package. */
import { NONE, SCOPE_FLAGS } from "../../flow/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { valuesOfBindings } from "../types/declared.ts";
import { memberOfClass } from "../members/members.ts";
import { isDeclared } from "../members/own-member.ts";
import { lineageOf } from "../types/lineage.ts";
import { METHOD } from "../members/sides.ts";
import { memberOfNamespace } from "../members/namespaces.ts";
import { objectsOfBlock } from "./block-objects.ts";
import { parameterValues } from "./parameters.ts";
import type { Resolution } from "../resolution.ts";
import { takenOver } from "./taken-over.ts";
import { classesOf } from "./this.ts";
import { functionsGiven, namedAfter } from "./variables.ts";
import { boundOfParameter } from "../generics/type-arguments.ts";
import { type ClassValue, NOTHING, type ScopeRef, type Value, type Values, union } from "../values.ts";

/** A name that is assigned more often than this (in generated code) says nothing about what is called. */
const MAX_BINDINGS = 50;

/** Where a name was found. */
export type NameOrigin = "scope" | "member" | "parameter" | "wildcard" | "package" | "nowhere";

export interface Meaning {
  readonly values: Values;
  readonly origin: NameOrigin;
  /** Scope of the file in which it was found; `NONE` for what comes from elsewhere. */
  readonly scope: number;
  /** A method of the object around, in a block that is run on another one, which has none of that name as far as is known. */
  readonly isGuess?: boolean;
}

export function lookUp(resolution: Resolution, place: ScopeRef, name: string): Meaning {
  const { file } = place;
  const index = resolution.index(file);
  if (!index) return { values: NOTHING, origin: "nowhere", scope: NONE };
  const rules = resolution.rules(file);
  let inherited = NOTHING;
  let isStatic = false;
  let isInMethod = false;
  let isInBlock = false;
  let isGuess = false;
  let isBehindType = false;
  for (let at = place.scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    const scope = index.flow.scopes[at];
    if (!scope) break;
    const ref = { file, scope: at };
    isStatic ||= scope.kind === "function" && (scope.flags & SCOPE_FLAGS.static) !== 0 && !(rules.partsSides && isInMethod);
    if (scope.kind === "function" && !isInMethod) {
      if ((scope.flags & SCOPE_FLAGS.arrow) === 0) isInMethod = true;
      else isInBlock = true;
    }
    if (scope.kind === "class" || scope.kind === "interface") {
      // Of the types around the innermost one only the constants are meant.
      if (rules.partsSides && isBehindType && METHOD.test(name)) continue;
      isBehindType = true;
      if (rules.classNames === "member") {
        const type = resolution.values.class(ref);
        // Where a name has one meaning for the class and one for its objects, a method of the class means the first.
        const self = (isStatic && !rules.hasOverloads) || (rules.partsSides && !isInMethod) ? type : resolution.values.instance(type);
        // A block may be run on an object of the class, or on the class, whatever stands around it.
        const values = memberOfClass(resolution, type, name, self) ?? (rules.partsSides && isInBlock ? memberOfClass(resolution, type, name, self === type ? resolution.values.instance(type) : type) : null);
        // What a type outside the codebase may have counts where nothing else has the name.
        if (values && (values.some(({ kind }) => kind !== "external") || isHolding(resolution, { type, name, values }))) return { values, origin: "member", scope: at, isGuess };
        // Nothing is known of what the class calls so, in whichever of its parts: a type parameter, a field of a type that is not read. No other meaning of the name counts.
        if (values?.length === 0 || (values === null && index.bindings(at, name).length > 0)) return { values: NOTHING, origin: "member", scope: at };
        if (inherited.length === 0) inherited = values ?? NOTHING;
        continue;
      }
      if (rules.classNames === "nothing" && boundOfParameter(index, at, name) !== undefined) return { values: resolution.evaluateAll(ref, index.bindings(at, name).slice(0, 1).map(({ value }) => value)), origin: "scope", scope: at };
      if (rules.classNames === "nothing" || at !== place.scope) continue;
    }
    const bound = index.bindings(at, name);
    const parameter = scope.params.findIndex((param) => param.name === name);
    if (bound.length > 0 || parameter >= 0) {
      if (bound.length > MAX_BINDINGS) resolution.limit("too_many_values");
      const assigned = valuesOfBindings(resolution, ref, bound.slice(0, MAX_BINDINGS));
      if (parameter < 0) return { values: assigned, origin: "scope", scope: at };
      return { values: union(assigned, parameterValues(resolution, ref, parameter)), origin: bound.length > 0 ? "scope" : "parameter", scope: at };
    }
    if (rules.partsSides && isInBlock && !isInMethod && METHOD.test(name)) {
      const objects = objectsOfBlock(resolution, ref);
      const values = resolution.membersNamed(objects, name);
      if (values.some(({ kind }) => kind === "function")) return { values, origin: "member", scope: at };
      isGuess ||= objects.length > 0;
    }
    if (rules.hasReceivers && scope.owner !== NONE) {
      const values = ofReceiver(resolution, ref, name);
      if (values.length > 0 && isLocalAround(index, scope.parent, name)) return besideLocal(lookUp(resolution, { file, scope: scope.parent }, name), values);
      if (values.length > 0) return { values, origin: "member", scope: at };
    }
    const elsewhere = scope.kind === "namespace" ? memberOfNamespace(resolution, ref, name) : NOTHING;
    if (elsewhere.length > 0) return { values: elsewhere, origin: "scope", scope: at };
    const values = takenOver(resolution, ref, name);
    if (values) return { values, origin: "wildcard", scope: at };
  }
  const values = rules.unbound(resolution, place, name);
  if (values.length > 0) return { values, origin: "package", scope: NONE };
  if (inherited.length > 0) return { values: inherited, origin: "member", scope: NONE };
  return { values: rules.isUnboundExternal ? [resolution.values.external(name, { isType: true })] : NOTHING, origin: "nowhere", scope: NONE };
}

/** A variable of a function around comes before a field of the receiver; a method is called by that name all the same. */
function besideLocal(local: Meaning, ofReceiver: Values): Meaning {
  return { ...local, values: union(local.values, ofReceiver.filter(({ kind }) => kind === "function")) };
}

function isLocalAround(index: FileIndex, scope: number, name: string): boolean {
  for (let at = scope; index.flow.scopes[at]?.kind === "function"; at = index.flow.scopes[at]?.parent ?? NONE) if (index.binds(at, name)) return true;
  return false;
}

/** What a plain name in an extension, or in a lambda with a receiver, is of the object. */
function ofReceiver(resolution: Resolution, ref: ScopeRef, name: string): Values {
  return union(...classesOf(resolution, ref).map((type) => {
    const values = memberOfClass(resolution, type, name, resolution.values.instance(type)) ?? NOTHING;
    return isHolding(resolution, { type, name, values }) ? values : values.filter(({ kind }) => kind !== "external");
  }));
}

/**
 * Whether a member is a field that a type, or one above it, declares to be a container or pointer from outside: that hides other names as
 * well. Where methods are read like fields, one of any type from outside does.
 */
function isHolding(resolution: Resolution, { type, name, values }: { readonly type: ClassValue; readonly name: string; readonly values: Values }): boolean {
  const { separatesMethods, readsMethods } = resolution.rules(type.file);
  const isHeld = (value: Value): boolean => value.kind === "external" && !value.isType && (readsMethods || value.args.length > 0);
  if ((separatesMethods && !readsMethods) || !values.some(isHeld)) return false;
  return lineageOf(resolution, type).types.some((own) => isDeclared(resolution, own, name));
}

/** Whether a variable stands for a type parameter (Python's `T = TypeVar("T", bound=Base)`), which whoever is written with it has as well: nobody calls it. */
function isTypeVariable(index: FileIndex, scope: number, name: string): boolean {
  const values = index.bindings(scope, name).map(({ value }) => value);
  return index.flow.scopes.some((_, other) => {
    const bound = boundOfParameter(index, other, name);
    return bound !== undefined && values.includes(bound);
  });
}

/** What is called by a variable or field of a scope: functions and classes that it holds, or the variable itself and the functions that stand in it. */
export function calledBy(resolution: Resolution, place: ScopeRef, name: string): ScopeRef[] {
  const index = resolution.index(place.file);
  if (!index || isTypeVariable(index, place.scope, name)) return [];
  // Fields of a class are no names of its scope.
  const values = valuesOfBindings(resolution, place, index.bindings(place.scope, name));
  const variables = values.filter((value) => value.kind === "variable");
  if (variables.length === 0) return values.flatMap((value) => (value.kind === "function" || value.kind === "class" ? [namedAfter(resolution, value)] : []));
  return variables.flatMap((variable) => {
    const inside = functionsGiven(resolution, variable).filter(({ file, scope }) => file === variable.file && resolution.index(file)?.flow.scopes[scope]?.parent === variable.scope);
    return [{ file: variable.file, scope: variable.scope }, ...inside];
  });
}
