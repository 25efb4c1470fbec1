/** Finds definitions by a name that only other files use: `export { createdHere as expect }`. */
import { NONE } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, type Value, distinctScopes } from "../values.ts";

/** Definitions exported under a name, by file, then in source order, without duplicates. */
export function exportedAs(resolution: Resolution, name: string): readonly ScopeRef[] {
  const found = resolution.project.filesUsing("export", name).flatMap((file) => {
    const exported = (resolution.index(file)?.flow.exports ?? []).filter((given) => given.name === name);
    return exported
      .flatMap(({ value }) => resolution.evaluate({ file, scope: 0, expr: value }))
      .flatMap((value) => definitionOf(resolution, value));
  });
  return distinctScopes(found);
}

function definitionOf(resolution: Resolution, value: Value): readonly ScopeRef[] {
  if (value.kind !== "function" && value.kind !== "class" && value.kind !== "variable") return [];
  const { file, scope } = value;
  const own = resolution.index(file)?.flow.scopes[scope];
  return own === undefined || own.symbol === NONE ? [] : [{ file, scope }];
}
