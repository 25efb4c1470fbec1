/** One step of a hierarchy: between a type and a supertype, or a method and one that it overrides. */
import { NONE } from "../../call-facts/facts.ts";
import type { Confidence } from "../edges/call-sites.ts";
import type { Resolution } from "../resolution.ts";
import type { BaseSide } from "../types/lineage.ts";
import { mainPart } from "../types/parts.ts";
import type { ScopeRef } from "../values.ts";

/** Where a step leads: to a definition, or to a type outside the codebase. */
export type HierarchyEnd =
  | { readonly kind: "definition"; readonly ref: ScopeRef }
  /** By its name as written, or as the language knows it if no text names it (Java's `java.lang.Enum`). */
  | { readonly kind: "external"; readonly name: string };

/** What makes two types or methods related. */
export type HierarchyReason =
  /** A declaration names a base: `part` is the declaration, `written` the name as far as it can be read. */
  | {
      readonly kind: "base";
      readonly part: ScopeRef;
      readonly written: string | null;
      readonly side: BaseSide;
    }
  /** A type has all methods of an interface or protocol that it does not name. */
  | { readonly kind: "shape" }
  /** A method overrides one that is declared without a body (`isAbstract`), or another one. */
  | { readonly kind: "method"; readonly isAbstract: boolean };

export interface HierarchyLink {
  readonly to: HierarchyEnd;
  readonly reason: HierarchyReason;
  readonly confidence: Confidence;
}

/** A base that could not be resolved. */
export interface UnresolvedBase {
  /** The declaration that names it. */
  readonly part: ScopeRef;
  /** Null if it is not a plain name: a call, for example. */
  readonly written: string | null;
}

/** The steps from one type or method. */
export interface HierarchyStep {
  /** In the order of the text for bases, otherwise by file and position; one for each end. */
  readonly links: readonly HierarchyLink[];
  readonly unresolved: readonly UnresolvedBase[];
  /** For methods: names of supertypes outside the codebase, which may declare the method, too. */
  readonly external: readonly string[];
}

export const NO_STEP: HierarchyStep = { links: [], unresolved: [], external: [] };

/**
 * The scope that represents a type: the type that a block of members is for (Rust's `impl`), and of several
 * parts the main one. A block for a type outside the codebase represents itself.
 */
export function declaredType(resolution: Resolution, ref: ScopeRef): ScopeRef {
  return resolution.once(["declared type", ref.file, ref.scope], () => {
    const owners = ownersOfBlock(resolution, ref);
    const [owner] = owners;
    return mainPart(resolution, owner && owners.length === 1 ? owner : ref);
  });
}

/** The types of the codebase that a block of members is for; empty for anything else. */
export function ownersOfBlock(resolution: Resolution, { file, scope }: ScopeRef): readonly ScopeRef[] {
  const own = resolution.index(file)?.flow.scopes[scope];
  if (!own || own.kind !== "class" || own.owner === NONE) return [];
  return resolution
    .evaluate({ file, scope: own.parent, expr: own.owner })
    .flatMap((value) => (value.kind === "class" ? [{ file: value.file, scope: value.scope }] : []));
}
