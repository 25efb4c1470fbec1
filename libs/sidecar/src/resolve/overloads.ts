/**
 * Which of several functions of one name a call means, in languages that tell them apart by their parameters: those that take as
 * many arguments, of these the ones that fit best what the arguments are known to be.
 */
import { NONE, SCOPE_FLAGS } from "../flow/facts.ts";
import type { Resolution } from "./resolution.ts";
import { fitOf } from "./type-fit.ts";
import type { Place, ScopeRef } from "./values.ts";

interface Argument {
  readonly name: string | null;
  readonly value: Place;
}

/** As good as the best of them; all, if none fits. In the order in which they are given. */
export function bestOverloads<Candidate extends ScopeRef>(resolution: Resolution, candidates: readonly Candidate[], call: Place): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const index = resolution.index(call.file);
  const args = (index?.entries(call.expr, 2) ?? []).map(({ name, value }): Argument => ({ name, value: { ...call, expr: value } }));
  const byArity = candidates.filter((candidate) => takes(resolution, candidate, args) === "each");
  const fitting = byArity.length > 0 ? byArity : candidates.filter((candidate) => takes(resolution, candidate, args) !== "no");
  if (fitting.length < 2) return fitting.length === 0 ? candidates : fitting;
  const scored = fitting.map((candidate) => ({ candidate, score: scoreOf(resolution, candidate, args) })).filter(({ score }) => score !== null);
  const best = Math.max(...scored.map(({ score }) => score as number));
  const left = scored.filter(({ score }) => (score as number) >= best - TIE).map(({ candidate }) => candidate);
  return left.length === 0 ? fitting : nearest(resolution, left);
}

/** Sums of steps are not exact. */
const TIE = 1e-6;

/** Whether a function takes so many arguments: one for each parameter, or several for the last. */
function takes(resolution: Resolution, ref: ScopeRef, args: readonly Argument[]): "each" | "rest" | "no" {
  const params = ownParameters(resolution, ref);
  const hasRest = params.at(-1)?.kind === "rest";
  if (args.some(({ name }) => name === "*" || name === "**")) return "rest";
  const needed = params.filter((param) => param.default === NONE && param.kind !== "rest").length;
  if (args.length === params.length || (args.length < params.length && args.length >= needed && !hasRest)) return "each";
  return hasRest && args.length >= needed ? "rest" : "no";
}

function ownParameters(resolution: Resolution, { file, scope }: ScopeRef): readonly { readonly name: string; readonly kind: string; readonly type: number; readonly default: number }[] {
  return (resolution.index(file)?.flow.scopes[scope]?.params ?? []).filter(({ kind }) => kind !== "receiver");
}

/** Null if an argument cannot be what its parameter declares. */
function scoreOf(resolution: Resolution, ref: ScopeRef, args: readonly Argument[]): number | null {
  const params = ownParameters(resolution, ref);
  let score = 0;
  for (const [at, { name, value }] of args.entries()) {
    const param = (name === null ? undefined : params.find((other) => other.name === name)) ?? params[Math.min(at, params.length - 1)];
    if (!param || param.type === NONE) continue;
    const declared = resolution.evaluate({ ...ref, expr: param.type });
    const isSpread = param.kind === "rest" && !(args.length === params.length && fitOf(resolution, resolution.evaluate(value), declared) !== null);
    const held = isSpread ? declared.flatMap((type) => (type.kind === "external" && type.args[0] ? resolution.evaluate(type.args[0]) : [])) : declared;
    const fit = fitOf(resolution, resolution.evaluate(value), held);
    if (fit === null) return null;
    score += fit;
  }
  return score;
}

/** What a class has itself comes before what it inherits: candidates stand in that order. */
function nearest<Candidate extends ScopeRef>(resolution: Resolution, candidates: readonly Candidate[]): readonly Candidate[] {
  const around = ({ file, scope }: ScopeRef): string => `${file}:${resolution.index(file)?.flow.scopes[scope]?.parent ?? NONE}`;
  const [first] = candidates;
  return first === undefined ? [] : candidates.filter((candidate) => around(candidate) === around(first));
}

/** Whether one of two functions of a name stands in the place of the other: they take the same, as far as that is known. */
export function hasSameParameters(resolution: Resolution, left: ScopeRef, right: ScopeRef): boolean {
  const [own, others] = [ownParameters(resolution, left), ownParameters(resolution, right)];
  if (own.length !== others.length) return false;
  return own.every(({ type }, at) => {
    const other = others[at]?.type ?? NONE;
    if (type === NONE || other === NONE) return true;
    const [ours, theirs] = [resolution.evaluate({ ...left, expr: type }), resolution.evaluate({ ...right, expr: other })];
    return fitOf(resolution, resolution.instancesOf(ours), theirs) !== null || fitOf(resolution, resolution.instancesOf(theirs), ours) !== null;
  });
}

/** Whether a function is only declared where it stands. */
export function isAbstract(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.abstract) !== 0;
}
