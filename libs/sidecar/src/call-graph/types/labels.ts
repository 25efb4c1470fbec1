/** Selects functions by argument labels, for languages in which labels are part of a function's name. */
import { LABELS, placedByLabels, readLabel } from "../../call-facts/labels.ts";
import type { Resolution } from "../resolution.ts";
import { type Site, type ScopeRef, scopeKey } from "../values.ts";

type Labels = readonly ReturnType<typeof readLabel>[];

/** Labels of a function; null if unknown. */
function labelsOf(resolution: Resolution, ref: ScopeRef): Labels | null {
  if (!resolution.rules(ref.file).labelsArguments) return null;
  return resolution.once(["labels", scopeKey(ref)], () => {
    const index = resolution.index(ref.file);
    const [bound] = index?.bindings(ref.scope, LABELS) ?? [];
    return index && bound
      ? index.items(bound.value, 1).map((text) => readLabel(index.string(text, 1)))
      : null;
  });
}

/** Labels that a call uses for its arguments; null if their number is unknown. */
function namesPassed(resolution: Resolution, call: Site): readonly (string | null)[] | null {
  const names = (resolution.index(call.file)?.entries(call.expr, 2) ?? []).map(({ name }) => name);
  return names.includes("*") ? null : names;
}

/**
 * Whether a call's labels fit a function. Labels are not checked when the function is called by a name that
 * is not its own.
 */
export function mayTake(resolution: Resolution, ref: ScopeRef, call: Site): boolean {
  const labels = labelsOf(resolution, ref);
  const names = labels && isCalledSo(resolution, ref, call) ? namesPassed(resolution, call) : null;
  return labels === null || names === null || placedByLabels(labels, names) !== null;
}

/** Whether a call uses a function's own name, or constructs a type. */
function isCalledSo(resolution: Resolution, { file, scope }: ScopeRef, call: Site): boolean {
  const name = resolution.index(file)?.flow.scopes[scope]?.name;
  return name === "init" || resolution.index(call.file)?.siteOf(call.expr)?.name === name;
}

/**
 * Position of the argument that a call passes for a parameter, by labels; null if it passes none, undefined
 * if labels do not apply.
 */
export function argumentByLabel(
  resolution: Resolution,
  ref: ScopeRef,
  { call, position }: { readonly call: Site; readonly position: number },
): number | null | undefined {
  const placed = placedIn(resolution, ref, call);
  const at = placed?.indexOf(position);
  return at === undefined ? undefined : at === -1 ? null : at;
}

/** The parameter that receives an argument of a call, by labels; undefined if labels do not apply. */
export function parameterByLabel(
  resolution: Resolution,
  ref: ScopeRef,
  { call, argument }: { readonly call: Site; readonly argument: number },
): number | undefined {
  return placedIn(resolution, ref, call)?.[argument];
}

function placedIn(resolution: Resolution, ref: ScopeRef, call: Site): readonly number[] | undefined {
  const labels = labelsOf(resolution, ref);
  const names = labels && namesPassed(resolution, call);
  const params = resolution.index(ref.file)?.flow.scopes[ref.scope]?.params ?? [];
  if (!labels || !names || params.length !== labels.length) return undefined;
  return placedByLabels(labels, names) ?? undefined;
}

/** Whether the labels of two functions are equal, or not known for one of them. */
export function haveSameLabels(resolution: Resolution, left: ScopeRef, right: ScopeRef): boolean {
  const [own, others] = [labelsOf(resolution, left), labelsOf(resolution, right)];
  return (
    own === null ||
    others === null ||
    (own.length === others.length && own.every(({ name }, at) => name === others[at]?.name))
  );
}
