/** What a call site calls, how sure that is, and why where it is not known. */
import { CONSTRUCTOR, type CallSite, NONE } from "../../flow/facts.ts";
import { alternativesAmong } from "./alternatives.ts";
import { calledValues, scopesCalled } from "../expressions/called.ts";
import { definitionsOf, heldBelow, implementationsOf, literalsOf, membersBelow } from "./implementations.ts";
import { lineageOf } from "../types/lineage.ts";
import { functionsGiven, isVariable } from "../expressions/variables.ts";
import { lookUp } from "../expressions/names.ts";
import type { FileId } from "../project.ts";
import { isOnlyExtended } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { classesOf, thisOf } from "../expressions/this.ts";
import { uniquelyNamed } from "./unique-name.ts";
import { type ClassValue, NOTHING, type Place, type ScopeRef, type Values, scopeKey } from "../values.ts";

export const CONFIDENCES = ["resolved", "possible", "name_match"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The rule by which a callee was found. */
export type Via =
  /** A name of the file, of a module it imports, of its package. */
  | "scope" | "import" | "package"
  /** A method of the own object, of a class above it, of an object of a known type, of a class or module that is named. */
  | "this" | "super" | "type" | "class" | "module"
  /** A new object. */
  | "constructor"
  /** A function that flowed there as a value: through a variable, an argument, a container or a result. */
  | "flow"
  /** What a subtype has in the place of a method that is declared. */
  | "implementation"
  /** The only one of that name. */
  | "unique_name";

export interface CallTarget extends ScopeRef {
  readonly confidence: Confidence;
  readonly via: Via;
}

/** Why nothing is known of a call. */
export type UnresolvedReason = "unknown_receiver" | "unknown_member" | "unknown_value" | "unknown_name" | "ambiguous_name" | "common_name";

export interface ResolvedSite {
  /** By confidence, then in the order in which they were found; each once. */
  readonly targets: readonly CallTarget[];
  /** It calls something outside the codebase, or may. */
  readonly isExternal: boolean;
  /** Null where something is known. */
  readonly reason: UnresolvedReason | null;
}

export function resolveSite(resolution: Resolution, file: FileId, site: CallSite): ResolvedSite {
  return resolution.once(`site ${file}:${site.expr}`, () => resolveNow(resolution, { file, scope: site.scope, expr: site.expr }, site));
}

function resolveNow(resolution: Resolution, place: Place, site: CallSite): ResolvedSite {
  const index = resolution.index(place.file);
  if (!index) return { targets: [], isExternal: false, reason: "unknown_value" };
  const callee = whereItStands(resolution, { ...place, expr: index.operand(place.expr, 1) });
  const made = defaultConstruction(resolution, callee, site);
  if (made) return made;
  const isSuper = index.op(callee.expr) === "super";
  const { values, isAmbiguous } = isSuper ? { values: constructorsAbove(resolution, callee), isAmbiguous: false } : calledValues(resolution, place);
  const via = isSuper ? "super" : viaOf(resolution, callee);
  const isOne = isAmbiguous && isOneFunction(resolution, values);
  const found = values.flatMap((value) => {
    const called = scopesCalled(resolution, value, place);
    const rule = value.kind === "class" && !isSuper ? "constructor" : via;
    const confidence: Confidence = (isAmbiguous && !isOne) || called.isAmbiguous ? "possible" : "resolved";
    return called.scopes.map((ref): Found => ({ ref, via: rule, confidence }));
  });
  const targets = new Map<string, CallTarget>();
  const add = (target: CallTarget): void => void (targets.has(scopeKey(target)) || targets.set(scopeKey(target), target));
  for (const target of definedTargets(resolution, found)) add({ ...target, via: target.via === "scope" && target.file !== place.file ? "import" : target.via });
  if (via !== "super") for (const { ref } of found) for (const implementation of implementationsOf(resolution, ref)) add({ ...implementation, confidence: "possible", via: "implementation" });
  const isExternal = values.some((value) => value.kind === "external" || (value.kind === "class" && (isOnlyExtended(resolution, value) || isConversion(resolution, value, place)))) || isBinding(resolution, callee);
  for (const ref of ofLiterals(resolution, callee)) add({ ...ref, confidence: "possible", via: "implementation" });
  if (targets.size === 0 && !isExternal) for (const ref of ofSubtypes(resolution, callee)) add({ ...ref, confidence: "possible", via: "implementation" });
  for (const value of values) if (value.kind === "variable") for (const ref of functionsGiven(resolution, value)) add({ ...ref, confidence: "possible", via: "flow" });
  if (targets.size === 0 && isExternal) for (const ref of byExtension(resolution, callee, site)) add({ ...ref, confidence: "name_match", via: "unique_name" });
  if (targets.size > 0 || isExternal) return { targets: [...targets.values()], isExternal, reason: null };
  return byName(resolution, callee, site);
}

/** Whether functions of one name are declarations of one, and that one. */
function isOneFunction(resolution: Resolution, values: Values): boolean {
  const definitions = values.flatMap((value) => (value.kind === "function" ? definitionsOf(resolution, value).map(scopeKey) : [""]));
  return new Set(definitions).size === 1;
}

/** A call of a type that makes no object of it. */
function isConversion(resolution: Resolution, type: ClassValue, call: Place): boolean {
  return scopesCalled(resolution, type, call).scopes.length === 0;
}

interface Found {
  readonly ref: ScopeRef;
  readonly confidence: Confidence;
  readonly via: Via;
}

/** The definitions of what was found; of several that can stand for one another none is certain. */
function definedTargets(resolution: Resolution, found: readonly Found[]): readonly CallTarget[] {
  const targets = found.flatMap(({ ref, via, confidence }): CallTarget[] => {
    const definitions = definitionsOf(resolution, ref);
    return definitions.map((definition) => ({ ...definition, via, confidence: definitions.length > 1 ? "possible" : confidence }));
  });
  const alternatives = alternativesAmong(resolution, targets);
  return targets.map((target) => (alternatives.has(target) ? { ...target, confidence: "possible" } : target));
}

/**
 * `D d;` in C++: the constructor that it calls, without a word where `D` is no class that has one. Null for any other call.
 * A type under another name may be a pointer, whose value calls nothing.
 */
function defaultConstruction(resolution: Resolution, callee: Place, site: CallSite): ResolvedSite | null {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member" || index.string(callee.expr, 2) !== CONSTRUCTOR) return null;
  const nameOf = (ref: ScopeRef): string | undefined => resolution.index(ref.file)?.flow.scopes[ref.scope]?.name;
  const types = resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).filter((value): value is ClassValue => value.kind === "class" && nameOf(value) === site.name);
  const found = types.flatMap((type): Found[] => {
    const { scopes, isAmbiguous } = scopesCalled(resolution, type, { ...callee, expr: site.expr });
    const constructors = scopes.filter(({ file, scope }) => file !== type.file || scope !== type.scope);
    return constructors.map((ref): Found => ({ ref, confidence: isAmbiguous ? "possible" : "resolved", via: "constructor" }));
  });
  const targets = definedTargets(resolution, found);
  return { targets, isExternal: targets.length === 0, reason: null };
}

/** `::f` is a name of the file, wherever it is called. */
function whereItStands(resolution: Resolution, callee: Place): Place {
  const index = resolution.index(callee.file);
  return index?.op(callee.expr) === "standing" ? { file: callee.file, scope: index.operand(callee.expr, 2), expr: index.operand(callee.expr, 1) } : callee;
}

function constructorsAbove(resolution: Resolution, callee: Place): Values {
  return thisOf(resolution, callee).flatMap((value): Values => {
    const type = value.kind === "instance" ? value.type : value.kind === "class" ? value : null;
    if (!type) return NOTHING;
    const { types, hasUnknown } = lineageOf(resolution, type);
    const next = types[1];
    return next ? [next] : hasUnknown === "external" ? [resolution.values.external("super")] : NOTHING;
  });
}

function viaOf(resolution: Resolution, callee: Place): Via {
  const index = resolution.index(callee.file);
  const { expr } = callee;
  switch (index?.op(expr)) {
    case "name": {
      const { origin, values } = lookUp(resolution, callee, index.string(expr, 1));
      if (origin === "member") return "this";
      if (origin === "package") return "package";
      if (origin === "wildcard") return "import";
      if (origin === "parameter") return "flow";
      return values.every((value) => value.kind === "function" && index.flow.scopes[value.scope]?.name !== index.string(expr, 1) && value.file === callee.file) ? "flow" : "scope";
    }
    case "member": {
      const object = { ...callee, expr: index.operand(expr, 1) };
      const op = index.op(object.expr);
      if (op === "this" || op === "super") return op;
      const [first] = resolution.evaluate(object);
      // Of a type from outside: by an extension.
      if (first?.kind === "instance" || first?.kind === "external") return "type";
      if (first?.kind === "class" || first?.kind === "prototype") return "class";
      return first?.kind === "module" || first?.kind === "package" || first?.kind === "namespace" ? "module" : "flow";
    }
    case "super": return "super";
    case "generic": return viaOf(resolution, { ...callee, expr: index.operand(expr, 1) });
    case "scope": return "scope";
    default: return "flow";
  }
}

/** `f.bind(object)` calls nothing of the codebase. */
function isBinding(resolution: Resolution, callee: Place): boolean {
  const index = resolution.index(callee.file);
  return index?.op(callee.expr) === "member" && index.string(callee.expr, 2) === "bind" && resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).some(({ kind }) => kind === "function");
}

/** The only function of a name, where that is one of an extension of a type from outside, of which the object may be. */
function byExtension(resolution: Resolution, callee: Place, site: CallSite): readonly ScopeRef[] {
  if (!resolution.rules(callee.file).matchesAdded || resolution.index(callee.file)?.op(callee.expr) !== "member") return [];
  const match = uniquelyNamed(resolution, callee.file, site.name, "member");
  if (match === null || match === "several" || match === "common") return [];
  const types = classesOf(resolution, match);
  return types.every((type) => isOnlyExtended(resolution, type)) ? [match] : [];
}

/** Where the expression told nothing: the only definition of that name, or why there is no answer. */
function byName(resolution: Resolution, callee: Place, site: CallSite): ResolvedSite {
  const none = (reason: UnresolvedReason): ResolvedSite => ({ targets: [], isExternal: false, reason });
  const index = resolution.index(callee.file);
  const op = index?.op(callee.expr);
  if (!index || site.name === "" || (op !== "name" && op !== "member")) return none("unknown_value");
  // A name that the file binds is that value, whatever else is called so.
  if (op === "name" && lookUp(resolution, callee, site.name).origin !== "nowhere") return none("unknown_value");
  const isMember = op === "member";
  if (isMember && resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).some(({ kind }) => kind !== "variable")) {
    // What nothing of the codebase is called, a library adds to the type.
    const isAdded = resolution.rules(callee.file).extendsLibrary && resolution.project.filesDefining(site.name).length === 0;
    return isAdded ? { targets: [], isExternal: true, reason: null } : none("unknown_member");
  }
  const match = uniquelyNamed(resolution, callee.file, site.name, isMember ? "member" : "plain");
  if (match === "several") return none("ambiguous_name");
  if (match === "common") return none("common_name");
  // One that is said to be of no namespace is none of those inside of them.
  if (match !== null && callee.scope !== site.scope && !isOfFile(resolution, match)) return none("unknown_name");
  if (match === null) return none(isMember ? "unknown_receiver" : "unknown_name");
  return { targets: [{ ...match, confidence: "name_match", via: "unique_name" }], isExternal: false, reason: null };
}

/** What objects have that are written down as those of the interface that is declared, or as classes derived from it. */
function ofLiterals(resolution: Resolution, callee: Place): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return [];
  const name = index.string(callee.expr, 2);
  const objects = resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) });
  return objects.flatMap((object) => (object.kind === "instance" ? [...literalsOf(resolution, object.type, name), ...heldBelow(resolution, object.type, name)] : []));
}

/** What mixins and other types call on their own object that only those have which are derived from them. */
function ofSubtypes(resolution: Resolution, callee: Place): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return [];
  const object = { ...callee, expr: index.operand(callee.expr, 1) };
  const own = thisOf(resolution, callee);
  return resolution.evaluate(object).filter((value) => own.includes(value)).flatMap((value) => {
    const type = value.kind === "instance" ? value.type : value.kind === "class" ? value : null;
    return type ? membersBelow(resolution, type, index.string(callee.expr, 2)) : [];
  });
}

function isOfFile(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return resolution.index(file)?.flow.scopes[scope]?.parent === 0;
}

/** A scope's place in the outline: the innermost definition around it that has a symbol; the file where there is none. */
export function definitionAround(resolution: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  // What gives a variable its value is called where the variable stands.
  const first = isVariable(resolution, { file, scope }) ? (scopes[scope]?.parent ?? NONE) : scope;
  for (let at = first; at !== NONE; at = scopes[at]?.parent ?? NONE) if ((scopes[at]?.symbol ?? NONE) !== NONE) return { file, scope: at };
  return { file, scope: 0 };
}
