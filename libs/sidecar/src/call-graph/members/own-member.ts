/**
 * Members of a class itself: those declared in its parts, those stored into its objects, and methods outside
 * that name it as their owner.
 */
import { type BindingFact, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { StoreAt } from "../file-index.ts";
import { isTypeParameter, ofTypeIn } from "../generics/type-arguments.ts";
import type { Resolution } from "../resolution.ts";
import { isConclusive, valuesOfBindings } from "../types/declared.ts";
import { otherPartsWith } from "../types/parts.ts";
import { type ClassValue, NOTHING, type ScopeRef, type Values, scopeKey, union } from "../values.ts";
import { ownedConstants, ownedMethods, storesInto } from "./placed-members.ts";

/** Whether a class declares a member, other than by storing into it. */
export function isDeclared(resolution: Resolution, type: ClassValue, name: string): boolean {
  return [type, ...otherPartsWith(resolution, type, name)].some(
    ({ file, scope }) => (resolution.index(file)?.bindings(scope, name).length ?? 0) > 0,
  );
}

/** Members of this name in any part of a class, without inherited ones; null if there are none. */
export function ownMember(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  return resolution.once(["own", name, isGeneric(type) ? type : scopeKey(type)], () =>
    ownMemberNow(resolution, type, name),
  );
}

function ownMemberNow(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  const own = memberOfPart(resolution, type, name);
  const others = otherPartsWith(resolution, type, name);
  // Extensions and the extended type do not hide each other's members: those of one name are overloads.
  const isExtended = [type, ...others].some(
    ({ file, scope }) =>
      ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.extension) !== 0,
  );
  if (own && !isExtended && !resolution.rules(type.file).hasOverloads) return own;
  const found = others.map((part) => memberOfPart(resolution, part, name) ?? NOTHING);
  return found.length === 0 ? own : union(own ?? NOTHING, ...found);
}

/** Members of this name in one part of a class; null if there are none. */
export function memberOfPart(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  const index = resolution.index(type.file);
  if (!index) return null;
  const declared = index.bindings(type.scope, name);
  const stored = storesInto(resolution, type, name);
  const owned = resolution.rules(type.file).hasOwners ? ownedMethods(resolution, type, name) : NOTHING;
  if (declared.length + stored.length + owned.length === 0) {
    const constants =
      resolution.rules(type.file).bindsFields && CONSTANT.test(name)
        ? ownedConstants(resolution, type, name)
        : NOTHING;
    return constants.length > 0 ? constants : null;
  }
  const isMethod = ({ value }: BindingFact): boolean =>
    index.op(value) === "scope" && index.flow.scopes[index.operand(value, 1)]?.name === name;
  const apart = resolution.rules(type.file).separatesMethods ? declared.filter(isMethod) : [];
  const fields = apart.length > 0 ? declared.filter((binding) => !apart.includes(binding)) : declared;
  // For an interface that declares the method itself, methods outside of it are implementations (`impl<R:
  // Read> Read for &R`).
  const isInterface = index.flow.scopes[type.scope]?.kind === "interface";
  const methods = union(
    resolution.evaluateAll(
      type,
      apart.map(({ value }) => value),
    ),
    isInterface && apart.length > 0 ? NOTHING : owned,
  );
  const bound = isGeneric(type)
    ? valuesIn(resolution, type, fields)
    : valuesOfBindings(resolution, type, fields);
  if (isConclusive(bound) && fields.some(({ value }) => index.op(value) === "instance"))
    return resolution.rules(type.file).separatesMethods ? union(bound, methods) : bound;
  // A field whose type is a type parameter has a different type in each object: values stored into one object
  // say nothing about the others.
  const isParameter = (field: BindingFact): boolean =>
    index.op(field.value) === "instance" && isTypeParameter(index, type.scope, index.operand(field.value, 1));
  if (resolution.rules(type.file).bindsFields && fields.some(isParameter)) return union(bound, methods);
  return union(bound, storedValues(resolution, type.file, stored), methods);
}

const CONSTANT = /^\p{Lu}/u;

function isGeneric(type: ScopeRef | ClassValue): type is ClassValue {
  return "kind" in type && type.kind === "class" && type.args.length > 0;
}

/** Values of a generic class's member, by its declared type with the type arguments substituted. */
function valuesIn(resolution: Resolution, type: ClassValue, declared: readonly BindingFact[]): Values {
  const index = resolution.index(type.file);
  const { file, scope } = type;
  const typed = declared
    .filter(({ value }) => index?.op(value) === "instance")
    .map(({ value }) =>
      ofTypeIn(resolution, [type], { file, scope, expr: index?.operand(value, 1) ?? NONE }),
    );
  const values = union(...typed);
  return isConclusive(values) ? values : union(values, valuesOfBindings(resolution, type, declared));
}

/**
 * Stored values of a member. A type declared where it is stored (`self.name: Type = …`) takes precedence over
 * the values.
 */
function storedValues(resolution: Resolution, file: number, stores: readonly StoreAt[]): Values {
  const index = resolution.index(file);
  const valuesOf = (some: readonly StoreAt[]): Values =>
    union(...some.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
  const declared = valuesOf(stores.filter(({ value }) => index?.op(value) === "instance"));
  return isConclusive(declared) ? declared : valuesOf(stores);
}
