/**
 * Variables of the outline that are given what a call gives: `const useStore = create(…)`, `Point =
 * namedtuple(…)`.
 */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { isWrapper } from "./library-functions.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type Site, type ScopeRef, type Value, type Values } from "../values.ts";

/**
 * What is known of the call's result, and where that is no definition that others can name and no type of a
 * library, the variable itself.
 */
export function variableValues(resolution: Resolution, { file, scope, expr }: Site): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const [own, given] = [index.operand(expr, 1), index.operand(expr, 2)];
  const values = resolution.evaluate({ file, scope, expr: given });
  const made = values.filter((value) => value.kind === "function" && isMade(resolution, value));
  // A type with arguments tells what a container holds, unless it is that of a function that is known.
  const isNameless = (value: Value): boolean =>
    made.includes(value) ||
    value.kind === "signature" ||
    (value.kind === "external" && (value.args.length === 0 || made.length > 0));
  // What a library makes of a function (`debounce(save)`) is another one, though it calls that.
  const isWrapped =
    values.some(({ kind }) => kind === "function") &&
    index.op(given) === "call" &&
    resolution.calledValues({ file, scope, expr: given }).some(isWrapper);
  return isWrapped || values.every(isNameless)
    ? [...values, resolution.values.variable({ file, scope: own, expr: given })]
    : values;
}

/** A function that another one makes: of each call it is another one. */
function isMade(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const scopes = resolution.index(file)?.flow.scopes;
  const own = scopes?.[scope];
  return (
    own?.symbol === NONE ||
    (scopes?.[own?.parent ?? NONE]?.kind === "function" &&
      !isVariable(resolution, { file, scope: own?.parent ?? NONE }))
  );
}

/**
 * Functions that a variable's call is given: what a library makes of them may call them (`memo(Counter)`,
 * `connect(a)(B)`).
 */
export function functionsGiven(
  resolution: Resolution,
  { file, scope, expr }: Value & { readonly kind: "variable" },
): readonly ScopeRef[] {
  const index = resolution.index(file);
  const given = index
    ? argumentsOf(index, expr).flatMap((value) => resolution.evaluate({ file, scope, expr: value }))
    : [];
  const found = given.flatMap((value) => [value, ...loadedBy(resolution, value)]);
  return found.flatMap((value) =>
    value.kind === "function" && resolution.index(value.file)?.flow.scopes[value.scope]?.symbol !== NONE
      ? [{ file: value.file, scope: value.scope }]
      : [],
  );
}

/** What a closure loads when it is called (`lazy(() => import("./Page"))`): the default export. */
function loadedBy(resolution: Resolution, value: Value): Values {
  if (value.kind !== "function" || resolution.index(value.file)?.flow.scopes[value.scope]?.symbol !== NONE)
    return NOTHING;
  return resolution
    .functionResults(value)
    .flatMap((loaded) =>
      loaded.kind === "module"
        ? resolution.rules(loaded.file).exported(resolution, loaded, "default")
        : NOTHING,
    );
}

/** Of a call, and of the calls that give what it calls. */
export function argumentsOf(index: FileIndex, call: ExprId): readonly ExprId[] {
  if (index.op(call) !== "call") return [];
  return [...argumentsOf(index, index.operand(call, 1)), ...index.entries(call, 2).map(({ value }) => value)];
}

/**
 * A closure that a variable's call is given has no name but the variable's; anything else stands for itself.
 */
export function namedAfter(resolution: Resolution, ref: ScopeRef): ScopeRef {
  const scopes = resolution.index(ref.file)?.flow.scopes;
  const own = scopes?.[ref.scope];
  const isGiven =
    own?.symbol === NONE &&
    own.kind === "function" &&
    isVariable(resolution, { file: ref.file, scope: own.parent });
  return { file: ref.file, scope: isGiven ? own.parent : ref.scope };
}

export function isVariable(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  return own !== undefined && own.symbol !== NONE && (own.flags & SCOPE_FLAGS.variable) !== 0;
}
