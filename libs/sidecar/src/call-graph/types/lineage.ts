/** Method resolution order: a class and its base classes, in the order in which members are looked up. */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import { isExtension, isOnlyExtended, otherParts } from "./parts.ts";
import type { Resolution, ResolutionRules } from "../resolution.ts";
import { baseOf } from "../generics/type-arguments.ts";
import { asTypes } from "./type-or-object.ts";
import {
  type ClassValue,
  type ExternalValue,
  NOTHING,
  type Site,
  type ScopeRef,
  type SuperValue,
  type Values,
  distinctScopes,
  isSameScope,
  scopeKey,
} from "../values.ts";

/** The method resolution order of a class. */
export interface Lineage {
  /** The class itself comes first. */
  readonly types: readonly ClassValue[];
  /**
   * Whether one of the types has an external base (`external`), or one that could not be resolved
   * (`unresolved`).
   */
  readonly hasUnknown: "no" | "external" | "unresolved";
  /** External base types of any of the types, with their type arguments. */
  readonly outside: readonly ExternalValue[];
}

/** Direct bases of a class. */
export interface Bases extends Lineage {
  /**
   * For languages that separate static members: bases whose static members are inherited too. Other types in
   * `types` only add members to objects.
   */
  readonly ofBoth: readonly ClassValue[];
  /** Modules whose methods become static methods of the class (Ruby's `extend`). */
  readonly extending: readonly ClassValue[];
  /** Modules that do the same for each class that includes this one. */
  readonly handed: readonly ClassValue[];
}

const MAX_LINEAGE = 100;
/** A class counts once for each list of type arguments. */
const MAX_VISITED = 1_000;

/** The method resolution order of a class, cut after `MAX_LINEAGE` types. */
export function lineageOf(resolution: Resolution, type: ClassValue): Lineage {
  return resolution.once(["lineage", type], () => {
    let hasUnknown: Lineage["hasUnknown"] = "no";
    const outside = new Set<ExternalValue>();
    const around = new Set<number>();
    // Several paths may lead to one class; it is visited once.
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
      const whole = [at, ...inOneLine(above, resolution.rules(at.file).methodResolutionOrder)];
      if (whole.length > MAX_LINEAGE) resolution.limit("too_deep");
      const line = whole.slice(0, MAX_LINEAGE);
      lines.set(at, line);
      return line;
    };
    return { types: visit(type), hasUnknown, outside: [...outside] };
  });
}

/**
 * The types in which members of a `super` value are looked up: those after one class in the method resolution
 * order.
 */
export function typesAbove(resolution: Resolution, { of, above }: SuperValue): readonly ClassValue[] {
  const { types } = lineageOf(resolution, of);
  return types.slice(types.findIndex((type) => isSameScope(type, above)) + 1);
}

/**
 * A class and those of its bases whose static members it inherits. Mixins into its objects are not among
 * them.
 */
export function classLineOf(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  return resolution.once(["class line", type], () => {
    const line = [type];
    const seen = new Set([scopeKey(type)]);
    for (let at = 0; at < line.length && line.length < MAX_LINEAGE; at++) {
      const above = basesOf(resolution, line[at] as ClassValue).ofBoth.filter(
        (base) => !seen.has(scopeKey(base)),
      );
      for (const base of above) seen.add(scopeKey(base));
      line.push(...above);
    }
    return line;
  });
}

/**
 * Modules that a class is extended with, by itself or by a module that it includes, each with its own bases.
 */
export function extendingLineOf(resolution: Resolution, type: ClassValue): readonly ClassValue[] {
  return resolution.once(["extending line", type], () => {
    const { types, ofBoth, extending } = basesOf(resolution, type);
    const included = types
      .filter((base) => !ofBoth.includes(base))
      .flatMap((base) => lineageOf(resolution, base).types);
    const modules = [...extending, ...included.flatMap((base) => basesOf(resolution, base).handed)];
    return [...new Set(modules.flatMap((module) => lineageOf(resolution, module).types))];
  });
}

/** Bases of all parts of a class, those of its own part first. */
export function basesOf(resolution: Resolution, type: ClassValue): Bases {
  return resolution.once(["bases", scopeKey(type)], () => basesNow(resolution, type));
}

function basesNow(resolution: Resolution, type: ScopeRef): Bases {
  const types: ClassValue[] = [];
  const outside: ExternalValue[] = [];
  let hasUnknown: Lineage["hasUnknown"] = "no";
  const parts = [type, ...otherParts(resolution, type)];
  if (isOnlyExtended(resolution, type)) {
    outside.push(
      resolution.values.external(resolution.index(type.file)?.flow.scopes[type.scope]?.name ?? "", {
        isType: true,
      }),
    );
    hasUnknown = "external";
  }
  const bySide: Record<BaseSide, ClassValue[]> = { both: [], objects: [], class: [], includers: [] };
  for (const { values, side } of parts.flatMap((part) => basesOfPart(resolution, part))) {
    bySide[side].push(...values.filter((value) => value.kind === "class"));
    if (side === "class" || side === "includers") continue;
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
  return {
    types,
    hasUnknown,
    outside,
    ofBoth: bySide.both,
    extending: bySide.class,
    handed: bySide.includers,
  };
}

/**
 * Who inherits the members of a base: the class and its objects, its objects only, the class only (static
 * members), or each class that includes this module.
 */
export type BaseSide = "both" | "objects" | "class" | "includers";

/** A base as one part of a type names it. */
export interface WrittenBase {
  readonly values: Values;
  readonly side: BaseSide;
  /** The expression that names it. */
  readonly site: Site;
}

/** Bases that one part of a type names, in the order of the text. */
export function basesOfPart(resolution: Resolution, { file, scope }: ScopeRef): readonly WrittenBase[] {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  return (own?.bases ?? []).map((expr) => {
    const { side, type } = baseAt(index as FileIndex, expr);
    const site: Site = { file, scope: own?.parent ?? NONE, expr: type };
    return { side, site, values: typesNamed(resolution, site) };
  });
}

/**
 * `type_of` means a base of the class, `instance` one of its objects, and an `instance` inside a `type_of`
 * one of each class that includes this module.
 */
function baseAt(index: FileIndex, expr: ExprId): { readonly side: BaseSide; readonly type: ExprId } {
  const op = index.op(expr);
  if (op !== "type_of" && op !== "instance") return { side: "both", type: expr };
  const type = index.operand(expr, 1);
  if (op === "instance") return { side: "objects", type };
  return index.op(type) === "instance"
    ? { side: "includers", type: index.operand(type, 1) }
    : { side: "class", type };
}

function typesNamed(resolution: Resolution, base: Site): Values {
  const rules = resolution.rules(base.file);
  const found = asTypes(resolution, base, resolution.evaluate(base));
  // Among several declarations of a type, it is unknown which one is meant; extensions of a type do not count
  // as declarations.
  const declared = rules.declaresOnce
    ? found.filter((value) => value.kind !== "class" || !isExtension(resolution, value))
    : found;
  if (declared.length > 1 && declared !== found) return NOTHING;
  if (declared.length === 1) return declared;
  return found.length > 0 || rules.followsModules ? found : onlyTypeCalled(resolution, base);
}

/**
 * For languages whose modules are not followed: the only type of a name at the top level of a file or
 * namespace.
 */
function onlyTypeCalled(resolution: Resolution, { file, expr }: Site): Values {
  const index = resolution.index(file);
  if (index?.op(expr) !== "name") return NOTHING;
  const [language, name] = [resolution.project.language(file), index.string(expr, 1)];
  return resolution.once(["only type", language, name], () => {
    const [first, second] = resolution.project
      .filesDefining(name)
      .filter((other) => resolution.project.language(other) === language)
      .flatMap((other) => typesAtTop(resolution, other, name));
    return first && !second ? [first] : NOTHING;
  });
}

/** Types of a name at the top level, without extensions. */
function typesAtTop(resolution: Resolution, file: FileId, name: string): readonly ClassValue[] {
  const index = resolution.index(file);
  const scopes = index?.flow.scopes ?? [];
  const isType = (at: number): boolean => {
    const own = scopes[at];
    const around = scopes[own?.parent ?? NONE]?.kind;
    return (
      (own?.kind === "class" || own?.kind === "interface") &&
      (own.flags & SCOPE_FLAGS.extension) === 0 &&
      (around === "file" || around === "namespace")
    );
  };
  return (index?.scopes.named(name) ?? [])
    .filter(isType)
    .map((scope) => resolution.values.class({ file, scope }));
}

function inOneLine(
  lines: readonly (readonly ClassValue[])[],
  order: ResolutionRules["methodResolutionOrder"],
): readonly ClassValue[] {
  switch (order) {
    case "depth":
      return distinctScopes(lines.flat());
    case "merged":
      return merge(lines);
    case "last":
      return distinctScopes(lines.flat().toReversed()).toReversed();
  }
}

/**
 * Merges method resolution orders: a class comes after all classes derived from it, otherwise in the given
 * order.
 */
function merge(lines: readonly (readonly ClassValue[])[]): ClassValue[] {
  const left = lines.map((line) => [...line]).filter((line) => line.length > 0);
  const merged: ClassValue[] = [];
  while (left.length > 0) {
    const next =
      left
        .map((line) => line[0] as ClassValue)
        .find((head) => !left.some((line) => line.slice(1).some((other) => isSameScope(other, head)))) ??
      (left[0]?.[0] as ClassValue);
    merged.push(next);
    for (const line of left) if (isSameScope(line[0] as ClassValue, next)) line.shift();
    left.splice(0, left.length, ...left.filter((line) => line.length > 0));
  }
  return merged;
}
