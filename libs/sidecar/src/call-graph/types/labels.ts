/**
 * Which functions a call may mean by the labels of its arguments, where these are a part of a function's
 * name.
 */
import { LABELS, placedByLabels, readLabel } from "../../call-facts/labels.ts";
import type { Resolution } from "../resolution.ts";
import { type Site, type ScopeRef, scopeKey } from "../values.ts";

type Labels = readonly ReturnType<typeof readLabel>[];

/** Null where a function says nothing of labels. */
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

/** Names by which a call passes its arguments; null where it is not known how many these are. */
function namesPassed(resolution: Resolution, call: Site): readonly (string | null)[] | null {
  const names = (resolution.index(call.file)?.entries(call.expr, 2) ?? []).map(({ name }) => name);
  return names.includes("*") ? null : names;
}

/**
 * Whether a call has the labels of a function. A function that is called by another name than its own has
 * none.
 */
export function mayTake(resolution: Resolution, ref: ScopeRef, call: Site): boolean {
  const labels = labelsOf(resolution, ref);
  const names = labels && isCalledSo(resolution, ref, call) ? namesPassed(resolution, call) : null;
  return labels === null || names === null || placedByLabels(labels, names) !== null;
}

/** By its own name, or that of the type that it makes. */
function isCalledSo(resolution: Resolution, { file, scope }: ScopeRef, call: Site): boolean {
  const name = resolution.index(file)?.flow.scopes[scope]?.name;
  return name === "init" || resolution.index(call.file)?.siteOf(call.expr)?.name === name;
}

/**
 * Which of a call's arguments a function gets in the place of a parameter, by their positions; null where it
 * gets none, undefined where labels tell nothing.
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

/** The parameter that an argument of a call is for; undefined where labels tell nothing. */
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

/** Whether two functions may be the same by their labels. */
export function haveSameLabels(resolution: Resolution, left: ScopeRef, right: ScopeRef): boolean {
  const [own, others] = [labelsOf(resolution, left), labelsOf(resolution, right)];
  return (
    own === null ||
    others === null ||
    (own.length === others.length && own.every(({ name }, at) => name === others[at]?.name))
  );
}
