/**
 * What a class has itself under a name: what its parts declare, what is stored into its objects, and methods
 * that name it.
 */
import { type BindingFact, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { StoreAt } from "../file-index.ts";
import { isTypeParameter, ofTypeIn } from "../generics/type-arguments.ts";
import type { Resolution } from "../resolution.ts";
import { isConclusive, valuesOfBindings } from "../types/declared.ts";
import { otherPartsWith } from "../types/parts.ts";
import { type ClassValue, NOTHING, type ScopeRef, type Values, scopeKey, union } from "../values.ts";
import { ownedConstants, ownedMethods, storesInto } from "./placed-members.ts";

/** Whether a class says itself that it has a member, other than by storing into it. */
export function isDeclared(resolution: Resolution, type: ClassValue, name: string): boolean {
  return [type, ...otherPartsWith(resolution, type, name)].some(
    ({ file, scope }) => (resolution.index(file)?.bindings(scope, name).length ?? 0) > 0,
  );
}

/** What a class itself has under a name, in whichever of its parts; null if it has nothing. */
export function ownMember(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  return resolution.once(["own", name, isGeneric(type) ? type : scopeKey(type)], () =>
    ownMemberNow(resolution, type, name),
  );
}

function ownMemberNow(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  const own = memberOfPart(resolution, type, name);
  const others = otherPartsWith(resolution, type, name);
  // An extension hides nothing of the type that it extends, nor the other way round: what has one name there
  // are overloads.
  const isExtended = [type, ...others].some(
    ({ file, scope }) =>
      ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.extension) !== 0,
  );
  if (own && !isExtended && !resolution.rules(type.file).hasOverloads) return own;
  const found = others.map((part) => memberOfPart(resolution, part, name) ?? NOTHING);
  return found.length === 0 ? own : union(own ?? NOTHING, ...found);
}

/** The same of one of its parts alone. */
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
  // What stands outside of an interface that declares a method itself is what some have in its place
  // (`impl<R: Read> Read for &R`).
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
  // Which type a type parameter stands for is another thing for each object: what one of them is made of says
  // nothing of the others.
  const isParameter = (field: BindingFact): boolean =>
    index.op(field.value) === "instance" && isTypeParameter(index, type.scope, index.operand(field.value, 1));
  if (resolution.rules(type.file).bindsFields && fields.some(isParameter)) return union(bound, methods);
  return union(bound, storedValues(resolution, type.file, stored), methods);
}

const CONSTANT = /^\p{Lu}/u;

function isGeneric(type: ScopeRef | ClassValue): type is ClassValue {
  return "kind" in type && type.kind === "class" && type.args.length > 0;
}

/** What a member of a generic class is declared to be, by the arguments of the class. */
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

/** A type that is declared where a member is stored (`self.name: Type = …`) outweighs what is stored. */
function storedValues(resolution: Resolution, file: number, stores: readonly StoreAt[]): Values {
  const index = resolution.index(file);
  const valuesOf = (some: readonly StoreAt[]): Values =>
    union(...some.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
  const declared = valuesOf(stores.filter(({ value }) => index?.op(value) === "instance"));
  return isConclusive(declared) ? declared : valuesOf(stores);
}
