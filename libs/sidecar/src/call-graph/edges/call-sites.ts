/** Resolves a call site: its targets, how certain they are, and the reason if they are unknown. */
import type { Via } from "@satori/contracts";
import { type AccessSite, type CallSite, NONE } from "../../call-facts/facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { alternativesAmong, putIntoOutside } from "../dispatch/alternatives.ts";
import { siblingOverrides } from "../dispatch/sibling-overrides.ts";
import { implementationsOutside, mayReplaceExternal } from "../dispatch/external-interfaces.ts";
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
import { isRunBy, propertiesCalled } from "./properties.ts";
import { isPointer } from "../types/pointers.ts";
import { isOnlyExtended } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { isAnyFunction } from "../types/declared.ts";
import { isCommonName } from "./by-name/common-names.ts";
import { type UnresolvedReason, byExtension, byName } from "./by-name/unique-name.ts";
import { type Site, type ScopeRef, type Value, type Values, exprKey, scopeKey } from "../values.ts";
import { viaOf } from "./via.ts";

/**
 * Confidence of an edge, highest first: `resolved` is certain, `possible` is one of several or reached by
 * dispatch, `name_match` fits by its name only.
 */
export const CONFIDENCES = ["resolved", "possible", "name_match"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** A function that a call may reach. */
export interface CallTarget extends ScopeRef {
  readonly confidence: Confidence;
  readonly via: Via;
}

/** The result of resolving a call or access. */
export interface ResolvedSite {
  /**
   * First the functions that are called directly, then those that may override or implement them; no
   * duplicates.
   */
  readonly targets: readonly CallTarget[];
  /** Whether the call leads, or may lead, outside the codebase. */
  readonly isExternal: boolean;
  /** Null if at least something is known. */
  readonly reason: UnresolvedReason | null;
  /** The limit because of which there may be more targets. */
  readonly cut: SearchLimit | null;
}

/** Why the targets of a call are unknown or incomplete. */
export type OpenReason = UnresolvedReason | SearchLimit;

/** Resolves a call, or a member that is read or stored into. */
export function resolveSite(resolution: Resolution, file: FileId, site: CallSite | AccessSite): ResolvedSite {
  const place = { file, scope: site.scope, expr: site.expr };
  if ("access" in site)
    return resolution.once([site.access, exprKey(place)], () =>
      noticingLimits(resolution, "access", () => resolveAccess(resolution, place, site)),
    );
  return resolution.once(["site", exprKey(place)], () => {
    // Many calls may each lead to many functions; this bounds their product.
    if (!resolution.mayLead()) return { targets: [], isExternal: false, reason: "unknown_value", cut: null };
    const resolved = noticingLimits(resolution, "call", () => resolveNow(resolution, place, site));
    resolution.countTargets(resolved.targets.length);
    return resolved;
  });
}

/**
 * Adds a limit that the resolution reached anywhere to its result. An access without targets gets none:
 * nothing is known about its object.
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

/** Call targets without duplicates; the first confidence and rule of each counts. */
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

/** Result of a call that constructs an object by default. */
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

/**
 * Whether the value of a property may be called here. False if a method of the same name takes the call
 * instead.
 */
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

/** Functions that override or implement the ones found. */
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
 * The limit that makes the targets of a callee incomplete. Limits that affect only other results are ignored.
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

/** The callee in the scope where it is looked up: `::f` in the file's scope, `f<T>` as `f`. */
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

/** Values of a callee, and the functions that calling them runs. */
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

/** Up to this many values, computing again is as fast as a lookup. */
const FEW_VALUES = 8;

/** Whether a method with a name common to many libraries is called on an object of any type. */
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

/** Whether all values are functions with one common definition. */
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

/**
 * `make`, computed once for all calls by a plain name that lead to the same functions, if there are many of
 * these.
 */
function onceForName<Result>(
  resolution: Resolution,
  { key, callee, found }: FoundFor,
  make: () => Result,
): Result {
  const isMuch = found.length > FEW_VALUES && resolution.index(callee.file)?.op(callee.expr) === "name";
  return isMuch ? resolution.once([key, found], make) : make();
}

/**
 * `definedTargets`, computed once for all calls that lead to the same functions, if there are many of these.
 */
function definedOnce(resolution: Resolution, found: readonly Found[]): readonly CallTarget[] {
  return found.length > FEW_VALUES
    ? resolution.once(["defined", found], () => definedTargets(resolution, found))
    : definedTargets(resolution, found);
}

/** Definitions of the functions found. Where one of several may be meant, each is only `possible`. */
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

/** Calling a class without a constructor is a conversion. */
function isOutside(resolution: Resolution, value: Value, call: Site): boolean {
  return (
    (value.kind === "external" &&
      !(isAnyFunction(value) && resolution.rules(call.file).isDynamicallyTyped)) ||
    (value.kind === "class" &&
      (isOnlyExtended(resolution, value) || scopesCalled(resolution, value, call).scopes.length === 0))
  );
}

/**
 * Whether a member is called on an object that may be unknown. A function object counts as well: members may
 * have been added to it (`Object.assign(use, api)`).
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

/** Whether a call with known targets may have more, because its receiver may also be an unknown object. */
export function mayCallMore(resolution: Resolution, file: FileId, site: CallSite | AccessSite): boolean {
  const index = resolution.index(file);
  if (!index || "access" in site) return false;
  const callee = whereItStands(resolution, { file, scope: site.scope, expr: index.operand(site.expr, 1) });
  return index.op(callee.expr) === "member"
    ? isOnUnknown(resolution, callee)
    : index.op(callee.expr) === "name" && mayBeUnknown(resolution, callee);
}

/** Members that every function has. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(["apply", "bind", "call", "toString"]);

/** Whether a call is `f.bind(object)`, which calls nothing of the codebase. */
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

/** The innermost definition around a scope that has a symbol in the outline; the file if there is none. */
export function definitionAround(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  // The initializer of a variable runs where the variable is declared.
  const first = isVariable(resolution, { file, scope }) ? (scopes[scope]?.parent ?? NONE) : scope;
  for (let at = first; at !== NONE; at = scopes[at]?.parent ?? NONE)
    if ((scopes[at]?.symbol ?? NONE) !== NONE) return { file, scope: at };
  return { file, scope: 0 };
}
