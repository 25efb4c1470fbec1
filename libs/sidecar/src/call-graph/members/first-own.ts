/** Member lookup along the method resolution order: the members of the first type that has any of a name. */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { extendingLineOf, lineageOf } from "../types/lineage.ts";
import { otherPartsWith } from "../types/parts.ts";
import {
  type ClassValue,
  type FunctionValue,
  NOTHING,
  type ScopeRef,
  type Value,
  type Values,
  union,
} from "../values.ts";
import { isDeclared, memberOfPart, ownMember } from "./own-member.ts";
import { type Side, isOfSide, sideOf } from "./sides.ts";

/**
 * Values of the first type that has a member of this name. Properties are returned as their functions, and
 * methods are not bound to an object yet.
 */
export function firstOwn(
  resolution: Resolution,
  types: readonly ClassValue[],
  name: string,
  self: Value | null,
): Values | null {
  const addsLast = types[0] !== undefined && resolution.rules(types[0].file).addsLast;
  return (
    (addsLast ? firstAmong(types, { resolution, name, self, have: withoutAdded }) : null) ??
    firstAmong(types, { resolution, name, self, have: ownMember })
  );
}

interface Search {
  readonly resolution: Resolution;
  readonly name: string;
  readonly self: Value | null;
  /** The lookup in a single type. */
  readonly have: (resolution: Resolution, type: ClassValue, name: string) => Values | null;
}

/** Members of a type without those that extensions add. */
function withoutAdded(resolution: Resolution, type: ClassValue, name: string): Values | null {
  const all = ownMember(resolution, type, name);
  const own = all?.filter(
    (value) =>
      value.kind !== "function" ||
      (resolution.index(value.file)?.flow.scopes[value.scope]?.owner ?? NONE) === NONE,
  );
  return own && (own.length > 0 || isDeclared(resolution, type, name)) ? own : null;
}

function firstAmong(types: readonly ClassValue[], { resolution, name, self, have }: Search): Values | null {
  const found: Values[] = [];
  for (const type of types) {
    const { separatesMethods, hasOverloads, labelsArguments, readsMethods, separatesStaticMembers } =
      resolution.rules(type.file);
    // A field does not hide inherited methods, unless it overrides one without parameters.
    const isBeside = (value: Value): boolean =>
      isFunction(value) && !(readsMethods && isRead(resolution, value));
    const all = separatesStaticMembers
      ? memberOfSide(resolution, type, name, sideOf(self))
      : have(resolution, type, name);
    const own = found.length > 0 && separatesMethods ? all?.filter(isBeside) : all;
    if (!own) continue;
    // An external value that is assigned without a declaration: a base type may declare the member.
    if (own.every(({ kind }) => kind === "external") && !isDeclared(resolution, type, name)) {
      found.push(own);
      continue;
    }
    found.push(hasOverloads || separatesStaticMembers ? own : ofOneSide(resolution, type, own, self));
    // With overloads, a method hides inherited ones only if it has the same parameters.
    if (separatesMethods && !own.some(isFunction)) continue;
    if (
      !hasOverloads ||
      !own.every(
        (value) => isFunction(value) && !((labelsArguments || readsMethods) && isRead(resolution, value)),
      )
    )
      break;
  }
  return found.length === 0 ? null : union(...found);
}

/**
 * Static methods or methods of objects, whichever the lookup is for: a class may have one of each under the
 * same name.
 */
function ofOneSide(resolution: Resolution, type: ScopeRef, own: Values, self: Value | null): Values {
  const scopes = resolution.index(type.file)?.flow.scopes;
  // A decorator's wrapper is defined elsewhere; it counts for the same side as the wrapped method.
  const methods = own.filter(
    (value): value is FunctionValue =>
      value.kind === "function" && value.file === type.file && scopes?.[value.scope]?.parent === type.scope,
  );
  const isStatic = ({ scope }: FunctionValue): boolean =>
    ((scopes?.[scope]?.flags ?? 0) & SCOPE_FLAGS.static) !== 0;
  const isMeant =
    self === null || self.kind === "class" ? isStatic : (method: FunctionValue): boolean => !isStatic(method);
  const others = new Set<Value>(methods.filter((method) => !isMeant(method)));
  return others.size === methods.length ? own : own.filter((value) => !others.has(value));
}

/**
 * Members of a class for one side, for languages that separate static members: its own and, for the class
 * side, those of modules it is extended with. Null if there are none.
 */
function memberOfSide(resolution: Resolution, type: ClassValue, name: string, side: Side): Values | null {
  return resolution.once(["of side", side, name, type], () => memberOfSideNow(resolution, type, name, side));
}

function memberOfSideNow(resolution: Resolution, type: ClassValue, name: string, side: Side): Values | null {
  for (const part of [type, ...otherPartsWith(resolution, type, name)]) {
    const all = memberOfPart(resolution, part, name) ?? NOTHING;
    const own = all.filter(
      (value) => isOfSide(resolution, value, side) || isLeftToOther(resolution, type, value),
    );
    if (own.length > 0) return own;
    if (all.length > 0 && isLeftToClass(resolution, part, name)) return all;
  }
  return side === "objects" ? null : memberExtending(resolution, type, name);
}

/**
 * Whether a member is delegated to another object or class. It then counts for the side that declares the
 * delegation.
 */
function isLeftToOther(resolution: Resolution, type: ClassValue, value: Value): boolean {
  return (
    value.kind === "function" &&
    value.self !== null &&
    !lineageOf(resolution, type).types.some(
      ({ file, scope }) =>
        file === value.file && scope === resolution.index(file)?.flow.scopes[value.scope]?.parent,
    )
  );
}

/** `delegate :limit, to: :class`. */
function isLeftToClass(resolution: Resolution, { file, scope }: ScopeRef, name: string): boolean {
  const index = resolution.index(file);
  return (
    index
      ?.bindings(scope, name)
      .some(
        ({ value }) => index.op(value) === "member" && index.op(index.operand(value, 1)) === "type_of",
      ) === true
  );
}

/**
 * Methods of modules that a class is extended with: these are methods of objects inside the module, and
 * static in the class.
 */
function memberExtending(resolution: Resolution, type: ClassValue, name: string): Values | null {
  for (const above of extendingLineOf(resolution, type)) {
    const own = resolution.once(["extending", name, above], () => methodsOfModule(resolution, above, name));
    if (own.length > 0) return own;
  }
  return null;
}

function methodsOfModule(resolution: Resolution, module: ClassValue, name: string): Values {
  const ofParts = [module, ...otherPartsWith(resolution, module, name)].map(
    (part) =>
      memberOfPart(resolution, part, name)?.filter(
        (value) => value.kind === "function" && isOfSide(resolution, value, "objects"),
      ) ?? NOTHING,
  );
  return ofParts.find((own) => own.length > 0) ?? NOTHING;
}

/** Whether a value is a property. A type has only one property of a name. */
function isRead(resolution: Resolution, value: Value): boolean {
  return (
    value.kind === "function" &&
    ((resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0) & SCOPE_FLAGS.getter) !== 0
  );
}

function isFunction({ kind }: Value): boolean {
  return kind === "function";
}
