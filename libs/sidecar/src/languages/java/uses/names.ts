/**
 * Resolves plain names of Java beyond scopes: variables in blocks, constants of a `case`, types with the name
 * of a constant.
 */
import { NONE } from "../../../call-facts/facts.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { fieldOfType, localNames } from "../../../call-graph/uses/local-names.ts";
import type { WrittenPosition } from "../../../call-graph/uses/text-hooks.ts";
import type { ClassValue, ScopeRef } from "../../../call-graph/values.ts";
import type { SymbolFact } from "../../../facts.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import { LineIndex } from "../../../syntax/chunk/lines.ts";
import { isLocalOfJava, localsOfJava } from "../lexical/locals.ts";

/** Whether a name is, or declares, a local variable or parameter. */
export function isLocalThere(
  resolution: Resolution,
  place: ScopeRef,
  { code, name, start }: WrittenName,
): boolean {
  const locals = localNames(resolution, place, name);
  if (!locals) return false;
  const line = resolution.index(place.file)?.flow.scopes[locals.around]?.startLine ?? 1;
  const lines = resolution.once(["lines", place.file], () => new LineIndex(code));
  return isLocalOfJava(
    resolution.once(["locals", place.file, name], () => localsOfJava(code, name)),
    start,
    lines.startOf(line),
  );
}

/** The innermost enclosing type with a field of a name, its own or inherited. */
export function fieldsAround(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  name: string,
): { readonly field: ClassValue; readonly isOwn: boolean } | null {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const field = fieldOfType(resolution, { file, scope: at }, name);
    if (field) return { field, isOwn: field.file === file && field.scope === at };
  }
  return null;
}

/** The innermost enclosing scope that is not a function. */
export function outsideFunctions(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes;
  let at = scope;
  for (let own = scopes?.[at]; own?.kind === "function" && own.parent !== NONE; own = scopes?.[at])
    at = own.parent;
  return { file, scope: at };
}

// The head of a type in Java: names in it see none of the type's members.

/** `ofLine`, or the scope around the type in whose head a place is. */
export function scopeOutsideHead(
  resolution: Resolution,
  file: FileId,
  { code, start }: WrittenPosition,
  ofLine: number,
  symbols: readonly SymbolFact[],
): number {
  const index = resolution.index(file);
  const { kind, symbol = NONE, parent = 0 } = index?.flow.scopes[ofLine] ?? {};
  const own = symbols[symbol];
  if (!own || (kind !== "class" && kind !== "interface")) return ofLine;
  HEAD.lastIndex = own.start;
  return HEAD.test(code) && start < HEAD.lastIndex - 1 ? parent : ofLine;
}

/** From the word in front of a type's name to its body: a record has brackets between. */
const HEAD = /\b(?:class|interface|enum|record)\s[^{]*\{/g;
