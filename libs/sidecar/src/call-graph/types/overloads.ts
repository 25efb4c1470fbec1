/**
 * Overload resolution, for languages that distinguish functions of one name by their parameters: selects
 * those that accept the number of arguments, and among them those that best fit the argument types.
 */
import { type ParameterFact, NONE, NULL_TYPE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { classesOf } from "../expressions/this.ts";
import { haveSameLabels, mayTake } from "./labels.ts";
import { isSameType } from "./parts.ts";
import { attachedReceiver } from "../members/attached.ts";
import type { Resolution } from "../resolution.ts";
import { staticValues } from "./static-type.ts";
import { type Fit, fitOf, isPrimitiveType } from "./type-fit.ts";
import { type ClassValue, NOTHING, type Site, type ScopeRef, type Values } from "../values.ts";

interface Argument {
  readonly name: string | null;
  readonly value: Site;
  /** Declared type of the argument, as far as it is known. */
  readonly values: Values;
  readonly isNull: boolean;
}

interface Scored<Candidate> {
  readonly candidate: Candidate;
  readonly score: number;
  /** Whether the types of all arguments are known. */
  readonly isSure: boolean;
}

/** The best overloads for a call, in their given order; all of them if none fits. */
export function bestOverloads<Candidate extends ScopeRef>(
  resolution: Resolution,
  all: readonly Candidate[],
  call: Site,
): readonly Candidate[] {
  const candidates = all.filter(
    (candidate) => candidate.file === call.file || !isPrivate(resolution, candidate),
  );
  const [one] = candidates;
  if (one && resolution.rules(one.file).labelsArguments)
    return withoutReplaced(
      resolution,
      candidates.filter((candidate) => mayTake(resolution, candidate, call)),
    );
  if (candidates.length < 2) return candidates;
  const index = resolution.index(call.file);
  const receiver = attachedReceiver(resolution, call);
  const args = [
    ...(receiver ? [argumentAt(resolution, null, receiver)] : []),
    ...(index?.entries(call.expr, 2) ?? []).map(({ name, value }) =>
      argumentAt(resolution, name, { ...call, expr: value }),
    ),
  ];
  const taking = (how: "each" | "rest"): readonly Candidate[] =>
    withClauses(
      resolution,
      candidates.filter((candidate) => takes(resolution, candidate, args)[how]),
      candidates,
    );
  const byArity = taking("each").length > 0 ? taking("each") : taking("rest");
  if (byArity.length === 0) return candidates;
  // Arguments are matched with a rest parameter only if no overload accepts them one by one.
  const fitting = scoredAll(resolution, taking("each"), args, "each");
  const scored = fitting.length > 0 ? fitting : scoredAll(resolution, taking("rest"), args, "rest");
  const best = Math.max(...scored.map(({ score }) => score));
  const left = scored.filter(({ score }) => score >= best - TIE);
  if (left.length === 0) return byArity;
  const specific = left.every(({ isSure }) => isSure)
    ? mostSpecific(
        resolution,
        left.map(({ candidate }) => candidate),
        args.length,
      )
    : null;
  if (specific !== null) return [specific];
  const equals = left.map(({ candidate }) => candidate);
  return one && !resolution.rules(one.file).readsArguments
    ? withoutReplaced(resolution, equals)
    : nearest(resolution, equals);
}

/** Adds the other clauses of the same functions, in the order of `all`. */
function withClauses<Candidate extends ScopeRef>(
  resolution: Resolution,
  some: readonly Candidate[],
  all: readonly Candidate[],
): readonly Candidate[] {
  const [one] = some;
  if (!one || !resolution.rules(one.file).hasClauses || some.length === all.length) return some;
  const functionOf = ({ file, scope }: ScopeRef): string =>
    `${file}:${resolution.index(file)?.flow.scopes[scope]?.parent} ` +
    `${ownParameters(resolution, { file, scope }).length}`;
  const taking = new Set(some.map(functionOf));
  return all.filter((candidate) => taking.has(functionOf(candidate)));
}

/** Tolerance for sums of fractional scores. */
const TIE = 1e-6;

function argumentAt(resolution: Resolution, name: string | null, value: Site): Argument {
  const index = resolution.index(value.file);
  const isNull = index?.op(value.expr) === "builtin" && index.string(value.expr, 1) === NULL_TYPE;
  return { name, value, values: isNull ? NOTHING : staticValues(resolution, value), isNull };
}

/**
 * Whether a function accepts this number of arguments: one for each parameter (`each`), or any number for the
 * last one (`rest`).
 */
function takes(
  resolution: Resolution,
  ref: ScopeRef,
  args: readonly Argument[],
): { readonly each: boolean; readonly rest: boolean } {
  const params = ownParameters(resolution, ref);
  const hasRest = params.at(-1)?.kind === "rest";
  if (args.some(({ name }) => name === "*" || name === "**"))
    return { each: false, rest: hasRest || !resolution.rules(ref.file).spreadsToRest };
  const needed = params.filter((param) => param.default === NONE && param.kind !== "rest").length;
  const each =
    args.length === params.length || (args.length < params.length && args.length >= needed && !hasRest);
  return { each, rest: hasRest && args.length >= needed };
}

function ownParameters(resolution: Resolution, { file, scope }: ScopeRef): readonly ParameterFact[] {
  return (resolution.index(file)?.flow.scopes[scope]?.params ?? []).filter(({ kind }) => kind !== "receiver");
}

/** Scores of the candidates whose parameters accept the arguments. */
function scoredAll<Candidate extends ScopeRef>(
  resolution: Resolution,
  candidates: readonly Candidate[],
  args: readonly Argument[],
  how: "each" | "rest",
): readonly Scored<Candidate>[] {
  return candidates.flatMap((candidate) => {
    const fits = args.map((arg, at) => fitAt(resolution, candidate, { arg, at, how }));
    if (fits.includes(null)) return [];
    return [
      {
        candidate,
        score: fits.reduce<number>((sum, fit) => sum + (fit ?? 0), 0),
        isSure: args.every(({ isNull }, at) => isNull || (fits[at] as number) > 0),
      },
    ];
  });
}

/** How well an argument fits its parameter; null if it does not. */
function fitAt(
  resolution: Resolution,
  ref: ScopeRef,
  { arg, at, how }: { readonly arg: Argument; readonly at: number; readonly how: "each" | "rest" },
): Fit {
  const params = ownParameters(resolution, ref);
  const param =
    (arg.name === null ? undefined : params.find((other) => other.name === arg.name)) ??
    params[Math.min(at, params.length - 1)];
  if (!param) return 0;
  const declared = param.type === NONE ? NOTHING : resolution.evaluate({ ...ref, expr: param.type });
  const held =
    param.kind === "rest" && how === "rest"
      ? declared.flatMap((type) =>
          type.kind === "external" && type.args[0] ? resolution.evaluate(type.args[0]) : [],
        )
      : declared;
  if (arg.isNull) return held.some(isPrimitiveType) ? null : 0;
  return fitOf(resolution, arg.values, held);
}

/**
 * The most specific candidate, whose parameter types are subtypes of those of all others; null if there is
 * none.
 */
function mostSpecific<Candidate extends ScopeRef>(
  resolution: Resolution,
  candidates: readonly Candidate[],
  count: number,
): Candidate | null {
  const taken = candidates.map((candidate): Taken<Candidate> => {
    const types = ownParameters(resolution, candidate)
      .slice(0, count)
      .map(({ type }) => (type === NONE ? NOTHING : resolution.evaluate({ ...candidate, expr: type })));
    return { candidate, types, objects: types.map((values) => resolution.instancesOf(values)) };
  });
  const isBelow = (left: Taken<Candidate>, right: Taken<Candidate>): boolean =>
    left.objects.every((objects, at) => (fitOf(resolution, objects, right.types[at] ?? NOTHING) ?? 0) > 0);
  // A candidate below all others is also below the last one that was found to be below another.
  const [first, ...others] = taken;
  const lowest = first && others.reduce((least, other) => (isBelow(other, least) ? other : least), first);
  const isOnly =
    lowest !== undefined &&
    taken.every((other) => other === lowest || (isBelow(lowest, other) && !isBelow(other, lowest)));
  return isOnly ? lowest.candidate : null;
}

/** A function, its parameter types, and objects of these types. */
interface Taken<Candidate> {
  readonly candidate: Candidate;
  readonly types: readonly Values[];
  readonly objects: readonly Values[];
}

/**
 * Candidates of the nearest type: own members come before inherited ones, in the order of the candidates.
 * What a macro defines has no precedence over what it imports.
 */
function nearest<Candidate extends ScopeRef>(
  resolution: Resolution,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const parentOf = ({ file, scope }: ScopeRef): number =>
    resolution.index(file)?.flow.scopes[scope]?.parent ?? NONE;
  const around = (ref: ScopeRef): string => `${ref.file}:${parentOf(ref)}`;
  const [first] = candidates;
  if (first && resolution.index(first.file)?.flow.scopes[parentOf(first)]?.kind === "function")
    return candidates;
  return first === undefined ? [] : candidates.filter((candidate) => around(candidate) === around(first));
}

/** Drops inherited candidates that a candidate of a subtype overrides. */
function withoutReplaced<Candidate extends ScopeRef>(
  resolution: Resolution,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const types = candidates.map((candidate) => classesOf(resolution, candidate)[0]);
  const isBelow = (own: ClassValue | undefined, above: ClassValue | undefined): boolean =>
    own !== undefined && above !== undefined && !isSameType(resolution, own, above);
  return candidates.filter(
    (candidate, at) =>
      !candidates
        .slice(0, at)
        .some(
          (below, before) =>
            isBelow(types[before], types[at]) &&
            haveSameRest(resolution, below, candidate) &&
            hasSameParameters(resolution, below, candidate),
        ),
  );
}

/** A rest parameter differs from a list parameter. */
function haveSameRest(resolution: Resolution, left: ScopeRef, right: ScopeRef): boolean {
  return ownParameters(resolution, left).at(-1)?.kind === ownParameters(resolution, right).at(-1)?.kind;
}

/**
 * Whether one of two functions of a name overrides the other: their parameters are the same, as far as known.
 */
export function hasSameParameters(resolution: Resolution, left: ScopeRef, right: ScopeRef): boolean {
  const [own, others] = [ownParameters(resolution, left), ownParameters(resolution, right)];
  if (own.length !== others.length || !haveSameLabels(resolution, left, right)) return false;
  return own.every(({ type }, at) => {
    const other = others[at]?.type ?? NONE;
    if (type === NONE || other === NONE) return true;
    const [ours, theirs] = [
      resolution.evaluate({ ...left, expr: type }),
      resolution.evaluate({ ...right, expr: other }),
    ];
    return (
      fitOf(resolution, resolution.instancesOf(ours), theirs) !== null ||
      fitOf(resolution, resolution.instancesOf(theirs), ours) !== null
    );
  });
}

/** Whether other files cannot see a function. */
export function isPrivate(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.private) !== 0;
}

/** Whether a function is declared without a body. */
export function isAbstract(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.abstract) !== 0;
}
