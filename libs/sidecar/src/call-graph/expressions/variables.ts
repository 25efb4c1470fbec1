/**
 * Variables of the outline whose value is the result of a call: `const useStore = create(…)`, `Point =
 * namedtuple(…)`.
 */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { isWrapper } from "./library-functions.ts";
import type { Resolution } from "../resolution.ts";
import { NOTHING, type Site, type ScopeRef, type Value, type Values } from "../values.ts";

/**
 * Known values of the call's result. If these are neither definitions that others can name nor library types,
 * the variable itself is added.
 */
export function variableValues(resolution: Resolution, { file, scope, expr }: Site): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const [own, given] = [index.operand(expr, 1), index.operand(expr, 2)];
  const values = resolution.evaluate({ file, scope, expr: given });
  const made = values.filter((value) => value.kind === "function" && isMade(resolution, value));
  // A type with arguments describes a container's elements, unless it is part of a known function's type.
  const isNameless = (value: Value): boolean =>
    made.includes(value) ||
    value.kind === "signature" ||
    (value.kind === "external" && (value.args.length === 0 || made.length > 0));
  // A library function that wraps a function (`debounce(save)`) returns a new one, which calls the original.
  const isWrapped =
    values.some(({ kind }) => kind === "function") &&
    index.op(given) === "call" &&
    resolution.calledValues({ file, scope, expr: given }).some(isWrapper);
  return isWrapped || values.every(isNameless)
    ? [...values, resolution.values.variable({ file, scope: own, expr: given })]
    : values;
}

/** Whether another function creates this one, so that every call creates a different one. */
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
 * Functions passed to the call that initializes a variable. The library's result may call them
 * (`memo(Counter)`, `connect(a)(B)`).
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

/** The default export of a module that a closure loads when it is called (`lazy(() => import("./Page"))`). */
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

/** Arguments of a call, and of the calls that produce its callee, innermost first. */
export function argumentsOf(index: FileIndex, call: ExprId): readonly ExprId[] {
  if (index.op(call) !== "call") return [];
  return [...argumentsOf(index, index.operand(call, 1)), ...index.entries(call, 2).map(({ value }) => value)];
}

/**
 * The variable, for a closure that is passed to the call that initializes it: such a closure has no other
 * name. Any other function itself.
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

/** Whether a scope is the initializer of a variable that the outline contains. */
export function isVariable(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const own = resolution.index(file)?.flow.scopes[scope];
  return own !== undefined && own.symbol !== NONE && (own.flags & SCOPE_FLAGS.variable) !== 0;
}
