/** What a call site calls, how sure that is, and why where it is not known. */
import { type AccessSite, type CallSite, NONE } from "../../call-facts/facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { alternativesAmong } from "../dispatch/conditional-definitions.ts";
import { siblingOverrides } from "../dispatch/sibling-overrides.ts";
import { mayReplaceExternal } from "../dispatch/external-calls.ts";
import { type Construction, constructorsBelow, constructorsByDefault } from "./constructions.ts";
import { calledValues, scopesCalled } from "../expressions/called.ts";
import {
  definitionsOf,
  hasMoreSubtypes,
  implementationsOf,
  isOfNamedClass,
  ofLiterals,
  ofSubtypes,
} from "../dispatch/implementations.ts";
import { functionsGiven, isVariable } from "../expressions/variables.ts";
import { resolveName } from "../expressions/names.ts";
import { hasUnseenCalls } from "../expressions/parameters.ts";
import { mayBeUnknown } from "../expressions/unknowns.ts";
import type { SearchLimit } from "../memo.ts";
import type { FileId } from "../project.ts";
import { handedThrough } from "../dispatch/pass-through.ts";
import { implementationsOutside } from "../dispatch/external-interfaces.ts";
import { isRunBy, propertiesCalled } from "./properties.ts";
import { putIntoOutside } from "../dispatch/patched-members.ts";
import { isPointer } from "../types/pointers.ts";
import { isOnlyExtended } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { isAnyFunction } from "../types/declared.ts";
import { isCommonName } from "./by-name/common-names.ts";
import { type UnresolvedReason, byExtension, byName } from "./by-name/unique-name.ts";
import { type Site, type ScopeRef, type Value, type Values, exprKey, scopeKey } from "../values.ts";
import { type Via, viaOf } from "./via.ts";

export const CONFIDENCES = ["resolved", "possible", "name_match"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface CallTarget extends ScopeRef {
  readonly confidence: Confidence;
  readonly via: Via;
}

export interface ResolvedSite {
  /** What is called itself before what may stand in its place; each once. */
  readonly targets: readonly CallTarget[];
  /** It calls something outside the codebase, or may. */
  readonly isExternal: boolean;
  /** Null where something is known. */
  readonly reason: UnresolvedReason | null;
  /** Why there may be more targets than these: a limit was reached. */
  readonly cut: SearchLimit | null;
}

/** Why it is not known what a call calls, or not all of it. */
export type OpenReason = UnresolvedReason | SearchLimit;

/** A call, or a member that is read or stored into. */
export function resolveSite(resolution: Resolution, file: FileId, site: CallSite | AccessSite): ResolvedSite {
  const place = { file, scope: site.scope, expr: site.expr };
  if ("access" in site)
    return resolution.once([site.access, exprKey(place)], () =>
      noticingLimits(resolution, "access", () => resolveAccess(resolution, place, site)),
    );
  return resolution.once(["site", exprKey(place)], () => {
    // Each of many calls may lead to many functions: the product is bounded as well.
    if (!resolution.mayLead()) return { targets: [], isExternal: false, reason: "unknown_value", cut: null };
    const resolved = noticingLimits(resolution, "call", () => resolveNow(resolution, place, site));
    resolution.countTargets(resolved.targets.length);
    return resolved;
  });
}

/**
 * Whatever it depends on may have reached one. Of an access nothing is told where nothing is known of its
 * object.
 */
function noticingLimits(
  resolution: Resolution,
  use: "call" | "access",
  resolve: () => ResolvedSite,
): ResolvedSite {
  const { result, limit } = resolution.limited(resolve);
  return result.cut === null && limit !== null && (use === "call" || result.targets.length > 0)
    ? { ...result, cut: limit }
    : result;
}

function resolveAccess(resolution: Resolution, place: Site, site: AccessSite): ResolvedSite {
  const { own, below, isOpen } = propertiesCalled(resolution, place.file, site);
  const via = own.length > 0 ? viaOf(resolution, place) : "implementation";
  const targets = new Targets();
  for (const target of definedTargets(
    resolution,
    own.map((ref): Found => ({ ref, via, confidence: "resolved" })),
  ))
    targets.add([target], target.confidence, target.via);
  if (via !== "super")
    for (const ref of own)
      targets.add(
        implementationsOf(resolution, ref).filter((other) => isRunBy(resolution, other, site.access)),
        "possible",
        "implementation",
      );
  targets.add(below, "possible", "implementation");
  return {
    targets: targets.all(),
    isExternal: false,
    reason: isOpen ? "unknown_receiver" : null,
    cut: via !== "super" && own.some((ref) => hasMoreSubtypes(resolution, ref)) ? "too_many_subtypes" : null,
  };
}

/** Each once, as sure as it was found first. */
class Targets {
  private readonly found = new Map<number, CallTarget>();

  add(refs: readonly ScopeRef[], confidence: Confidence, via: Via): void {
    for (const { file, scope } of refs)
      if (!this.found.has(scopeKey({ file, scope }))) this.put({ file, scope, confidence, via });
  }
  put(target: CallTarget): void {
    const key = scopeKey(target);
    if (!this.found.has(key)) this.found.set(key, target);
  }
  get isEmpty(): boolean {
    return this.found.size === 0;
  }
  all(): readonly CallTarget[] {
    return [...this.found.values()];
  }
}

function resolveNow(resolution: Resolution, place: Site, site: CallSite): ResolvedSite {
  const index = resolution.index(place.file);
  if (!index) return { targets: [], isExternal: false, reason: "unknown_value", cut: null };
  const callee = whereItStands(resolution, { ...place, expr: index.operand(place.expr, 1) });
  const made = constructorsByDefault(resolution, callee, site);
  if (made) return constructed(resolution, made);
  const { values, found } = calledThere(resolution, place, callee);
  const isExternal =
    values.some((value) => isOutside(resolution, value, place)) || isBinding(resolution, callee);
  const cut = cutOf(resolution, callee, found);
  const targets = new Targets();
  for (const target of definedOnce(resolution, found))
    targets.put(target.via === "scope" && target.file !== place.file ? { ...target, via: "import" } : target);
  if (mayCallProperty(resolution, { place, callee, site, found }))
    targets.add(
      propertiesCalled(resolution, callee.file, {
        ...site,
        expr: callee.expr,
        scope: callee.scope,
        access: "read",
      }).own,
      "resolved",
      viaOf(resolution, callee),
    );
  targets.add(implementationsBelow(resolution, callee, found), "possible", "implementation");
  targets.add(siblingOverrides(resolution, callee), "possible", "implementation");
  if (index.op(place.expr) === "new")
    targets.add(constructorsBelow(resolution, callee), "possible", "implementation");
  targets.add(ofLiterals(resolution, callee), "possible", "implementation");
  if (targets.isEmpty) targets.add(ofSubtypes(resolution, callee), "possible", "implementation");
  for (const value of values)
    if (value.kind === "variable") targets.add(functionsGiven(resolution, value), "possible", "flow");
  if (targets.isEmpty && isExternal) {
    targets.add(implementationsOutside(resolution, callee), "possible", "implementation");
    targets.add(putIntoOutside(resolution, callee), "possible", "flow");
    targets.add(handedThrough(resolution, callee), "possible", "flow");
    targets.add(byExtension(resolution, callee, site), "name_match", "unique_name");
  }
  if (!targets.isEmpty || (isExternal && !isOnUnknown(resolution, callee)))
    return { targets: targets.all(), isExternal, reason: null, cut };
  const named = byName(resolution, callee, site);
  if (named.kind === "found") {
    targets.add(named.refs.slice(0, 1), "name_match", "unique_name");
    targets.add(named.refs, "name_match", "implementation");
  }
  return {
    targets: targets.all(),
    isExternal: named.kind === "external",
    reason: named.kind === "unknown" ? named.reason : null,
    cut,
  };
}

/** What a site calls that makes an object by default. */
function constructed(resolution: Resolution, constructors: readonly Construction[]): ResolvedSite {
  const targets = definedTargets(
    resolution,
    constructors.map(({ ref, isAmbiguous }): Found => ({
      ref,
      confidence: isAmbiguous ? "possible" : "resolved",
      via: "constructor",
    })),
  );
  return { targets, isExternal: targets.length === 0, reason: null, cut: null };
}

interface FoundCall {
  readonly place: Site;
  readonly callee: Site;
  readonly site: CallSite;
  readonly found: readonly Found[];
}

/** What a property gives may be called at once, but where a method of its name takes what the call gives. */
function mayCallProperty(resolution: Resolution, { place, callee, site, found }: FoundCall): boolean {
  const { readsMethods, separatesMethods } = resolution.rules(place.file);
  const isTaken =
    (readsMethods || separatesMethods) &&
    found.some(
      ({ ref }) =>
        resolution.index(ref.file)?.flow.scopes[ref.scope]?.name === site.name &&
        !isRunBy(resolution, ref, "read"),
    );
  const op = resolution.index(callee.file)?.op(callee.expr);
  return (
    !isTaken &&
    (op === "name" || op === "member") &&
    !profileOf(resolution.project.language(callee.file)).implicitMethods.has(site.name)
  );
}

/** What may run in the place of the functions that were found. */
function implementationsBelow(
  resolution: Resolution,
  callee: Site,
  found: readonly Found[],
): readonly ScopeRef[] {
  return onceForName(resolution, { key: "below", callee, found }, () =>
    found.flatMap(({ ref, via }) =>
      via !== "super" && !isOfNamedClass(resolution, callee, ref) ? implementationsOf(resolution, ref) : [],
    ),
  );
}

/**
 * A limit that was reached where a callee was looked for, of those that say nothing of what else was made of
 * it.
 */
function cutOf(resolution: Resolution, callee: Site, found: readonly Found[]): SearchLimit | null {
  const hasMore = (): boolean =>
    found.some(
      ({ ref, via }) =>
        via !== "super" && !isOfNamedClass(resolution, callee, ref) && hasMoreSubtypes(resolution, ref),
    );
  if (onceForName(resolution, { key: "more subtypes", callee, found }, hasMore)) return "too_many_subtypes";
  const index = resolution.index(callee.file);
  const object = index?.op(callee.expr) === "member" ? index.operand(callee.expr, 1) : callee.expr;
  const handed = index?.op(object) === "pointed" ? index.operand(object, 1) : object;
  if (found.length === 0 || index?.op(handed) !== "name") return null;
  const name = index.string(handed, 1);
  const { origin, scope } = resolveName(resolution, callee, name);
  return origin === "parameter" && hasUnseenCalls(resolution, { file: callee.file, scope }, name)
    ? "too_many_calls"
    : null;
}

/** `::f` is a name of the file, wherever it is called; `f<T>` is called like `f`. */
function whereItStands(resolution: Resolution, callee: Site): Site {
  const index = resolution.index(callee.file);
  switch (index?.op(callee.expr)) {
    case "standing":
      return { file: callee.file, scope: index.operand(callee.expr, 2), expr: index.operand(callee.expr, 1) };
    case "generic":
      return { ...callee, expr: index.operand(callee.expr, 1) };
    // A pointer to a function is called like the function.
    case "pointed":
      return resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).some(isPointer)
        ? callee
        : { ...callee, expr: index.operand(callee.expr, 1) };
    default:
      return callee;
  }
}

interface Found {
  readonly ref: ScopeRef;
  readonly confidence: Confidence;
  readonly via: Via;
}

/** What a callee may stand for, and the functions that a call of that runs. */
function calledThere(
  resolution: Resolution,
  place: Site,
  callee: Site,
): { readonly values: Values; readonly found: readonly Found[] } {
  const isSuper = resolution.index(callee.file)?.op(callee.expr) === "super";
  const { values: called, isAmbiguous } = calledValues(resolution, place);
  const values = resolution.kept(called);
  const via = viaOf(resolution, callee);
  const isOpen =
    (isAmbiguous && !isOneFunction(resolution, values)) ||
    resolution.rules(callee.file).isOneOfSeveral(resolution, callee) ||
    isGuessed(resolution, callee);
  const isAnybodys =
    resolution.rules(callee.file).separatesStaticMembers && isOfAllObjects(resolution, callee);
  const foundNow = (): readonly Found[] =>
    values.flatMap((value) => {
      const run = scopesCalled(resolution, value, place);
      const isOneOfMany =
        isOpen || isAnybodys || run.isAmbiguous || mayReplaceExternal(resolution, callee, value);
      return run.scopes.map((ref): Found => ({
        ref,
        via: value.kind === "class" && !isSuper ? "constructor" : via,
        confidence: isOneOfMany ? "possible" : "resolved",
      }));
    });
  const isSame =
    values.length > FEW_VALUES &&
    values.every(
      (value) =>
        value.kind === "function" && value.self === null && !resolution.rules(value.file).readsMethods,
    );
  return {
    values,
    found: isSame
      ? resolution.once(["found", values, via, isOpen || isAnybodys ? "possible" : "resolved"], foundNow)
      : foundNow(),
  };
}

/** What is found of so few takes no longer than to look it up. */
const FEW_VALUES = 8;

/** Whether a method that many types of every library have is called on what may be of any type. */
function isOfAllObjects(resolution: Resolution, callee: Site): boolean {
  const index = resolution.index(callee.file);
  return (
    index?.op(callee.expr) === "member" &&
    isCommonName(index.string(callee.expr, 2), resolution.project.language(callee.file)) &&
    isOnUnknown(resolution, callee)
  );
}

function isGuessed(resolution: Resolution, callee: Site): boolean {
  const index = resolution.index(callee.file);
  return (
    index?.op(callee.expr) === "name" &&
    resolution.rules(callee.file).separatesStaticMembers &&
    resolveName(resolution, callee, index.string(callee.expr, 1)).isGuess === true
  );
}

/** Whether functions of one name are declarations of one, and that one. */
function isOneFunction(resolution: Resolution, values: Values): boolean {
  const definitions = values.flatMap((value) =>
    value.kind === "function" ? definitionsOf(resolution, value).map(scopeKey) : [NONE],
  );
  return new Set(definitions).size === 1;
}

interface FoundFor {
  readonly key: "below" | "more subtypes";
  readonly callee: Site;
  readonly found: readonly Found[];
}

/** The same for all calls by a plain name that lead to the same, where that is much. */
function onceForName<Result>(
  resolution: Resolution,
  { key, callee, found }: FoundFor,
  make: () => Result,
): Result {
  const isMuch = found.length > FEW_VALUES && resolution.index(callee.file)?.op(callee.expr) === "name";
  return isMuch ? resolution.once([key, found], make) : make();
}

/** The same for all calls that lead to the same, where that is much. */
function definedOnce(resolution: Resolution, found: readonly Found[]): readonly CallTarget[] {
  return found.length > FEW_VALUES
    ? resolution.once(["defined", found], () => definedTargets(resolution, found))
    : definedTargets(resolution, found);
}

/** The definitions of what was found; of several that can stand for one another none is certain. */
function definedTargets(resolution: Resolution, found: readonly Found[]): readonly CallTarget[] {
  const targets = found.flatMap(({ ref, via, confidence }): CallTarget[] => {
    const definitions = definitionsOf(resolution, ref);
    return definitions.map((definition) => ({
      ...definition,
      via,
      confidence: definitions.length > 1 ? "possible" : confidence,
    }));
  });
  if (targets.length < 2) return targets;
  const alternatives = alternativesAmong(resolution, targets);
  return targets.map((target) =>
    alternatives.has(target) && target.confidence !== "possible"
      ? { ...target, confidence: "possible" }
      : target,
  );
}

/** A type whose call makes no object of it is a conversion. */
function isOutside(resolution: Resolution, value: Value, call: Site): boolean {
  return (
    (value.kind === "external" &&
      !(isAnyFunction(value) && resolution.rules(call.file).isDynamicallyTyped)) ||
    (value.kind === "class" &&
      (isOnlyExtended(resolution, value) || scopesCalled(resolution, value, call).scopes.length === 0))
  );
}

/**
 * Whether a member is called on what may be something of which nothing is known: a function may have been
 * given any (`Object.assign(use, api)`).
 */
function isOnUnknown(resolution: Resolution, callee: Site): boolean {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return false;
  const object = { ...callee, expr: index.operand(callee.expr, 1) };
  return (
    mayBeUnknown(resolution, object) ||
    (!OF_FUNCTIONS.has(index.string(callee.expr, 2)) &&
      resolution.evaluate(object).some(({ kind }) => kind === "function"))
  );
}

/**
 * Whether a call whose targets are known may have others: what it is called on may also be something of which
 * nothing is known.
 */
export function mayCallMore(resolution: Resolution, file: FileId, site: CallSite | AccessSite): boolean {
  const index = resolution.index(file);
  if (!index || "access" in site) return false;
  const callee = whereItStands(resolution, { file, scope: site.scope, expr: index.operand(site.expr, 1) });
  return index.op(callee.expr) === "member"
    ? isOnUnknown(resolution, callee)
    : index.op(callee.expr) === "name" && mayBeUnknown(resolution, callee);
}

/** What functions have themselves. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(["apply", "bind", "call", "toString"]);

/** `f.bind(object)` calls nothing of the codebase. */
function isBinding(resolution: Resolution, callee: Site): boolean {
  const index = resolution.index(callee.file);
  return (
    index?.op(callee.expr) === "member" &&
    index.string(callee.expr, 2) === "bind" &&
    resolution
      .evaluate({ ...callee, expr: index.operand(callee.expr, 1) })
      .some(({ kind }) => kind === "function")
  );
}

/**
 * A scope's place in the outline: the innermost definition around it that has a symbol; the file where there
 * is none.
 */
export function definitionAround(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  // What gives a variable its value is called where the variable stands.
  const first = isVariable(resolution, { file, scope }) ? (scopes[scope]?.parent ?? NONE) : scope;
  for (let at = first; at !== NONE; at = scopes[at]?.parent ?? NONE)
    if ((scopes[at]?.symbol ?? NONE) !== NONE) return { file, scope: at };
  return { file, scope: 0 };
}
