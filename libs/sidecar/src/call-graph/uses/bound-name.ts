/** Where a plain name is bound: in an enclosing scope, or in the module that it is imported from. */
import { type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { boundOfParameter } from "../generics/type-arguments.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef, Value } from "../values.ts";

/** A name in the scope that binds it. It may differ from the name at the use, because imports rename. */
export interface BoundName extends ScopeRef {
  readonly name: string;
}

/** `outside`: a library binds the name. Null if nothing binds it. */
export type Bound = BoundName | "outside" | null;

export function isBoundAs(bound: Bound, { file, scope, name }: BoundName): boolean {
  return (
    bound !== null &&
    bound !== "outside" &&
    bound.file === file &&
    bound.scope === scope &&
    bound.name === name
  );
}

/** Modules on the way of a re-exported name. */
const MAX_STEPS = 20;

/** Where a plain name is bound, looking outwards from a scope and following imports. */
export function boundName(resolution: Resolution, { file, scope }: ScopeRef, name: string, steps = 0): Bound {
  const index = resolution.index(file);
  if (!index || steps > MAX_STEPS) return null;
  const { classNames } = resolution.rules(file);
  for (let at = scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    const own = index.flow.scopes[at];
    if (own === undefined) break;
    const isType = own.kind === "class" || own.kind === "interface";
    if (isType && (classNames === "nothing" || (classNames === "body" && at !== scope))) continue;
    if (index.binds(at, name) && !isTypeOfOuter(index, at, name))
      return boundIn(resolution, { file, scope: at }, name, steps);
    for (const module of own.wildcards) {
      const given = fromModule(resolution, file, { module, name }, steps);
      if (given !== null && given !== "outside") return given;
    }
  }
  return null;
}

/**
 * Where a scope binds a name. With an import and a fallback for it (`try: import fast`, `except ImportError:
 * fast = None`), the binding in the codebase counts.
 */
function boundIn(resolution: Resolution, { file, scope }: ScopeRef, name: string, steps: number): Bound {
  const bindings = resolution.index(file)?.bindings(scope, name) ?? [];
  const imports = bindings.flatMap(({ value }) => importOf(resolution, file, value) ?? []);
  const given = imports.map((imported) => fromModule(resolution, file, imported, steps));
  const known = given.find((bound) => bound !== null && bound !== "outside");
  if (known !== undefined || (imports.length > 0 && imports.length === bindings.length))
    return known ?? given[0] ?? null;
  return { file, scope, name };
}

/**
 * Whether a type parameter of a scope is a variable of the file (Python's `T = TypeVar("T")`), which is then
 * where the name is bound.
 */
function isTypeOfOuter(index: FileIndex, scope: number, name: string): boolean {
  const made = scope === 0 ? undefined : boundOfParameter(index, scope, name);
  return made !== undefined && index.bindings(0, name).some(({ value }) => value === made);
}

export interface Import {
  readonly module: string;
  readonly name: string;
}

/** Imports and re-exports of a name in a file, with the name that the file gives to each. */
export function importsOf(
  resolution: Resolution,
  file: FileId,
  name: string,
): readonly (Import & { readonly as: string })[] {
  return resolution.once(["imports of", file, name], () => {
    const flow = resolution.index(file)?.flow;
    const bindings = flow?.scopes.flatMap((scope) => scope.bindings) ?? [];
    return [...bindings, ...(flow?.exports ?? [])].flatMap(({ name: as, value }) => {
      const imported = importOf(resolution, file, value);
      return imported?.name === name ? [{ ...imported, as }] : [];
    });
  });
}

/** Names under which a file uses something that another module calls `name`. */
export function namesFor(resolution: Resolution, file: FileId, name: string): ReadonlySet<string> {
  const index = resolution.index(file);
  const isBound = (as: string): boolean =>
    index?.flow.scopes.some((_, scope) => index.bindings(scope, as).length > 0) === true;
  return new Set([
    name,
    ...importsOf(resolution, file, name).flatMap(({ as }) => (as !== name && isBound(as) ? [as] : [])),
  ]);
}

function importOf(resolution: Resolution, file: FileId, value: ExprId): Import | null {
  const index = resolution.index(file);
  return index?.op(value) === "import"
    ? { module: index.string(value, 1), name: index.string(value, 2) }
    : null;
}

/** Where an imported name is bound. */
export function fromModule(resolution: Resolution, from: FileId, { module, name }: Import, steps = 0): Bound {
  const modules = resolution.imported(from, module, "*");
  for (const value of modules) {
    const bound = givenBy(resolution, value, name, steps + 1);
    if (bound !== null) return bound;
  }
  return modules.length > 0 && modules.every(({ kind }) => kind === "external") ? "outside" : null;
}

/** Where a module, type or namespace binds a name. */
export function givenBy(resolution: Resolution, value: Value, name: string, steps = 0): Bound {
  if (value.kind === "module") return exportedBy(resolution, value.file, name, steps);
  if (value.kind !== "namespace" && value.kind !== "class") return null;
  return resolution.index(value.file)?.binds(value.scope, name) === true
    ? { file: value.file, scope: value.scope, name }
    : null;
}

function exportedBy(resolution: Resolution, file: FileId, name: string, steps: number): Bound {
  const index = resolution.index(file);
  if (!index || steps > MAX_STEPS) return null;
  const exported = index.flow.exports.find((given) => given.name === name);
  if (exported) {
    const imported = importOf(resolution, file, exported.value);
    if (imported) return fromModule(resolution, file, imported, steps);
    return index.op(exported.value) === "name"
      ? boundName(resolution, { file, scope: 0 }, index.string(exported.value, 1), steps + 1)
      : { file, scope: 0, name };
  }
  if (index.flow.exports.length === 0) return boundName(resolution, { file, scope: 0 }, name, steps + 1);
  for (const module of index.flow.exportsAllOf) {
    const given = fromModule(resolution, file, { module, name }, steps);
    if (given !== null && given !== "outside") return given;
  }
  return null;
}
