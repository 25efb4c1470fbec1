/** Direct subtypes of a type: types that name it as a base, and types that fit it by shape. */
import { addTo } from "../../group-by.ts";
import type { Resolution } from "../resolution.ts";
import { directSubtypes as typesNaming } from "../types/subtypes.ts";
import { qualifiedName } from "../types/parts.ts";
import { type ScopeRef, distinctScopes, isSameScope, scopeKey } from "../values.ts";
import { lastPart, namedSupertypes, typesCalled } from "./direct-supertypes.ts";
import { type HierarchyLink, type HierarchyStep, type UnresolvedBase, declaredType } from "./links.ts";
import { typesFitting } from "./shape.ts";

/** Subtypes that name or fit a type, each once, by file, then position. */
export function directSubtypes(resolution: Resolution, type: ScopeRef): HierarchyStep {
  const { links: unclear, unresolved } = withUnresolvedBase(resolution, type);
  const links = new Map<number, HierarchyLink>();
  const add = (link: HierarchyLink): void => {
    if (link.to.kind !== "definition" || isSameScope(link.to.ref, type)) return;
    const key = scopeKey(link.to.ref);
    if (!links.has(key)) links.set(key, link);
  };
  for (const ref of namingTypes(resolution, type)) {
    resolution.check();
    const link = namedSupertypes(resolution, ref).links.find(
      ({ to }) => to.kind === "definition" && isSameScope(to.ref, type),
    );
    if (link) add({ ...link, to: { kind: "definition", ref } });
  }
  for (const ref of typesFitting(resolution, type))
    add({ to: { kind: "definition", ref }, reason: { kind: "shape" }, confidence: "possible" });
  for (const link of unclear) add(link);
  return { links: [...links.values()], unresolved, external: [] };
}

/** Types with a part that names a type, or any part of it, as a base. */
export function namingTypes(resolution: Resolution, type: ScopeRef): readonly ScopeRef[] {
  return distinctScopes(
    typesNaming(resolution, type).map(({ file, scope }) => declaredType(resolution, { file, scope })),
  );
}

/**
 * Types whose base could not be resolved and has the name of this type. They match it by name if no other
 * type of the language has that name; otherwise they stay unresolved.
 */
function withUnresolvedBase(resolution: Resolution, type: ScopeRef): HierarchyStep {
  const own = resolution.index(type.file)?.flow.scopes[type.scope];
  if (!own || own.name === "") return { links: [], unresolved: [], external: [] };
  const language = resolution.project.language(type.file);
  const isOnly = typesCalled(resolution, language, own.name).length === 1;
  const qualified = `.${qualifiedName(resolution, type)}`;
  const links: HierarchyLink[] = [];
  const unresolved: UnresolvedBase[] = [];
  for (const file of resolution.project.filesUsing("base", own.name)) {
    if (resolution.project.language(file) !== language) continue;
    for (const { part, written } of unresolvedBases(resolution, file).get(own.name) ?? []) {
      if (written === null || !qualified.endsWith(`.${written}`)) continue;
      if (!isOnly) {
        unresolved.push({ part, written });
        continue;
      }
      links.push({
        to: { kind: "definition", ref: declaredType(resolution, part) },
        reason: { kind: "base", part, written, side: "both" },
        confidence: "name_match",
      });
    }
  }
  return { links, unresolved, external: [] };
}

/** Unresolved bases in a file, by the last part of their name. */
function unresolvedBases(
  resolution: Resolution,
  file: number,
): ReadonlyMap<string, readonly UnresolvedBase[]> {
  return resolution.once(["unresolved bases", file], () => {
    const bases = new Map<string, UnresolvedBase[]>();
    for (const scope of resolution.index(file)?.scopes.derived() ?? []) {
      const type = declaredType(resolution, { file, scope });
      for (const base of namedSupertypes(resolution, type).unresolved) {
        if (base.written === null || base.part.file !== file || base.part.scope !== scope) continue;
        addTo(bases, lastPart(base.written), base);
      }
    }
    return bases;
  });
}
