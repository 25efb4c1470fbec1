/**
 * Local variables under their names in the call facts: a number distinguishes those of different blocks of a
 * function (`conn`, `conn~1`).
 */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import { type ClassValue, type ScopeRef, scopeKey } from "../values.ts";

/** Local variables with one name in the text. */
export interface LocalNames {
  /**
   * The innermost enclosing function that has such variables, itself or in closures inside it. Where the
   * closures end is not known.
   */
  readonly around: number;
  /** Variables and parameters: their scope, and their name in it. */
  readonly names: readonly (ScopeRef & { readonly name: string })[];
}

/** Null if no local variable has the name, or if a field of a class in between has it. */
export function localNames(resolution: Resolution, place: ScopeRef, name: string): LocalNames | null {
  return resolution.once(["local names", scopeKey(place), name], () =>
    localNamesNow(resolution, place, name),
  );
}

function localNamesNow(resolution: Resolution, { file, scope }: ScopeRef, name: string): LocalNames | null {
  const index = resolution.index(file);
  const hasMembers = resolution.rules(file).classNames === "member";
  if (!index) return null;
  for (let at = scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    if (index.flow.scopes[at]?.kind !== "function") {
      if (hasMembers && fieldOfType(resolution, { file, scope: at }, name)) return null;
      continue;
    }
    const names = [at, ...lambdasIn(index, at)].flatMap((own) =>
      namedSo(index, own, name).map((called) => ({ file, scope: own, name: called })),
    );
    if (names.length > 0) return { around: at, names };
  }
  return null;
}

/**
 * The first type with a field of this name, among a type and its base types; null if there is none, or if the
 * scope is not a type.
 */
export function fieldOfType(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  name: string,
): ClassValue | null {
  const kind = resolution.index(file)?.flow.scopes[scope]?.kind;
  if (kind !== "class" && kind !== "interface") return null;
  return (
    lineageOf(resolution, resolution.values.class({ file, scope })).types.find((type) =>
      hasField(resolution.index(type.file), type.scope, name),
    ) ?? null
  );
}

/** Whether a scope binds a name to anything but a function. */
export function hasField(index: FileIndex | null, scope: number, name: string): boolean {
  return index?.bindings(scope, name).some(({ value }) => !isMethod(index, value)) === true;
}

function isMethod(index: FileIndex, value: ExprId): boolean {
  return index.op(value) === "scope" && index.flow.scopes[index.operand(value, 1)]?.kind === "function";
}

function namedSo(index: FileIndex, scope: number, name: string): readonly string[] {
  const { bindings = [], params = [] } = index.flow.scopes[scope] ?? {};
  return [
    ...new Set(
      [...bindings, ...params]
        .map((bound) => bound.name)
        .filter((bound) => bound === name || bound.startsWith(`${name}~`)),
    ),
  ];
}

function lambdasIn(index: FileIndex, scope: number): readonly number[] {
  const own = index.scopes
    .childrenOf(scope)
    .filter((at) => ((index.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.arrow) !== 0);
  return own.flatMap((at) => [at, ...lambdasIn(index, at)]);
}
