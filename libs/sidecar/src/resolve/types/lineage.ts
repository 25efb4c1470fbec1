/** A class and all those above it, in the order in which a member is looked for. */
import { NONE, SCOPE_FLAGS } from "../../flow/facts.ts";
import type { FileId } from "../project.ts";
import { isExtension, isOnlyExtended, otherParts } from "./parts.ts";
import type { Resolution } from "../resolution.ts";
import { baseOf } from "../generics/type-arguments.ts";
import { typesMeant } from "./types-meant.ts";
import { type ClassValue, type ExternalValue, NOTHING, type Place, type ScopeRef, type SuperValue, type Values, distinctScopes, isSameScope, scopeKey } from "../values.ts";

export interface Lineage {
  /** The class itself first. */
  readonly types: readonly ClassValue[];
  /** Whether one of them is derived from something outside the codebase, or from something that is not understood. */
  readonly hasUnknown: "no" | "external" | "unresolved";
  /** Types outside the codebase that one of them is derived from, with their arguments. */
  readonly outside: readonly ExternalValue[];
}

const MAX_LINEAGE = 100;
/** Classes with other arguments count as others. */
const MAX_VISITED = 1_000;

export function lineageOf(resolution: Resolution, type: ClassValue): Lineage {
  return resolution.once(["lineage", type], () => {
    let hasUnknown: Lineage["hasUnknown"] = "no";
    const outside = new Set<ExternalValue>();
    const around = new Set<number>();
    // Many ways may lead to one class: each is gone once.
    const lines = new Map<ClassValue, ClassValue[]>();
    const visit = (at: ClassValue): ClassValue[] => {
      const known = lines.get(at);
      if (known) return known;
      if (around.has(scopeKey(at))) return [];
      if (around.size >= MAX_LINEAGE || lines.size >= MAX_VISITED) {
        resolution.limit("too_deep");
        return [];
      }
      const bases = basesOf(resolution, at);
      if (bases.hasUnknown !== "no" && hasUnknown !== "external") hasUnknown = bases.hasUnknown;
      for (const base of bases.outside) outside.add(base);
      around.add(scopeKey(at));
      const above = bases.types.map((base) => visit(baseOf(resolution, at, base)));
      around.delete(scopeKey(at));
      const whole = [at, ...(resolution.rules(at.file).mergesBases ? merge(above) : distinctScopes(above.flat()))];
      if (whole.length > MAX_LINEAGE) resolution.limit("too_deep");
      const line = whole.slice(0, MAX_LINEAGE);
      lines.set(at, line);
      return line;
    };
    return { types: visit(type), hasUnknown, outside: [...outside] };
  });
}

/** Those in which a member of an object is looked for that is seen as one of the classes above one. */
export function typesAbove(resolution: Resolution, { of, above }: SuperValue): readonly ClassValue[] {
  const { types } = lineageOf(resolution, of);
  return types.slice(types.findIndex((type) => isSameScope(type, above)) + 1);
}

/** Of all parts of a class, its own first. */
export function basesOf(resolution: Resolution, type: ClassValue): Lineage {
  return resolution.once(["bases", scopeKey(type)], () => basesNow(resolution, type));
}

function basesNow(resolution: Resolution, type: ScopeRef): Lineage {
  const types: ClassValue[] = [];
  const outside: ExternalValue[] = [];
  let hasUnknown: Lineage["hasUnknown"] = "no";
  const parts = [type, ...otherParts(resolution, type)];
  if (isOnlyExtended(resolution, type)) {
    outside.push(resolution.values.external(resolution.index(type.file)?.flow.scopes[type.scope]?.name ?? "", { isType: true }));
    hasUnknown = "external";
  }
  for (const values of parts.flatMap((part) => basesOfPart(resolution, part))) {
    if (values.every(({ kind }) => kind === "variable") && hasUnknown === "no") hasUnknown = "unresolved";
    for (const value of values) {
      if (value.kind === "class") types.push(value);
      else if (value.kind === "function") types.push(resolution.values.class(value));
      else if (value.kind === "external") {
        outside.push(value);
        if (!resolution.rules(type.file).emptyBases.has(value.name)) hasUnknown = "external";
      }
    }
  }
  return { types, hasUnknown, outside };
}

function basesOfPart(resolution: Resolution, { file, scope }: ScopeRef): readonly Values[] {
  const own = resolution.index(file)?.flow.scopes[scope];
  return (own?.bases ?? []).map((expr) => {
    const base = { file, scope: own?.parent ?? NONE, expr };
    const found = typesMeant(resolution, base, resolution.evaluate(base));
    // Of several declared types nothing tells which one; extensions stand beside what they extend.
    const declared = resolution.rules(file).declaresOnce ? found.filter((value) => value.kind !== "class" || !isExtension(resolution, value)) : found;
    if (declared.length > 1 && declared !== found) return NOTHING;
    if (declared.length === 1) return declared;
    return found.length > 0 || resolution.rules(file).followsModules ? found : onlyTypeCalled(resolution, base);
  });
}

/** In languages whose modules are not followed: the only type of a name that stands at the top of a file or a namespace. */
function onlyTypeCalled(resolution: Resolution, { file, expr }: Place): Values {
  const index = resolution.index(file);
  if (index?.op(expr) !== "name") return NOTHING;
  const [language, name] = [resolution.project.language(file), index.string(expr, 1)];
  return resolution.once(["only type", language, name], () => {
    const [first, second] = resolution.project.filesDefining(name).filter((other) => resolution.project.language(other) === language).flatMap((other) => typesAtTop(resolution, other, name));
    return first && !second ? [first] : NOTHING;
  });
}

/** Without extensions of it. */
function typesAtTop(resolution: Resolution, file: FileId, name: string): readonly ClassValue[] {
  const index = resolution.index(file);
  const scopes = index?.flow.scopes ?? [];
  const isType = (at: number): boolean => {
    const own = scopes[at];
    const around = scopes[own?.parent ?? NONE]?.kind;
    return (own?.kind === "class" || own?.kind === "interface") && (own.flags & SCOPE_FLAGS.extension) === 0 && (around === "file" || around === "namespace");
  };
  return (index?.scopes.named(name) ?? []).filter(isType).map((scope) => resolution.values.class({ file, scope }));
}

/** Of several lines: a class comes after all that are derived from it, else in the order of the lines. */
function merge(lines: readonly (readonly ClassValue[])[]): ClassValue[] {
  const left = lines.map((line) => [...line]).filter((line) => line.length > 0);
  const merged: ClassValue[] = [];
  while (left.length > 0) {
    const next = left.map((line) => line[0] as ClassValue).find((head) => !left.some((line) => line.slice(1).some((other) => isSameScope(other, head)))) ?? (left[0]?.[0] as ClassValue);
    merged.push(next);
    for (const line of left) if (isSameScope(line[0] as ClassValue, next)) line.shift();
    left.splice(0, left.length, ...left.filter((line) => line.length > 0));
  }
  return merged;
}
