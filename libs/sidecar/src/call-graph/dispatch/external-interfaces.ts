/**
 * Classes of the codebase that implement an external interface (`Psr\\Log\\LoggerInterface`): their methods
 * with the name of the call.
 */
import { NONE } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { basesOf, lineageOf } from "../types/lineage.ts";
import { declaredValues } from "../types/static-type.ts";
import { MAX_SUBTYPES, subtypesOf } from "../types/subtypes.ts";
import { type ClassValue, distinctScopes, exprKey, type ScopeRef, type Site, type Value } from "../values.ts";
import { mixedIn } from "./sibling-overrides.ts";

/** Types in a namespace. Types of the language itself are excluded, since any class may implement them. */
const NAMESPACED = /\\[^\\]+$/;

/**
 * Methods with the callee's name in classes that implement an external interface of its object, without
 * duplicates. Empty if the callee is no member of such an object.
 */
export function implementationsOutside(resolution: Resolution, callee: Site): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member" || !resolution.rules(callee.file).implementsOutside) return [];
  const name = index.string(callee.expr, 2);
  if (resolution.project.filesDefining(name).length === 0) return [];
  const isInterface = (value: Value): value is Value & { readonly kind: "external" } =>
    value.kind === "external" && !value.isType && NAMESPACED.test(value.name);
  const interfaces = resolution
    .evaluate({ ...callee, expr: index.operand(callee.expr, 1) })
    .filter(isInterface);
  return distinctScopes(
    interfaces.flatMap((type) =>
      derivedFrom(resolution, type.name).flatMap((subtype) => mixedIn(resolution, subtype, name)),
    ),
  );
}

/** Sorted by file, then position. */
function derivedFrom(resolution: Resolution, outside: string): readonly ClassValue[] {
  return resolution.once(["derived from outside", outside], () => {
    const files = resolution.project.filesUsing("base", NAMESPACED.exec(outside)?.[0].slice(1) ?? "");
    const direct = files
      .flatMap((file) =>
        (resolution.index(file)?.scopes.derived() ?? []).map((scope) =>
          resolution.values.class({ file, scope }),
        ),
      )
      .filter((type) => basesOf(resolution, type).outside.some((base) => base.name === outside));
    const all = new Set(direct.flatMap((type) => [type, ...subtypesOf(resolution, type)]));
    if (all.size > MAX_SUBTYPES) resolution.limit("too_many_subtypes");
    return [...all]
      .sort((left, right) => left.file - right.file || left.scope - right.scope)
      .slice(0, MAX_SUBTYPES);
  });
}

// Methods of the codebase that are called through an external type: the compiler resolves such a call to
// `Iterator.next`, whichever class implements it.

/** Types that say nothing about an object's members. */
const ANYTHING = /(?:^|\.)(?:Any|AnyObject|dynamic|object|Object)$/;

/**
 * Whether a method is one of several that a call may reach, because its object is declared with an external
 * type.
 */
export function mayReplaceExternal(resolution: Resolution, callee: Site, method: Value): boolean {
  if (method.kind !== "function" || method.self?.kind !== "instance") return false;
  // Only classes with external bases can have the type of an external declaration.
  return (
    lineageOf(resolution, method.self.type).hasUnknown === "external" && isDeclaredOutside(resolution, callee)
  );
}

/** Whether the object of a member is declared with external types only. */
function isDeclaredOutside(resolution: Resolution, callee: Site): boolean {
  return resolution.once(["declared outside", exprKey(callee)], () => {
    const index = resolution.index(callee.file);
    const object = index?.op(callee.expr) === "member" ? index.operand(callee.expr, 1) : NONE;
    const declared = object === NONE ? [] : declaredValues(resolution, { ...callee, expr: object });
    return (
      declared.length > 0 && declared.every((type) => type.kind === "external" && !ANYTHING.test(type.name))
    );
  });
}
