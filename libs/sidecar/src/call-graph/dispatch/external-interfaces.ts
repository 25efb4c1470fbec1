/**
 * Classes of the codebase that implement an external interface (`Psr\\Log\\LoggerInterface`): their methods
 * with the name of the call.
 */
import { mixedIn } from "./sibling-overrides.ts";
import { basesOf } from "../types/lineage.ts";
import { MAX_SUBTYPES, subtypesOf } from "../types/subtypes.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, type Site, type ScopeRef, type Value, distinctScopes } from "../values.ts";

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
