/** Methods that a method overrides or implements, and those that override or implement it. */
import { NONE } from "../../call-facts/facts.ts";
import { definitionsOf, isReplaceable, literalsOf } from "../dispatch/implementations.ts";
import { methodsBefore } from "../dispatch/sibling-overrides.ts";
import type { Confidence } from "../edges/call-sites.ts";
import { classesOf } from "../expressions/this.ts";
import { isOfClass } from "../members/sides.ts";
import type { Resolution } from "../resolution.ts";
import { hasSameParameters, isAbstract, isPrivate } from "../types/overloads.ts";
import { inheritedMethods, methodsNamed } from "../types/subtypes.ts";
import { type ScopeRef, distinctScopes, isSameScope, scopeKey } from "../values.ts";
import { directSubtypes } from "./direct-subtypes.ts";
import { directSupertypes, supertypesOfPart } from "./direct-supertypes.ts";
import {
  type HierarchyLink,
  type HierarchyStep,
  NO_STEP,
  type UnresolvedBase,
  declaredType,
  ownersOfBlock,
} from "./links.ts";

/** The nearest methods above: on each way up, the first type that declares one. */
export function methodsAbove(resolution: Resolution, method: ScopeRef): HierarchyStep {
  if (!isReplaceable(resolution, method)) return NO_STEP;
  return resolution.once(["methods above", scopeKey(method)], () => {
    const links = new Map<number, HierarchyLink>();
    const unresolved: UnresolvedBase[] = [];
    const external = new Set<string>();
    const start = typesAround(resolution, method);
    const seen = new Set(start.map(scopeKey));
    const due = start.map((type) => ({ type, confidence: "resolved" as Confidence }));
    for (const { type, confidence } of due) {
      resolution.check();
      const step = stepAbove(resolution, method, type);
      unresolved.push(...step.unresolved);
      for (const link of step.links) {
        if (link.to.kind === "external") {
          external.add(link.to.name);
          continue;
        }
        const above = link.to.ref;
        const certain = lower(confidence, link.confidence);
        const found = declaredIn(resolution, above, method).filter(
          (other) => !isPrivate(resolution, other) && overrides(resolution, method, other),
        );
        for (const ref of found.flatMap((other) => definitionsOf(resolution, other)))
          links.set(scopeKey(ref), linkTo(resolution, ref, { above: ref, confidence: certain }));
        if (found.length > 0 || seen.has(scopeKey(above))) continue;
        seen.add(scopeKey(above));
        due.push({ type: above, confidence: certain });
      }
    }
    links.delete(scopeKey(method));
    return { links: inOrder([...links.values()]), unresolved, external: [...external] };
  });
}

/** The nearest methods below: on each way down, the first type that declares one. */
export function methodsBelow(resolution: Resolution, method: ScopeRef): HierarchyStep {
  if (!isReplaceable(resolution, method)) return NO_STEP;
  return resolution.once(["methods below", scopeKey(method)], () => {
    const name = nameOf(resolution, method);
    const links = new Map<number, HierarchyLink>();
    const add = (ref: ScopeRef, confidence: Confidence): void => {
      if (isSameScope(ref, method) || links.has(scopeKey(ref))) return;
      links.set(scopeKey(ref), linkTo(resolution, ref, { above: method, confidence }));
    };
    const unresolved: UnresolvedBase[] = [];
    const start = classesOf(resolution, method).map((type) => declaredType(resolution, type));
    const seen = new Set(start.map(scopeKey));
    const due = start.map((type) => ({ type, confidence: "resolved" as Confidence }));
    for (const { type, confidence } of due) {
      const step = directSubtypes(resolution, type);
      unresolved.push(...step.unresolved);
      for (const link of step.links) {
        resolution.check();
        if (link.to.kind === "external") continue;
        const below = link.to.ref;
        const certain = lower(confidence, link.confidence);
        const found = methodsIn(resolution, below, { method, type, isByShape: link.reason.kind === "shape" });
        for (const ref of found.flatMap((other) => definitionsOf(resolution, other))) add(ref, certain);
        if (found.length > 0 || seen.has(scopeKey(below))) continue;
        seen.add(scopeKey(below));
        due.push({ type: below, confidence: certain });
        // Only objects of this subtype have the other base's method in place of this one.
        for (const ref of methodsBefore(resolution, resolution.values.class(below), name))
          if (overrides(resolution, ref, method)) add(ref, "possible");
      }
      for (const ref of literalsOf(resolution, resolution.values.class(type), name)) add(ref, confidence);
    }
    return { links: inOrder([...links.values()]), unresolved, external: [] };
  });
}

/** Whether subtypes may override or implement a method: it has a type, and is no constructor. */
export function isOverridable(resolution: Resolution, method: ScopeRef): boolean {
  return isReplaceable(resolution, method) && typesAround(resolution, method).length > 0;
}

/**
 * The types that declare a method. In a block that names a base (Rust's `impl Trait for Type`), the block
 * itself: other bases of the type say nothing about its methods.
 */
function typesAround(resolution: Resolution, method: ScopeRef): readonly ScopeRef[] {
  const parent = blockAround(resolution, method);
  if (parent !== null) return [parent];
  return distinctScopes(classesOf(resolution, method).map((type) => declaredType(resolution, type)));
}

function blockAround(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef | null {
  const parent = { file, scope: resolution.index(file)?.flow.scopes[scope]?.parent ?? NONE };
  return ownersOfBlock(resolution, parent).length > 0 ? parent : null;
}

function stepAbove(resolution: Resolution, method: ScopeRef, type: ScopeRef): HierarchyStep {
  return isSameScope(type, blockAround(resolution, method) ?? { file: NONE, scope: NONE })
    ? supertypesOfPart(resolution, type)
    : directSupertypes(resolution, type);
}

/** Methods of the same name that a type declares. */
function declaredIn(resolution: Resolution, type: ScopeRef, method: ScopeRef): readonly ScopeRef[] {
  return methodsNamed(resolution, resolution.values.class(type), nameOf(resolution, method));
}

interface Overridden {
  readonly method: ScopeRef;
  readonly type: ScopeRef;
  readonly isByShape: boolean;
}

/** Methods of a subtype that override a method. A type that fits by shape may have inherited them. */
function methodsIn(
  resolution: Resolution,
  below: ScopeRef,
  { method, type, isByShape }: Overridden,
): readonly ScopeRef[] {
  const found = isByShape
    ? inheritedMethods(resolution, resolution.values.class(below), nameOf(resolution, method))
    : declaredIn(resolution, below, method);
  return found.filter((other) => overrides(resolution, other, method) && isForType(resolution, other, type));
}

/** Whether a method in a block implements one of a type: the block names that type as a base. */
function isForType(resolution: Resolution, method: ScopeRef, type: ScopeRef): boolean {
  const block = blockAround(resolution, method);
  return (
    block === null ||
    supertypesOfPart(resolution, block).links.some(
      ({ to }) => to.kind === "definition" && isSameScope(to.ref, type),
    )
  );
}

/** Whether a method can override another one of its name: of objects or of the class, with its parameters. */
function overrides(resolution: Resolution, below: ScopeRef, above: ScopeRef): boolean {
  return (
    isReplaceable(resolution, below) &&
    isReplaceable(resolution, above) &&
    isOfClass(resolution, below) === isOfClass(resolution, above) &&
    (!resolution.rules(above.file).hasOverloads || hasSameParameters(resolution, above, below))
  );
}

function linkTo(
  resolution: Resolution,
  ref: ScopeRef,
  { above, confidence }: { readonly above: ScopeRef; readonly confidence: Confidence },
): HierarchyLink {
  return {
    to: { kind: "definition", ref },
    reason: { kind: "method", isAbstract: isAbstract(resolution, above) },
    confidence,
  };
}

function nameOf(resolution: Resolution, { file, scope }: ScopeRef): string {
  return resolution.index(file)?.flow.scopes[scope]?.name ?? "";
}

const ORDER: readonly Confidence[] = ["resolved", "possible", "name_match"];

/** A way is as certain as its least certain step. */
function lower(left: Confidence, right: Confidence): Confidence {
  return ORDER[Math.max(ORDER.indexOf(left), ORDER.indexOf(right))] ?? left;
}

function inOrder(links: readonly HierarchyLink[]): readonly HierarchyLink[] {
  const at = ({ to }: HierarchyLink): number => (to.kind === "definition" ? scopeKey(to.ref) : 0);
  return [...links].sort((left, right) => at(left) - at(right));
}
