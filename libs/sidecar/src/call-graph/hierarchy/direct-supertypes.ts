/** Direct supertypes of a type: bases that its declarations name, and interfaces that it fits by shape. */
import type { ExpressionReader } from "../../call-facts/expression-reader.ts";
import { type ExprId, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { addTo } from "../../group-by.ts";
import type { Confidence } from "../edges/call-sites.ts";
import type { Resolution } from "../resolution.ts";
import { type WrittenBase, basesOfPart } from "../types/lineage.ts";
import { otherParts } from "../types/parts.ts";
import { type ScopeRef, type Value, distinctScopes, isSameScope, scopeKey } from "../values.ts";
import {
  type HierarchyEnd,
  type HierarchyLink,
  type HierarchyStep,
  type UnresolvedBase,
  declaredType,
  ownersOfBlock,
} from "./links.ts";
import { interfacesFitted } from "./shape.ts";

/** Supertypes that a type names or fits, each once. */
export function directSupertypes(resolution: Resolution, type: ScopeRef): HierarchyStep {
  const { links, unresolved } = namedSupertypes(resolution, type);
  const named = new Set(links.map(({ to }) => endKey(to)));
  const fitted = interfacesFitted(resolution, type)
    .map((ref): HierarchyLink => {
      return { to: { kind: "definition", ref }, reason: { kind: "shape" }, confidence: "possible" };
    })
    .filter(({ to }) => !named.has(endKey(to)));
  return { links: [...links, ...fitted], unresolved, external: [] };
}

/** Supertypes that any declaration or block of a type names. */
export function namedSupertypes(resolution: Resolution, type: ScopeRef): HierarchyStep {
  return resolution.once(["named supertypes", scopeKey(type)], () =>
    basesNamedBy(resolution, [type, ...otherParts(resolution, type), ...blocksOf(resolution, type)], type),
  );
}

/** Supertypes that one declaration names, without the other parts of its type. */
export function supertypesOfPart(resolution: Resolution, part: ScopeRef): HierarchyStep {
  return resolution.once(["supertypes of part", scopeKey(part)], () =>
    basesNamedBy(resolution, [part], declaredType(resolution, part)),
  );
}

function basesNamedBy(resolution: Resolution, parts: readonly ScopeRef[], type: ScopeRef): HierarchyStep {
  const links = new Map<string, HierarchyLink>();
  const unresolved = new Map<string, UnresolvedBase>();
  for (const part of parts) {
    for (const base of basesOfPart(resolution, part)) {
      resolution.check();
      const written = nameAt(resolution, base);
      const { ends, confidence } = endsOf(resolution, base, written);
      if (ends.length === 0) unresolved.set(`${scopeKey(part)} ${base.site.expr}`, { part, written });
      for (const to of ends) {
        if (to.kind === "definition" && isSameScope(to.ref, type)) continue;
        if (!links.has(endKey(to)))
          links.set(endKey(to), {
            to,
            confidence,
            reason: { kind: "base", part, written: written ?? nameOf(to), side: base.side },
          });
      }
    }
  }
  return { links: [...links.values()], unresolved: [...unresolved.values()], external: [] };
}

/** The name of an external type; null for a definition, whose declaration may have another name for it. */
function nameOf(end: HierarchyEnd): string | null {
  return end.kind === "external" ? end.name : null;
}

export function endKey(end: HierarchyEnd): string {
  return end.kind === "definition" ? String(scopeKey(end.ref)) : `external ${end.name}`;
}

interface Ends {
  readonly ends: readonly HierarchyEnd[];
  readonly confidence: Confidence;
}

/** What a base means. Among several declarations of a name, each is possible. */
function endsOf(resolution: Resolution, { values, site }: WrittenBase, written: string | null): Ends {
  const evaluated = resolution.evaluate(site);
  const types = typesAmong(resolution, values.length > 0 ? values : evaluated);
  if (types.length > 0)
    return {
      ends: types.map((ref) => ({ kind: "definition", ref })),
      confidence: types.length > 1 ? "possible" : evaluated.length === 0 ? "name_match" : "resolved",
    };
  const outside = values.find((value) => value.kind === "external");
  if (outside) return { ends: [{ kind: "external", name: written ?? outside.name }], confidence: "resolved" };
  // A name that no type of the codebase has leads out of it, or to a type that is made at run time.
  return written !== null && values.length === 0 && !isTypeName(resolution, site.file, lastPart(written))
    ? { ends: [{ kind: "external", name: written }], confidence: "possible" }
    : { ends: [], confidence: "resolved" };
}

function typesAmong(resolution: Resolution, values: readonly Value[]): readonly ScopeRef[] {
  const types = values.flatMap((value) =>
    value.kind === "class" || value.kind === "function"
      ? [declaredType(resolution, { file: value.file, scope: value.scope })]
      : [],
  );
  return distinctScopes(types);
}

/** The name that a base is written with: `lib.Base`. Null for a call, or another expression. */
function nameAt(resolution: Resolution, { site: { file, expr } }: WrittenBase): string | null {
  const index = resolution.index(file);
  return index ? writtenName(index, expr) : null;
}

function writtenName(index: ExpressionReader, expr: ExprId): string | null {
  switch (index.op(expr)) {
    case "name":
      return index.string(expr, 1);
    case "generic":
    case "standing":
      return writtenName(index, index.operand(expr, 1));
    case "member": {
      const object = writtenName(index, index.operand(expr, 1));
      return object === null ? null : `${object}.${index.string(expr, 2)}`;
    }
    case "call": {
      const called = writtenName(index, index.operand(expr, 1));
      return called === null ? null : `${called}()`;
    }
    case "builtin":
      return index.string(expr, 1);
    default:
      return null;
  }
}

export function lastPart(written: string): string {
  return written.slice(written.lastIndexOf(".") + 1);
}

/** Whether the codebase has a type of a name in the language of a file. */
function isTypeName(resolution: Resolution, file: number, name: string): boolean {
  return typesCalled(resolution, resolution.project.language(file), name).length > 0;
}

/** Types of a name, without extensions and blocks; by file, then position. */
export function typesCalled(resolution: Resolution, language: string, name: string): readonly ScopeRef[] {
  return resolution.once(["types called", language, name], () =>
    resolution.project
      .filesDefining(name)
      .filter((file) => resolution.project.language(file) === language)
      .flatMap((file) => {
        const index = resolution.index(file);
        const isType = (at: number): boolean => {
          const own = index?.flow.scopes[at];
          return (
            (own?.kind === "class" || own?.kind === "interface") &&
            (own.flags & SCOPE_FLAGS.extension) === 0 &&
            ownersOfBlock(resolution, { file, scope: at }).length === 0
          );
        };
        return (index?.scopes.named(name) ?? []).filter(isType).map((scope): ScopeRef => ({ file, scope }));
      }),
  );
}

/** Blocks with members of a type, in any file. */
function blocksOf(resolution: Resolution, type: ScopeRef): readonly ScopeRef[] {
  const name = resolution.index(type.file)?.flow.scopes[type.scope]?.name ?? "";
  if (name === "" || !resolution.rules(type.file).hasOwners) return [];
  const language = resolution.project.language(type.file);
  const blocks = resolution.once(["blocks called", language, name], () => {
    const byOwner = new Map<number, ScopeRef[]>();
    for (const file of resolution.project.filesDefining(name)) {
      if (resolution.project.language(file) !== language) continue;
      const index = resolution.index(file);
      for (const scope of index?.scopes.owned() ?? []) {
        if (index?.flow.scopes[scope]?.name !== name) continue;
        const block = { file, scope };
        for (const owner of ownersOfBlock(resolution, block)) addTo(byOwner, scopeKey(owner), block);
      }
    }
    return byOwner;
  });
  return blocks.get(scopeKey(type)) ?? [];
}
