/**
 * Recognizes symbols that are normally used rather than called: properties without code, and types that are
 * created without a call.
 */
import type { SymbolKind } from "@satori/contracts";
import { type Resolution, SCOPE_FLAGS, type ScopeRef, profileOf } from "@satori/sidecar";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import type { Snapshot } from "../store/store.ts";

/** Kinds that are not functions and whose objects calls do not normally create. */
const UNMADE: ReadonlySet<SymbolKind> = new Set([
  "enum",
  "extension",
  "impl",
  "interface",
  "module",
  "namespace",
  "object",
  "protocol",
  "trait",
  "type",
]);

/** The requested symbols and the scopes that define them. */
interface Definitions {
  readonly found: readonly SymbolMatch[];
  readonly refs: readonly ScopeRef[];
}

/** Whether every definition of a symbol is of that kind. Requires at least one definition. */
export function isUncalled(
  snapshot: Snapshot,
  resolution: Resolution,
  { found, refs }: Definitions,
): boolean {
  if (refs.every((ref) => isField(resolution, ref))) return true;
  const isType = ({ file, scope }: ScopeRef): boolean =>
    resolution.index(file)?.flow.scopes[scope]?.kind !== "function";
  return (
    found.every(({ file, kind }) =>
      isUnmade(kind, snapshot.files.languages[snapshot.fileAt(file)] ?? "text"),
    ) && refs.every(isType)
  );
}

/** A property without code. The value that it stores may be called. */
function isField(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.field) !== 0;
}

/** Whether calls never create objects of this kind of symbol in a language. */
export function isUnmade(kind: SymbolKind, language: string): boolean {
  const { classesAreInterfaces, callsMakeStructs } = profileOf(language);
  if (kind === "class") return classesAreInterfaces;
  return kind === "struct" ? !callsMakeStructs : UNMADE.has(kind);
}
