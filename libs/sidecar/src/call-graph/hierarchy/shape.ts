/**
 * Types that fit an interface by their methods alone, in languages where they need not name it: Go's
 * interfaces, and Python's classes that are declared a protocol.
 */
import { NONE } from "../../call-facts/facts.ts";
import { addTo } from "../../group-by.ts";
import { classesOf } from "../expressions/this.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import {
  directSubtypes,
  fittingProtocol,
  inheritedMethods,
  isProtocol,
  methodNames,
} from "../types/subtypes.ts";
import { type ClassValue, type ScopeRef, distinctScopes, isSameScope, scopeKey } from "../values.ts";

/** Types that fit an interface without naming it, by file, then position. */
export function typesFitting(resolution: Resolution, type: ScopeRef): readonly ScopeRef[] {
  const value = resolution.values.class(type);
  switch (resolution.rules(type.file).fitsByShape) {
    case "none":
      return [];
    case "protocols":
      return isProtocol(resolution, value)
        ? unnamed(resolution, fittingProtocol(resolution, value), type)
        : [];
    case "interfaces":
      return isInterface(resolution, type)
        ? unnamed(resolution, withAllMethods(resolution, value), type)
        : [];
  }
}

/** Interfaces that a type fits without naming them, by file, then position. */
export function interfacesFitted(resolution: Resolution, type: ScopeRef): readonly ScopeRef[] {
  const { fitsByShape } = resolution.rules(type.file);
  if (fitsByShape === "none" || isInterface(resolution, type)) return [];
  const value = resolution.values.class(type);
  if (fitsByShape === "protocols" && isProtocol(resolution, value)) return [];
  const names = lineageOf(resolution, value).types.flatMap((above) => ownMethodNames(resolution, above));
  const candidates = new Map<number, ScopeRef>();
  for (const name of new Set(names)) {
    for (const ref of interfacesWith(resolution, name)) candidates.set(scopeKey(ref), ref);
  }
  const fitted = [...candidates.values()].filter((ref) =>
    typesFitting(resolution, ref).some((other) => isSameScope(other, type)),
  );
  return inOrder(fitted);
}

/** Without those that name the interface as a base, directly or not. */
function unnamed(
  resolution: Resolution,
  types: readonly ClassValue[],
  { file, scope }: ScopeRef,
): readonly ScopeRef[] {
  return types
    .filter((other) => {
      resolution.check();
      return !lineageOf(resolution, other).types.some((above) => isSameScope(above, { file, scope }));
    })
    .map((other) => ({ file: other.file, scope: other.scope }));
}

function isInterface(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return resolution.index(file)?.flow.scopes[scope]?.kind === "interface";
}

/** Types with a method of each name of an interface, and the same number of parameters. */
function withAllMethods(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  return resolution.once(["with all methods of", scopeKey(type)], () => {
    const names = [
      ...new Set(lineageOf(resolution, type).types.flatMap((above) => methodNames(resolution, above))),
    ];
    const definingFiles = (name: string): number => resolution.project.filesDefining(name).length;
    const [rarest] = [...names].sort((left, right) => definingFiles(left) - definingFiles(right));
    if (rarest === undefined) return [];
    const candidates = new Map(ownersOf(resolution, rarest).map((owner) => [scopeKey(owner), owner]));
    // Types that embed a candidate have its methods, too. The map grows while it is iterated.
    for (const candidate of candidates.values()) {
      const { name = "" } = resolution.index(candidate.file)?.flow.scopes[candidate.scope] ?? {};
      for (const below of directSubtypes(resolution, candidate)) {
        // `type Copy Original` names a base as well, but gets no methods.
        const embeds = resolution.index(below.file)?.binds(below.scope, name) === true;
        if (embeds && !isInterface(resolution, below)) candidates.set(scopeKey(below), below);
      }
    }
    const fits = (candidate: ClassValue): boolean =>
      names.every((name) => {
        resolution.check();
        const wanted = parameterCount(resolution, inheritedMethods(resolution, type, name)[0]);
        return inheritedMethods(resolution, candidate, name).some(
          (method) => parameterCount(resolution, method) === wanted,
        );
      });
    return inOrder([...candidates.values()].filter(fits));
  });
}

function parameterCount(resolution: Resolution, method: ScopeRef | undefined): number {
  const params = method && resolution.index(method.file)?.flow.scopes[method.scope]?.params;
  return (params ?? []).filter(({ kind }) => kind !== "receiver").length;
}

/** Types that a method of this name is defined for, outside of their declaration. */
function ownersOf(resolution: Resolution, method: string): readonly ClassValue[] {
  return resolution.project.filesDefining(method).flatMap((file) => {
    const index = resolution.index(file);
    return (index?.scopes.named(method) ?? [])
      .filter((scope) => index?.flow.scopes[scope]?.owner !== NONE)
      .flatMap((scope) => classesOf(resolution, { file, scope }));
  });
}

/** Interfaces or protocols that declare a method of this name, and those that embed them. */
function interfacesWith(resolution: Resolution, method: string): readonly ScopeRef[] {
  return resolution.once(["interfaces with", method], () => {
    const found = new Map<number, ScopeRef>();
    for (const file of resolution.project.filesDefining(method)) {
      const index = resolution.index(file);
      for (const at of index?.scopes.named(method) ?? []) {
        const ref = { file, scope: index?.flow.scopes[at]?.parent ?? NONE };
        if (isFitted(resolution, ref)) found.set(scopeKey(ref), ref);
      }
    }
    for (const ref of found.values()) {
      for (const { file, scope } of directSubtypes(resolution, ref))
        if (isFitted(resolution, { file, scope })) found.set(scopeKey({ file, scope }), { file, scope });
    }
    return [...found.values()];
  });
}

function isFitted(resolution: Resolution, ref: ScopeRef): boolean {
  const scope = resolution.index(ref.file)?.flow.scopes[ref.scope];
  switch (resolution.rules(ref.file).fitsByShape) {
    case "none":
      return false;
    case "interfaces":
      return scope?.kind === "interface";
    case "protocols":
      return scope?.kind === "class" && isProtocol(resolution, resolution.values.class(ref));
  }
}

/** Names of the methods of a type: in its body, or in a file of its folder with the type as their owner. */
function ownMethodNames(resolution: Resolution, type: ClassValue): readonly string[] {
  const inBody = methodNames(resolution, type);
  return resolution.rules(type.file).hasOwners
    ? [...inBody, ...(methodsByOwner(resolution, type.file).get(scopeKey(type)) ?? [])]
    : inBody;
}

function methodsByOwner(resolution: Resolution, file: number): ReadonlyMap<number, readonly string[]> {
  const { paths } = resolution.project;
  const folder = folderOf(paths[file] as string);
  return resolution.once(["methods by owner", folder], () => {
    const names = new Map<number, string[]>();
    for (const [at, path] of paths.entries()) {
      if (folderOf(path) !== folder) continue;
      for (const [scope, { owner, kind, name }] of (resolution.index(at)?.flow.scopes ?? []).entries()) {
        if (owner === NONE || kind !== "function") continue;
        for (const type of classesOf(resolution, { file: at, scope })) addTo(names, scopeKey(type), name);
      }
    }
    return names;
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function inOrder<Ref extends ScopeRef>(refs: readonly Ref[]): readonly Ref[] {
  return distinctScopes(refs).sort((left, right) => left.file - right.file || left.scope - right.scope);
}
