/** What a plain name of Go means: in its functions text tells about blocks, of which facts know nothing. */
import { NONE } from "../../flow/facts.ts";
import { type LocalName, declaresField, localName } from "../../lexis/go/locals.ts";
import type { WrittenName } from "../../lexis/written-names.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { goFunctions } from "./scope-around.ts";

/** `variable` and `type`: declared in a function; `field`: of a struct that is declared there; `outside`: of the file, its package or what it imports. */
export type GoName = LocalName | "field" | "outside";

export function goName(resolution: Resolution, { file, scope }: ScopeRef, { code, name, start }: WrittenName): GoName {
  if (declaresField(code, name, start)) return "field";
  const isDeclaredAround = localNames(resolution, { file, scope }, name).length > 0;
  return (isDeclaredAround ? localName(code, goFunctions(resolution, file, code), name, start) : null) ?? "outside";
}

/** Names of blocks under which functions around bind what the text calls so: `conn`, `conn~1`. */
export function localNames(resolution: Resolution, { file, scope }: ScopeRef, name: string): readonly string[] {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const own = scopes[at];
    if (own?.kind !== "function") continue;
    const found = new Set([...own.bindings, ...own.params].map((bound) => bound.name).filter((bound) => bound === name || bound.startsWith(`${name}~`)));
    if (found.size > 0) return [...found];
  }
  return [];
}
