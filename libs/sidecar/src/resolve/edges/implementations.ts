/** Which functions stand behind a declaration: its definition elsewhere, and what subtypes have in its place. */
import { NONE, SCOPE_FLAGS } from "../../flow/facts.ts";
import { basesOf, lineageOf } from "../types/lineage.ts";
import type { FileIndex } from "../file-index.ts";
import { ownMember } from "../members/members.ts";
import { pathOf } from "../members/namespaces.ts";
import { hasSameParameters } from "../types/overloads.ts";
import { typesAround } from "../types/literal-types.ts";
import { isSameType } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { classesOf } from "../expressions/this.ts";
import { type ClassValue, type ScopeRef, isSameScope, scopeKey } from "../values.ts";

/** More subtypes than these are not followed. */
const MAX_SUBTYPES = 300;

/**
 * A function that is only declared at one place (an overload's signature, a C prototype) and defined at another: the
 * definition; else itself.
 */
export function definitionsOf(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(ref.file);
  const own = index?.flow.scopes[ref.scope];
  if (!index || !own || (own.flags & SCOPE_FLAGS.abstract) === 0) return [ref];
  const { hasOverloads, hasOwners } = resolution.rules(ref.file);
  const takesSame = (other: ScopeRef): boolean => !hasOverloads || hasSameParameters(resolution, ref, other);
  const beside = index.childrenOf(own.parent).filter((at) => isDefinition(resolution, { file: ref.file, scope: at }, own.name) && takesSame({ file: ref.file, scope: at }));
  if (beside.length > 0) return beside.map((scope) => ({ file: ref.file, scope }));
  if (!hasOwners || index.flow.scopes[own.parent]?.kind === "interface") return [ref];
  const owners = classesOf(resolution, ref);
  const isSame = (other: ScopeRef): boolean => takesSame(other) && hasSameOwner(resolution, owners, classesOf(resolution, other)) && (owners.length > 0 || mayDefine(resolution, ref, other));
  const elsewhere = resolution.project.filesDefining(own.name).flatMap((file) =>
    (resolution.index(file)?.scopesNamed(own.name) ?? []).map((scope) => ({ file, scope })).filter((other) => isDefinition(resolution, other, own.name) && isSame(other)),
  );
  return elsewhere.length > 0 ? elsewhere : [ref];
}

function isDefinition(resolution: Resolution, { file, scope }: ScopeRef, name: string): boolean {
  const other = resolution.index(file)?.flow.scopes[scope];
  return other?.kind === "function" && other.name === name && (other.flags & SCOPE_FLAGS.abstract) === 0;
}

/** Of no class: at the same place of the same package or namespace, and not for its own file alone. One outside of its namespace says which it is of. */
function mayDefine(resolution: Resolution, declared: ScopeRef, other: ScopeRef): boolean {
  const [ours, theirs] = [resolution.index(declared.file), resolution.index(other.file)];
  const own = theirs?.flow.scopes[other.scope];
  if (!ours || !theirs || !own) return true;
  if (!resolution.rules(declared.file).opensNamespaces) return ours.flow.package === theirs.flow.package && placeOf(ours, declared.scope) === placeOf(theirs, other.scope);
  const isHidden = other.file !== declared.file && (own.flags & SCOPE_FLAGS.exported) === 0;
  return !isHidden && (own.owner !== NONE || pathOf(ours, declared.scope) === pathOf(theirs, other.scope));
}

/** Names of what a scope stands in. */
function placeOf(index: FileIndex, scope: number): string {
  const names: string[] = [];
  for (let at = index.flow.scopes[scope]?.parent ?? NONE; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) names.push(index.flow.scopes[at]?.name ?? "");
  return names.join(" ");
}

function hasSameOwner(resolution: Resolution, left: readonly ClassValue[], right: readonly ClassValue[]): boolean {
  if (left.length === 0 || right.length === 0) return left.length === right.length;
  return left.some((owner) => right.some((other) => isSameType(resolution, owner, other)));
}

/** What subtypes have in the place of a method of a class or interface. */
export function implementationsOf(resolution: Resolution, ref: ScopeRef): readonly ScopeRef[] {
  const own = resolution.index(ref.file)?.flow.scopes[ref.scope];
  if (own?.kind !== "function" || (own.flags & (SCOPE_FLAGS.constructor | SCOPE_FLAGS.static)) !== 0) return [];
  return resolution.once(`implementations ${ref.file}:${ref.scope}`, () => {
    const replaces = (other: ScopeRef): boolean => !resolution.rules(ref.file).hasOverloads || hasSameParameters(resolution, ref, other);
    const found = classesOf(resolution, ref).flatMap((type) => {
      const methods = isProtocol(resolution, type) ? inheritedMethods : methodsNamed;
      return subtypesOf(resolution, type).flatMap((subtype) => methods(resolution, subtype, own.name).filter(replaces));
    });
    return [...new Map(found.map((other) => [scopeKey(other), other])).values()].filter((other) => !isSameScope(other, ref));
  });
}

function methodsNamed(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  const values = ownMember(resolution, type, name) ?? [];
  return values.flatMap((value) => (value.kind === "function" ? [{ file: value.file, scope: value.scope }] : []));
}

/** Functions of a name that types below a type have or inherit, where the type itself has nothing of that name. */
export function membersBelow(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  return resolution.once(`below ${type.file}:${type.scope} ${name}`, () => {
    const functions = subtypesOf(resolution, type).flatMap((subtype) => (resolution.memberOfClass(subtype, name, null) ?? []).flatMap((value) => (value.kind === "function" ? [{ file: value.file, scope: value.scope }] : [])));
    return [...new Map(functions.map((ref) => [scopeKey(ref), ref])).values()];
  });
}

/** What types below have in the place of a member that is declared by the type of a function. */
export function heldBelow(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  if (!(resolution.memberOfClass(type, name, null) ?? []).some(({ kind }) => kind === "signature")) return [];
  return subtypesOf(resolution, type).flatMap((subtype) => methodsNamed(resolution, subtype, name));
}

/** Functions of a name in object literals that are of an interface. */
export function literalsOf(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  if (resolution.index(type.file)?.flow.scopes[type.scope]?.kind !== "interface") return [];
  return resolution.once(`literals ${type.file}:${type.scope} ${name}`, () => resolution.project.filesDefining(name).flatMap((file) => {
    const isOfType = (other: ClassValue): boolean => lineageOf(resolution, other).types.some((above) => isSameScope(above, type));
    return (resolution.index(file)?.scopesNamed(name) ?? []).map((scope) => ({ file, scope })).filter((ref) => typesAround(resolution, ref).some(isOfType));
  }));
}

/** Types derived from a type, directly or not; types that have all methods of an interface, where nobody has to say so. */
export function subtypesOf(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  return resolution.once(`subtypes ${type.file}:${type.scope}`, () => {
    const found: ClassValue[] = [];
    const seen = new Set([scopeKey(type)]);
    for (let at: ClassValue | undefined = type, next = 0; at && found.length < MAX_SUBTYPES; at = found[next++]) {
      for (const subtype of directSubtypes(resolution, at)) {
        if (seen.has(scopeKey(subtype))) continue;
        seen.add(scopeKey(subtype));
        found.push(subtype);
      }
    }
    if (found.length === 0 && resolution.rules(type.file).fitsByShape === "interfaces") return structuralSubtypes(resolution, type);
    return isProtocol(resolution, type) ? [...found, ...fittingProtocol(resolution, type).filter((other) => !seen.has(scopeKey(other)))] : found;
  });
}

function directSubtypes(resolution: Resolution, type: ClassValue): ClassValue[] {
  const name = resolution.index(type.file)?.flow.scopes[type.scope]?.name ?? "";
  if (name === "") return [];
  return resolution.project.filesUsing("base", name).flatMap((file) => {
    const subtypes = (resolution.index(file)?.derivedTypes() ?? []).map((scope) => resolution.values.class({ file, scope }));
    return subtypes.filter((subtype) => basesOf(resolution, subtype).types.some((base) => isSameType(resolution, base, type)));
  });
}

/** Go: a type that has methods of all names of an interface is taken for one that implements it. */
function structuralSubtypes(resolution: Resolution, type: ClassValue): ClassValue[] {
  const index = resolution.index(type.file);
  if (index?.flow.scopes[type.scope]?.kind !== "interface") return [];
  const names = index.childrenOf(type.scope).map((at) => index.flow.scopes[at]?.name ?? "");
  const [first, ...others] = names;
  if (first === undefined) return [];
  const candidates = resolution.project.filesDefining(first).flatMap((file) => {
    const scopes = resolution.index(file)?.flow.scopes ?? [];
    return scopes.flatMap((scope, at) => (scope.name === first && scope.owner !== NONE ? classesOf(resolution, { file, scope: at }) : []));
  });
  return candidates.filter((candidate, at) => candidates.findIndex((other) => isSameScope(other, candidate)) === at && others.every((name) => ownMember(resolution, candidate, name) !== null)).slice(0, MAX_SUBTYPES);
}

/** Python's `typing.Protocol`: a class is one where it says so itself. */
function isProtocol(resolution: Resolution, type: ClassValue): boolean {
  return resolution.rules(type.file).fitsByShape === "protocols" && basesOf(resolution, type).outside.some(({ name }) => /(?:^|\.)Protocol$/.test(name));
}

/**
 * Classes that have all methods of a protocol, or inherit them, and are none themselves. A protocol of special methods alone
 * (`__call__`, `__len__`) says too little: what is called there is mostly a function, and classes that have them are many.
 */
function fittingProtocol(resolution: Resolution, type: ClassValue): ClassValue[] {
  const names = lineageOf(resolution, type).types.flatMap(({ file, scope }) => methodNames(resolution, { file, scope }));
  if (names.every((name) => /^__.+__$/.test(name))) return [];
  const fits = (other: ClassValue): boolean => !isSameScope(other, type) && !isProtocol(resolution, other) && names.every((name) => inheritedMethods(resolution, other, name).length > 0);
  const having = names.flatMap((name) => classesWith(resolution, name));
  return [...new Set(having)].filter(fits).sort((left, right) => left.file - right.file || left.scope - right.scope).slice(0, MAX_SUBTYPES);
}

function classesWith(resolution: Resolution, method: string): readonly ClassValue[] {
  return resolution.project.filesDefining(method).filter((file) => resolution.rules(file).fitsByShape === "protocols").flatMap((file) => {
    const index = resolution.index(file);
    const owners = (index?.scopesNamed(method) ?? []).map((at) => index?.flow.scopes[at]?.parent ?? NONE);
    return owners.filter((at) => index?.flow.scopes[at]?.kind === "class").map((scope) => resolution.values.class({ file, scope }));
  });
}

function methodNames(resolution: Resolution, { file, scope }: ScopeRef): readonly string[] {
  const index = resolution.index(file);
  return (index?.childrenOf(scope) ?? []).filter((at) => index?.flow.scopes[at]?.kind === "function").map((at) => index?.flow.scopes[at]?.name ?? "");
}

function inheritedMethods(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  return lineageOf(resolution, type).types.map((above) => methodsNamed(resolution, above, name)).find((methods) => methods.length > 0) ?? [];
}
