/** Which argument of a call a parameter receives. */
import type { ExprId, ParameterFact } from "../../call-facts/facts.ts";
import { argumentByLabel } from "../types/labels.ts";
import type { Resolution } from "../resolution.ts";
import type { Site, ScopeRef, Value } from "../values.ts";

/** A parameter of a function. */
export interface ParameterRef extends ScopeRef {
  readonly position: number;
}

/**
 * How many parameters receive their value from the receiver instead of an argument: 1 for a method that is
 * called through an object, otherwise 0.
 */
export function givenBefore(params: readonly ParameterFact[], called: Value): number {
  return params[0]?.kind === "receiver" && (called.kind !== "function" || called.self !== null) ? 1 : 0;
}

/**
 * The argument that a call passes for a parameter.
 *
 * @param called the value that is called: the parameter's function or its class
 * @returns null if no argument is passed; undefined if that is unknown because arguments are spread
 */
export function argumentFor(
  resolution: Resolution,
  call: Site,
  called: Value,
  { file, scope, position }: ParameterRef,
): ExprId | null | undefined {
  const index = resolution.index(call.file);
  const params = resolution.index(file)?.flow.scopes[scope]?.params ?? [];
  // Arguments after the declared parameters belong to the rest parameter.
  const parameter = params[position] ?? params.findLast(({ kind }) => kind === "rest");
  if (!index || !parameter) return undefined;
  const shift = givenBefore(params, called);
  const entries = index.entries(call.expr, 2);
  const labelled = argumentByLabel(resolution, { file, scope }, { call, position });
  if (labelled !== undefined) return labelled === null ? null : (entries[labelled]?.value ?? null);
  const found =
    entries.find(({ name }) => name === parameter.name) ??
    entries.filter(({ name }) => name === null)[position - shift];
  if (found) return found.value;
  return entries.some(({ name }) => name === "*" || name === "**") ? undefined : null;
}

/**
 * The argument that a call spreads (`super(...args)`), and the number of arguments before it. Null if the
 * call spreads none, or if its first non-positional argument is a named one.
 */
export function spreadIn(
  resolution: Resolution,
  call: Site,
): { readonly value: ExprId; readonly before: number } | null {
  const entries = resolution.index(call.file)?.entries(call.expr, 2) ?? [];
  const before = entries.findIndex(({ name }) => name !== null);
  const spread = entries[before];
  return spread?.name === "*" ? { value: spread.value, before } : null;
}

/**
 * Whether `argumentFor` may find an argument, whatever the call calls: the call has enough arguments, or one
 * of that name.
 */
export function mayHandOver(
  resolution: Resolution,
  call: Site,
  { file, scope, position }: ParameterRef,
): boolean {
  const params = resolution.index(file)?.flow.scopes[scope]?.params ?? [];
  const entries = resolution.index(call.file)?.entries(call.expr, 2) ?? [];
  const before = params[0]?.kind === "receiver" ? 1 : 0;
  if (resolution.rules(file).labelsArguments) return entries.length > 0;
  return (
    entries.filter(({ name }) => name === null).length > position - before ||
    entries.some(({ name }) => name === params[position]?.name)
  );
}
