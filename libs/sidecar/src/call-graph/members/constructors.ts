/** Constructors: which ones run when an object of a class is created. */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { thisOf } from "../expressions/this.ts";
import { lineageOf } from "../types/lineage.ts";
import { isAbstract } from "../types/overloads.ts";
import { isOnlyExtended, mainPart, otherParts } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, NOTHING, type Site, type ScopeRef, type Values } from "../values.ts";

/**
 * Constructors that a class declares itself. Of declarations without a body, only the first, and only if
 * there is no definition.
 */
export function ownConstructors(resolution: Resolution, { file, scope }: ScopeRef): readonly ScopeRef[] {
  const index = resolution.index(file);
  const all = (index?.scopes.childrenOf(scope) ?? [])
    .filter((at) => ((index?.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.constructor) !== 0)
    .map((at) => ({ file, scope: at }));
  if (index && resolution.rules(file).namesConstructors)
    return all.filter((ref) => index.flow.scopes[ref.scope]?.name === index.flow.scopes[scope]?.name);
  const defined = all.filter((ref) => !isAbstract(resolution, ref));
  return defined.length > 0 ? defined : all.slice(0, 1);
}

/** Constructors of a class; if it has none, the class itself and the inherited ones. */
export function constructorsOf(resolution: Resolution, type: ClassValue): readonly ScopeRef[] {
  const own = [type, ...otherParts(resolution, type)].flatMap((part) => ownConstructors(resolution, part));
  if (resolution.rules(type.file).makesInSteps)
    return [...(own.length > 0 ? own : [mainPart(resolution, type)]), ...stepsAbove(resolution, type, own)];
  if (own.length > 0) return own;
  const { namesConstructors, hasCompanions } = resolution.rules(type.file);
  // Scala's classes have a constructor in their head, which names the base constructor that it calls.
  if (namesConstructors || hasCompanions) return [mainPart(resolution, type)];
  // An interface that merges with a class of its name inherits types, and nothing that runs.
  if (resolution.index(type.file)?.flow.scopes[type.scope]?.kind === "interface")
    return [mainPart(resolution, type)];
  const inherited =
    lineageOf(resolution, type)
      .types.slice(1)
      .map((above) => ownConstructors(resolution, above))
      .find((found) => found.length > 0) ?? [];
  return isOnlyExtended(resolution, type) ? inherited : [mainPart(resolution, type), ...inherited];
}

/**
 * Inherited constructors for languages where each of several runs (Python's `__new__` and `__init__`),
 * wherever it is inherited from.
 */
function stepsAbove(resolution: Resolution, type: ClassValue, own: readonly ScopeRef[]): readonly ScopeRef[] {
  const names = new Set(own.map((ref) => nameOf(resolution, ref)));
  return lineageOf(resolution, type)
    .types.slice(1)
    .flatMap((above) => {
      const found = ownConstructors(resolution, above).filter((ref) => !names.has(nameOf(resolution, ref)));
      for (const ref of found) names.add(nameOf(resolution, ref));
      return found;
    });
}

/** Whether a class replaces a constructor of one of its base classes. */
export function replacesConstructor(resolution: Resolution, type: ScopeRef, above: ScopeRef): boolean {
  const own = ownConstructors(resolution, type);
  return resolution.rules(type.file).makesInSteps
    ? own.some((ref) => nameOf(resolution, ref) === nameOf(resolution, above))
    : own.length > 0;
}

function nameOf(resolution: Resolution, { file, scope }: ScopeRef): string {
  return resolution.index(file)?.flow.scopes[scope]?.name ?? "";
}

/** For `super(…)`: the first base class of the current object's class. */
export function constructorsAbove(resolution: Resolution, callee: Site): Values {
  return thisOf(resolution, callee).flatMap((value): Values => {
    const type = value.kind === "instance" ? value.type : value.kind === "class" ? value : null;
    if (!type) return NOTHING;
    const { types, hasUnknown } = lineageOf(resolution, type);
    const next = types[1];
    return next ? [next] : hasUnknown === "external" ? [resolution.values.external("super")] : NOTHING;
  });
}
