/**
 * Finds the functions that a call of a declaration may reach: its definition elsewhere, and overrides and
 * implementations in subtypes.
 */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { methodsBefore } from "./sibling-overrides.ts";
import { resolveName } from "../expressions/names.ts";
import { lineageOf } from "../types/lineage.ts";
import type { FileIndex } from "../file-index.ts";
import { pathOf } from "../members/namespaces.ts";
import { type Side, isOfClass, sideOf } from "../members/sides.ts";
import { hasSameParameters } from "../types/overloads.ts";
import { functionsPut, typesAround } from "../types/literal-types.ts";
import { isSameType } from "../types/parts.ts";
import { MAX_SUBTYPES, inheritedMethods, isProtocol, methodsNamed, subtypesOf } from "../types/subtypes.ts";
import type { Resolution } from "../resolution.ts";
import { classesOf, isMethod, thisOf } from "../expressions/this.ts";
import {
  type ClassValue,
  type Site,
  type ScopeRef,
  type Value,
  type Values,
  distinctScopes,
  functionsAmong,
  isSameScope,
  scopeKey,
} from "../values.ts";

/**
 * Definitions of a function that is only declared here (an overload signature, a C prototype); the function
 * itself if there are none.
 */
export function definitionsOf(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(ref.file);
  const own = index?.flow.scopes[ref.scope];
  if (!index || !own || (own.flags & SCOPE_FLAGS.abstract) === 0) return [ref];
  const { hasOverloads, hasOwners } = resolution.rules(ref.file);
  const takesSame = (other: ScopeRef): boolean => !hasOverloads || hasSameParameters(resolution, ref, other);
  const beside = definedIn(resolution, { file: ref.file, scope: own.parent }, own.name).filter((scope) =>
    takesSame({ file: ref.file, scope }),
  );
  if (beside.length > 0) return beside.map((scope) => ({ file: ref.file, scope }));
  if (!hasOwners || index.flow.scopes[own.parent]?.kind === "interface") return [ref];
  const owners = classesOf(resolution, ref);
  const isSame = (other: ScopeRef): boolean =>
    takesSame(other) &&
    hasSameOwner(resolution, owners, classesOf(resolution, other)) &&
    (owners.length > 0 || mayDefine(resolution, ref, other));
  const elsewhere = resolution.project
    .filesDefining(own.name)
    .flatMap((file) =>
      (resolution.index(file)?.scopes.named(own.name) ?? [])
        .map((scope) => ({ file, scope }))
        .filter((other) => isDefinition(resolution, other, own.name) && isSame(other)),
    );
  return elsewhere.length > 0 ? elsewhere : [ref];
}

/**
 * Definitions of a name directly in a scope. Memoized, because a header may declare thousands of functions of
 * one name.
 */
function definedIn(resolution: Resolution, { file, scope }: ScopeRef, name: string): readonly number[] {
  return resolution.once(["defined in", file, scope, name], () => {
    const index = resolution.index(file);
    return (index?.scopes.named(name) ?? []).filter(
      (at) => index?.flow.scopes[at]?.parent === scope && isDefinition(resolution, { file, scope: at }, name),
    );
  });
}

function isDefinition(resolution: Resolution, { file, scope }: ScopeRef, name: string): boolean {
  const other = resolution.index(file)?.flow.scopes[scope];
  return other?.kind === "function" && other.name === name && (other.flags & SCOPE_FLAGS.abstract) === 0;
}

/**
 * Whether a function outside of classes may be the definition: it is in the same package or namespace, and
 * visible to other files. A definition outside of its namespace names the namespace.
 */
function mayDefine(resolution: Resolution, declared: ScopeRef, other: ScopeRef): boolean {
  const [ours, theirs] = [resolution.index(declared.file), resolution.index(other.file)];
  const own = theirs?.flow.scopes[other.scope];
  if (!ours || !theirs || !own) return true;
  if (!resolution.rules(declared.file).opensNamespaces)
    return (
      ours.flow.package === theirs.flow.package &&
      placeOf(ours, declared.scope) === placeOf(theirs, other.scope)
    );
  const isHidden = other.file !== declared.file && (own.flags & SCOPE_FLAGS.exported) === 0;
  return !isHidden && (own.owner !== NONE || pathOf(ours, declared.scope) === pathOf(theirs, other.scope));
}

/** Names of the scopes around a scope. */
function placeOf(index: FileIndex, scope: number): string {
  const names: string[] = [];
  for (
    let at = index.flow.scopes[scope]?.parent ?? NONE;
    at !== NONE;
    at = index.flow.scopes[at]?.parent ?? NONE
  )
    names.push(index.flow.scopes[at]?.name ?? "");
  return names.join(" ");
}

function hasSameOwner(
  resolution: Resolution,
  left: readonly ClassValue[],
  right: readonly ClassValue[],
): boolean {
  if (left.length === 0 || right.length === 0) return left.length === right.length;
  return left.some((owner) => right.some((other) => isSameType(resolution, owner, other)));
}

/** Overrides and implementations of a method in subtypes. */
export function implementationsOf(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const own = resolution.index(ref.file)?.flow.scopes[ref.scope];
  if (own === undefined || !isReplaceable(resolution, ref)) return [];
  return resolution.once(["implementations", scopeKey(ref)], () => {
    const replaces = (other: ScopeRef): boolean =>
      !resolution.rules(ref.file).hasOverloads || hasSameParameters(resolution, ref, other);
    const found = classesOf(resolution, ref).flatMap((type) => {
      const methods = isProtocol(resolution, type) ? inheritedMethods : methodsNamed;
      return subtypesOf(resolution, type).flatMap((subtype) => {
        const standing = methods(resolution, subtype, own.name).filter((other) =>
          isOfSameSide(resolution, { method: ref, type }, { method: other, type: subtype }),
        );
        return (standing.length > 0 ? standing : methodsBefore(resolution, subtype, own.name)).filter(
          replaces,
        );
      });
    });
    return distinctScopes(found).filter((other) => !isSameScope(other, ref));
  });
}

interface MethodOf {
  readonly method: ScopeRef;
  readonly type: ClassValue;
}

/**
 * Whether a method of a subtype can override one of a base type: a static method only overrides a static one.
 */
function isOfSameSide(resolution: Resolution, above: MethodOf, below: MethodOf): boolean {
  const isOfClassAbove = isOfClass(resolution, above.method);
  if (!resolution.rules(above.method.file).separatesStaticMembers)
    return !isOfClassAbove || isOfClass(resolution, below.method);
  return (
    isOfClass(resolution, below.method) ===
    (isOfClassAbove || isBelowAsClass(resolution, below.type, above.type))
  );
}

/**
 * Whether a class inherits a module's methods as static methods only (`extend`): its objects do not have
 * them.
 */
function isBelowAsClass(resolution: Resolution, subtype: ClassValue, type: ClassValue): boolean {
  return !lineageOf(resolution, subtype).types.some((above) => isSameType(resolution, above, type));
}

/** Whether subtypes may override or implement a function. */
export function isReplaceable(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const { kind = "file", flags = 0 } = resolution.index(file)?.flow.scopes[scope] ?? {};
  const never = resolution.rules(file).overridesStatics
    ? SCOPE_FLAGS.constructor
    : SCOPE_FLAGS.constructor | SCOPE_FLAGS.static;
  return kind === "function" && (flags & never) === 0;
}

/** Whether a static method is called on a class by name: `Base.make()` calls no override of a subtype. */
export function isOfNamedClass(resolution: Resolution, callee: Site, { file, scope }: ScopeRef): boolean {
  if (
    !resolution.rules(file).overridesStatics ||
    ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.static) === 0
  )
    return false;
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return !resolution.rules(file).separatesStaticMembers;
  const object = index.operand(callee.expr, 1);
  switch (index.op(object)) {
    // An expression of declared type may be a subtype (`kind as typeof Base`).
    case "this":
    case "type_of":
    case "instance":
      return false;
    case "name": {
      const { origin, values } = resolveName(resolution, callee, index.string(object, 1));
      return origin !== "parameter" && values.some(({ kind }) => kind === "class");
    }
    default:
      return resolution.evaluate({ ...callee, expr: object }).some(({ kind }) => kind === "class");
  }
}

/** Whether subtypes beyond the limit may override a method: a method of its name exists elsewhere. */
export function hasMoreSubtypes(resolution: Resolution, ref: ScopeRef): boolean {
  const own = resolution.index(ref.file)?.flow.scopes[ref.scope];
  if (own === undefined || !isReplaceable(resolution, ref)) return false;
  if (classesOf(resolution, ref).every((type) => subtypesOf(resolution, type).length < MAX_SUBTYPES))
    return false;
  return resolution.once(["more implementations", scopeKey(ref)], () => {
    return isMethodElsewhere(resolution, own.name, [ref, ...implementationsOf(resolution, ref)]);
  });
}

/** Whether any other method has this name. */
function isMethodElsewhere(resolution: Resolution, name: string, refs: readonly ScopeRef[]): boolean {
  const looked = new Set(refs.map(scopeKey));
  const isOther = (other: ScopeRef): boolean => !looked.has(scopeKey(other)) && isMethod(resolution, other);
  return resolution.project
    .filesDefining(name)
    .some((file) =>
      (resolution.index(file)?.scopes.named(name) ?? []).some((scope) => isOther({ file, scope })),
    );
}

/** Functions of a name that subtypes declare or inherit, if the type itself has no such member. */
function membersBelow(
  resolution: Resolution,
  type: ClassValue,
  { name, side }: { readonly name: string; readonly side: Side },
): readonly ScopeRef[] {
  return resolution.once(["below", scopeKey(type), side, name], () => {
    const subtypes = subtypesOf(resolution, type);
    const isOfObjects = (subtype: ClassValue): boolean =>
      resolution.rules(type.file).separatesStaticMembers &&
      side === "objects" &&
      !isBelowAsClass(resolution, subtype, type);
    const selfOf = (subtype: ClassValue): Value | null =>
      isOfObjects(subtype) ? resolution.values.instance(subtype) : null;
    const found = distinctScopes(
      subtypes.flatMap((subtype) =>
        functionsAmong(resolution.memberOfClass(subtype, name, selfOf(subtype)) ?? []),
      ),
    );
    if (subtypes.length >= MAX_SUBTYPES && isMethodElsewhere(resolution, name, found))
      resolution.limit("too_many_subtypes");
    return found;
  });
}

/** Methods of subtypes that implement a member whose declared type is a function type. */
function heldBelow(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  if (!(resolution.memberOfClass(type, name, null) ?? []).some(({ kind }) => kind === "signature")) return [];
  return subtypesOf(resolution, type).flatMap((subtype) => methodsNamed(resolution, subtype, name));
}

/**
 * Functions under a name in object literals of an interface, or of a struct with function pointers: written
 * there, or assigned by name.
 */
export function literalsOf(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  const isInterface = resolution.index(type.file)?.flow.scopes[type.scope]?.kind === "interface";
  if (
    !isInterface &&
    !(resolution.memberOfClass(type, name, null) ?? []).some(({ kind }) => kind === "signature")
  )
    return [];
  return resolution.once(["literals", scopeKey(type), name], () => {
    const isOfType = (other: ClassValue): boolean =>
      lineageOf(resolution, other).types.some((above) => isSameScope(above, type));
    const standing = resolution.project
      .filesDefining(name)
      .flatMap((file) =>
        (resolution.index(file)?.scopes.named(name) ?? []).map((scope) => ({ file, scope })),
      );
    const put = functionsPut(resolution, name)
      .filter(({ types }) => types.some(isOfType))
      .flatMap(({ functions }) => functions);
    return distinctScopes([
      ...standing.filter((ref) => typesAround(resolution, ref).some(isOfType)),
      ...put.flatMap((ref) => definitionsOf(resolution, ref)),
    ]);
  });
}

/**
 * Functions that a call may reach in object literals of the declared interface, or in classes derived from
 * it.
 */
export function ofLiterals(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  return membersCalled(resolution, callee).flatMap((member) => ofLiteralsAt(resolution, member));
}

/**
 * The member that a callee is, or those that it was destructured from: `const { onClose = close } = props`.
 */
function membersCalled(resolution: Resolution, callee: Site): readonly Site[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) === "member") return [callee];
  if (index?.op(callee.expr) !== "name" || !resolution.rules(callee.file).typesLiterals) return [];
  const name = index.string(callee.expr, 1);
  const { scope } = resolveName(resolution, callee, name);
  return scope === NONE
    ? []
    : resolution.once(["members given", callee.file, scope, name], () => {
        const given = index
          .bindings(scope, name)
          .flatMap(({ value }) => (index.op(value) === "either" ? index.items(value, 1) : [value]));
        return given
          .filter((value) => index.op(value) === "member")
          .map((value): Site => ({ file: callee.file, scope, expr: value }));
      });
}

function ofLiteralsAt(resolution: Resolution, member: Site): readonly ScopeRef[] {
  const index = resolution.index(member.file);
  if (!index) return [];
  const name = index.string(member.expr, 2);
  const objects = resolution.evaluate({ ...member, expr: index.operand(member.expr, 1) });
  return objects.flatMap((object) =>
    object.kind === "instance"
      ? [...literalsOf(resolution, object.type, name), ...heldBelow(resolution, object.type, name)]
      : [],
  );
}

/**
 * Methods that only subtypes of the object's type have: through mixins, or because the object's exact type is
 * known only at run time.
 */
export function ofSubtypes(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  switch (index?.op(callee.expr)) {
    case "member":
      return belowAny(
        resolution,
        resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }),
        index.string(callee.expr, 2),
      );
    case "name":
      return ofOwnSubtypes(resolution, callee, index.string(callee.expr, 1));
    default:
      return [];
  }
}

function belowAny(resolution: Resolution, objects: Values, name: string): readonly ScopeRef[] {
  return objects.flatMap((value) => {
    const type = value.kind === "instance" ? value.type : value.kind === "class" ? value : null;
    return type ? membersBelow(resolution, type, { name, side: sideOf(value) }) : [];
  });
}

/** Methods that a module calls by plain name, and that only classes which include the module have. */
function ofOwnSubtypes(resolution: Resolution, callee: Site, name: string): readonly ScopeRef[] {
  if (
    !resolution.rules(callee.file).separatesStaticMembers ||
    resolution.project.filesDefining(name).length === 0 ||
    resolveName(resolution, callee, name).origin !== "nowhere"
  )
    return [];
  return belowAny(resolution, thisOf(resolution, callee), name);
}
