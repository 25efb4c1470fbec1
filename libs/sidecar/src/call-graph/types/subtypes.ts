/**
 * Subtypes of a type: those that name it as a base, and those that implement it implicitly, in languages
 * where types need not declare that.
 */
import { addTo } from "../../group-by.ts";
import { NONE } from "../../call-facts/facts.ts";
import { classesOf } from "../expressions/this.ts";
import { ownMember } from "../members/own-member.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type ScopeRef, functionsAmong, isSameScope, scopeKey } from "../values.ts";
import { basesOf, lineageOf } from "./lineage.ts";
import { isSameType } from "./parts.ts";

/** Further subtypes are not followed. */
export const MAX_SUBTYPES = 300;

/**
 * Types derived from a type, directly or not; for interfaces that are implemented implicitly, types with all
 * of their methods.
 */
export function subtypesOf(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  // Limits reached here are dropped. Every candidate class is checked, and an unresolved base of one says
  // nothing about this type.
  return resolution.limited(() => allSubtypes(resolution, type)).result;
}

function allSubtypes(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  return resolution.once(["subtypes", scopeKey(type)], () => {
    const found: ClassValue[] = [];
    const seen = new Set([scopeKey(type)]);
    for (
      let at: ClassValue | undefined = type, next = 0;
      at && found.length < MAX_SUBTYPES;
      at = found[next++]
    ) {
      for (const subtype of directSubtypes(resolution, at)) {
        if (seen.has(scopeKey(subtype))) continue;
        seen.add(scopeKey(subtype));
        found.push(subtype);
      }
    }
    if (found.length === 0 && resolution.rules(type.file).fitsByShape === "interfaces")
      return structuralSubtypes(resolution, type);
    return isProtocol(resolution, type)
      ? [...found, ...fittingProtocol(resolution, type).filter((other) => !seen.has(scopeKey(other)))]
      : found;
  });
}

/** Types that name a type as a base, by file, then position. */
export function directSubtypes(resolution: Resolution, type: ScopeRef): readonly ClassValue[] {
  const name = resolution.index(type.file)?.flow.scopes[type.scope]?.name ?? "";
  if (name === "") return [];
  const files = new Set(
    [name, ...otherExports(resolution, type, name)].flatMap((called) =>
      resolution.project.filesUsing("base", called),
    ),
  );
  return [...files]
    .sort((left, right) => left - right)
    .flatMap((file) => {
      const subtypes = derivedTypes(resolution, file).get(name) ?? [];
      return subtypes.filter((subtype) =>
        typesAbove(resolution, subtype).some((base) => isSameType(resolution, base, type)),
      );
    });
}

/**
 * Names under which a file exports a type other than its own: `export default class Server`, `export { Server
 * as Base }`.
 */
function otherExports(resolution: Resolution, type: ScopeRef, name: string): readonly string[] {
  return (exportedNames(resolution, type.file).get(scopeKey(type)) ?? []).filter((other) => other !== name);
}

/** Names under which a file exports classes. */
function exportedNames(resolution: Resolution, file: FileId): ReadonlyMap<number, readonly string[]> {
  return resolution.once(["exported classes", file], () => {
    const names = new Map<number, string[]>();
    for (const { name, value } of resolution.index(file)?.flow.exports ?? []) {
      for (const type of resolution.evaluate({ file, scope: 0, expr: value })) {
        if (type.kind === "class") addTo(names, scopeKey(type), name);
      }
    }
    return names;
  });
}

/**
 * Derived types of a file, by the names that their bases have at their definition. Types that are the same
 * share that name.
 */
function derivedTypes(resolution: Resolution, file: FileId): ReadonlyMap<string, readonly ClassValue[]> {
  return resolution.once(["derived types", file], () => {
    const found = new Map<string, ClassValue[]>();
    for (const scope of resolution.index(file)?.scopes.derived() ?? []) {
      const subtype = resolution.values.class({ file, scope });
      const names = typesAbove(resolution, subtype).map(
        (base) => resolution.index(base.file)?.flow.scopes[base.scope]?.name ?? "",
      );
      for (const name of new Set(names)) addTo(found, name, subtype);
    }
    return found;
  });
}

/** Direct bases, including those of which only the class, not its objects, has the methods. */
function typesAbove(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  const { types, extending, handed } = basesOf(resolution, type);
  return extending.length + handed.length === 0 ? types : [...types, ...extending, ...handed];
}

/** Go: types with a method for each name of an interface count as its implementations. */
function structuralSubtypes(resolution: Resolution, type: ClassValue): ClassValue[] {
  const index = resolution.index(type.file);
  if (index?.flow.scopes[type.scope]?.kind !== "interface") return [];
  const names = index.scopes.childrenOf(type.scope).map((at) => index.flow.scopes[at]?.name ?? "");
  const [first, ...others] = names;
  if (first === undefined) return [];
  const candidates = resolution.project.filesDefining(first).flatMap((file) => {
    const scopes = resolution.index(file)?.flow.scopes ?? [];
    return scopes.flatMap((scope, at) =>
      scope.name === first && scope.owner !== NONE ? classesOf(resolution, { file, scope: at }) : [],
    );
  });
  return candidates
    .filter(
      (candidate, at) =>
        candidates.findIndex((other) => isSameScope(other, candidate)) === at &&
        others.every((name) => ownMember(resolution, candidate, name) !== null),
    )
    .slice(0, MAX_SUBTYPES);
}

/** Python's `typing.Protocol`: whether a class declares itself a protocol. */
export function isProtocol(resolution: Resolution, type: ClassValue): boolean {
  return (
    resolution.rules(type.file).fitsByShape === "protocols" &&
    basesOf(resolution, type).outside.some(({ name }) => /(?:^|\.)Protocol$/.test(name))
  );
}

/**
 * Classes that have or inherit all methods of a protocol, without other protocols, by file, then position.
 * Empty for a protocol of special methods only (`__call__`, `__len__`): calls on it mostly reach functions,
 * and too many classes have such methods.
 */
export function fittingProtocol(resolution: Resolution, type: ClassValue): ClassValue[] {
  const names = lineageOf(resolution, type).types.flatMap(({ file, scope }) =>
    methodNames(resolution, { file, scope }),
  );
  if (names.every((name) => /^__.+__$/.test(name))) return [];
  const fits = (other: ClassValue): boolean =>
    !isSameScope(other, type) &&
    !isProtocol(resolution, other) &&
    names.every((name) => inheritedMethods(resolution, other, name).length > 0);
  const having = names.flatMap((name) => classesWith(resolution, name));
  return [...new Set(having)]
    .filter(fits)
    .sort((left, right) => left.file - right.file || left.scope - right.scope)
    .slice(0, MAX_SUBTYPES);
}

function classesWith(resolution: Resolution, method: string): readonly ClassValue[] {
  return resolution.project
    .filesDefining(method)
    .filter((file) => resolution.rules(file).fitsByShape === "protocols")
    .flatMap((file) => {
      const index = resolution.index(file);
      const owners = (index?.scopes.named(method) ?? []).map((at) => index?.flow.scopes[at]?.parent ?? NONE);
      return owners
        .filter((at) => index?.flow.scopes[at]?.kind === "class")
        .map((scope) => resolution.values.class({ file, scope }));
    });
}

/** Names of the methods in the body of a type. */
export function methodNames(resolution: Resolution, { file, scope }: ScopeRef): readonly string[] {
  const index = resolution.index(file);
  return (index?.scopes.childrenOf(scope) ?? [])
    .filter((at) => index?.flow.scopes[at]?.kind === "function")
    .map((at) => index?.flow.scopes[at]?.name ?? "");
}

/** Methods of the nearest type that has any, starting with the type itself. */
export function inheritedMethods(
  resolution: Resolution,
  type: ClassValue,
  name: string,
): readonly ScopeRef[] {
  for (const above of lineageOf(resolution, type).types) {
    const methods = methodsNamed(resolution, above, name);
    if (methods.length > 0) return methods;
  }
  return [];
}

/** Methods that a type declares itself. */
export function methodsNamed(resolution: Resolution, type: ClassValue, name: string): readonly ScopeRef[] {
  const values = ownMember(resolution, type, name) ?? [];
  return functionsAmong(values);
}
