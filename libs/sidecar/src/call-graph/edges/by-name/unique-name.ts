/** The last resort of call resolution: the only function of a name in files of the same language. */
import { type CallSite, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { profileOf } from "../../../languages/profiles.ts";
import { resolveName } from "../../expressions/names.ts";
import { classesOf, isMethod, thisOf } from "../../expressions/this.ts";
import { mayBeUnknown } from "../../expressions/unknowns.ts";
import type { FileIndex } from "../../file-index.ts";
import { importsLibrarys, mayExtend } from "../../members/extensions.ts";
import type { FileId } from "../../project.ts";
import type { Resolution } from "../../resolution.ts";
import { mayTake } from "../../types/labels.ts";
import { lineageOf } from "../../types/lineage.ts";
import { isOnlyExtended, mainPart } from "../../types/parts.ts";
import {
  type ClassValue,
  isSameScope,
  scopeKey,
  type ScopeRef,
  type Site,
  type Value,
  type Values,
} from "../../values.ts";
import { isCommonName } from "./common-names.ts";

/** Why the targets of a call are unknown. */
export type UnresolvedReason =
  | "unknown_receiver"
  | "unknown_member"
  | "unknown_value"
  | "unknown_name"
  | "ambiguous_name"
  | "common_name";

type Named =
  | { readonly kind: "found"; readonly refs: readonly ScopeRef[] }
  | { readonly kind: "external" }
  | { readonly kind: "unknown"; readonly reason: UnresolvedReason };

/**
 * For callees whose expression has no known functions: the only definition of the name, or the reason why
 * there is no match.
 */
export function byName(resolution: Resolution, callee: Site, site: CallSite): Named {
  const unknown = (reason: UnresolvedReason): Named => ({ kind: "unknown", reason });
  const index = resolution.index(callee.file);
  const op = index?.op(callee.expr);
  if (!index || site.name === "" || (op !== "name" && op !== "member")) return unknown("unknown_value");
  // The file binds the name, so that other definitions of it do not matter.
  if (op === "name" && resolveName(resolution, callee, site.name).origin !== "nowhere")
    return unknown("unknown_value");
  const isMember = op === "member";
  const object = { ...callee, expr: index.operand(callee.expr, 1) };
  const objects = isMember ? resolution.evaluate(object) : [];
  // A member that a type of the codebase declares as a function is a function that was assigned to it.
  const isDeclared =
    resolution.rules(callee.file).typesLiterals &&
    objects.some(({ kind }) => kind === "instance") &&
    resolution.evaluate(callee).some(({ kind }) => kind === "signature");
  const seeming =
    isDeclared || objects.every(({ kind }) => kind === "variable")
      ? null
      : bySeeming(resolution, object, { objects, name: site.name });
  if (seeming) return seeming;
  const plain = uniquelyNamed(resolution, callee.file, site, isMember ? "member" : "plain");
  const match =
    plain === null && !isMember && isOnUnseenObject(resolution, callee)
      ? uniquelyNamed(resolution, callee.file, site, "member")
      : plain;
  if (isDeclared && (match === null || match === "several" || match === "common"))
    return unknown("unknown_value");
  if (match === "several") {
    const family = isMember ? familyNamed(resolution, callee.file, site) : null;
    return family ? { kind: "found", refs: family } : unknown("ambiguous_name");
  }
  if (match === "common") return unknown("common_name");
  // A name that is looked up in the file's scope (`::f`) is not defined inside a namespace.
  if (match !== null && callee.scope !== site.scope && !isOfFile(resolution, match))
    return unknown("unknown_name");
  if (match === null) return unknown(isMember ? "unknown_receiver" : "unknown_name");
  return { kind: "found", refs: [match] };
}

/**
 * Whether a plain name may call a method of an object that the text does not show: one that a block runs on,
 * or one whose type has unknown base types.
 */
function isOnUnseenObject(resolution: Resolution, { file, scope }: Site): boolean {
  if (!resolution.rules(file).separatesStaticMembers) return false;
  const isInBlock = ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.arrow) !== 0;
  return (
    isInBlock ||
    typesAround(resolution, { file, scope }).every((type) => lineageOf(resolution, type).hasUnknown !== "no")
  );
}

/** Classes whose members are visible in the function or type body around a scope. */
function typesAround(resolution: Resolution, place: ScopeRef): readonly ClassValue[] {
  return thisOf(resolution, { ...place, expr: NONE }).flatMap((value) =>
    value.kind === "instance" ? [value.type] : value.kind === "class" ? [value] : [],
  );
}

function isOfLanguage(resolution: Resolution, file: FileId, name: string): boolean {
  const { pointing, making } = resolution.rules(file).library;
  return pointing.has(name) || making.has(name);
}

/**
 * The conclusion from an object's known values about a member that none of them has; null if there is none.
 */
function bySeeming(
  resolution: Resolution,
  object: Site,
  { objects, name }: { readonly objects: Values; readonly name: string },
): Named | null {
  const rules = resolution.rules(object.file);
  const isOutside = objects.every(({ kind }) => kind === "external");
  const isOpen = mayBeUnknown(resolution, object);
  // The library's containers have the members listed for it. A name that the codebase does not define is a
  // member that the library adds to the type.
  if (
    !isOpen &&
    (isOutside ||
      isOfLanguage(resolution, object.file, name) ||
      (rules.extendsLibrary && resolution.project.filesDefining(name).length === 0))
  )
    return { kind: "external" };
  // A member that literals do not have is called on another value of the object.
  if (
    isOpen &&
    objects.every((value) => isWrittenDown(resolution, value)) &&
    !isMethodOfLiterals(resolution.project.language(object.file), name)
  )
    return null;
  return { kind: "unknown", reason: isOutside ? "unknown_receiver" : "unknown_member" };
}

/** The only function of a name, if it extends an external type that the object may have. */
export function byExtension(resolution: Resolution, callee: Site, site: CallSite): readonly ScopeRef[] {
  const index = resolution.index(callee.file);
  if (
    !index ||
    !resolution.rules(callee.file).matchesAdded ||
    index.op(callee.expr) !== "member" ||
    importsLibrarys(resolution, callee.file, site.name)
  )
    return [];
  const match = uniquelyNamed(resolution, callee.file, site, "member");
  if (match === null || match === "several" || match === "common") return [];
  const types = classesOf(resolution, match);
  if (!types.every((type) => isOnlyExtended(resolution, type))) return [];
  return mayExtend(resolution, match, resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }))
    ? [match]
    : [];
}

function isOfFile(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return resolution.index(file)?.flow.scopes[scope]?.parent === 0;
}

function uniquelyNamed(
  resolution: Resolution,
  from: FileId,
  site: CallSite,
  use: "member" | "plain",
): ScopeRef | "several" | "common" | null {
  if (isCommonName(site.name, resolution.project.language(from))) return "common";
  const open = openNamed(resolution, from, { site, use });
  const [first, second] =
    open.length > 1 && resolution.rules(from).matchesAdded && use === "member"
      ? addedInSight(resolution, from, open)
      : open;
  return first === undefined ? null : second === undefined ? first : "several";
}

/**
 * For dynamically typed languages: the methods of a name that are one method and its overrides; null
 * otherwise.
 */
function familyNamed(resolution: Resolution, from: FileId, site: CallSite): readonly ScopeRef[] | null {
  if (!resolution.rules(from).isDynamicallyTyped) return null;
  const open = openNamed(resolution, from, { site, use: "member" });
  return open.length > MAX_FAMILY
    ? null
    : resolution.once(["family", site.name, ...open.map(scopeKey)], () => familyOf(resolution, open));
}

interface NameQuery {
  readonly site: CallSite;
  readonly use: "member" | "plain";
}

/** Functions of a call's name that the call may reach. */
function openNamed(resolution: Resolution, from: FileId, { site, use }: NameQuery): readonly ScopeRef[] {
  const { name } = site;
  const rules = resolution.rules(from);
  const all = resolution.once(["unique", resolution.project.language(from), use, name], () => {
    const found: ScopeRef[] = [];
    for (const file of resolution.project.filesDefining(name)) {
      if (
        resolution.rules(file) !== rules ||
        (!rules.followsModules && resolution.project.language(file) !== resolution.project.language(from))
      )
        continue;
      const index = resolution.index(file);
      for (const [scope, { name: own, kind, flags, parent }] of (index?.flow.scopes ?? []).entries()) {
        // Getters are not called, and variables are found by their bindings.
        if (
          own !== name ||
          (flags & (SCOPE_FLAGS.constructor | SCOPE_FLAGS.getter | SCOPE_FLAGS.variable)) !== 0
        )
          continue;
        const fits =
          use === "member"
            ? kind === "function" && isMethod(resolution, { file, scope })
            : (kind === "function" && !isMethod(resolution, { file, scope })) ||
              (kind === "class" && isValue(index, parent, name));
        // A companion object is called by the name of its class.
        if ((flags & SCOPE_FLAGS.object) !== 0 && hasCompanion(resolution, { file, scope })) continue;
        const isFound =
          fits && (kind !== "class" || isSameScope(mainPart(resolution, { file, scope }), { file, scope }));
        if (isFound) found.push({ file, scope });
      }
    }
    const defined = found.filter((ref) => (flagsOf(resolution, ref) & SCOPE_FLAGS.abstract) === 0);
    return defined.length > 0 ? defined : found;
  });
  return all.filter(
    (ref) =>
      (ref.file === from || !isHidden(resolution, ref, use)) &&
      mayTake(resolution, ref, { file: from, scope: site.scope, expr: site.expr }),
  );
}

/**
 * If all functions are extensions of external types: those whose extension is visible in a file, if there are
 * any. A codebase of many packages may have several `pumpApp`.
 */
function addedInSight(
  resolution: Resolution,
  from: FileId,
  functions: readonly ScopeRef[],
): readonly ScopeRef[] {
  const scopeOf = ({ file, scope }: ScopeRef) => resolution.index(file)?.flow.scopes[scope];
  const extensions = functions.map((ref): ScopeRef => ({ file: ref.file, scope: scopeOf(ref)?.parent ?? 0 }));
  if (!functions.every((ref, at) => scopeOf(ref)?.owner !== NONE && extensions[at]?.scope !== 0))
    return functions;
  const isSeen = (type: ScopeRef): boolean => {
    const name = scopeOf(type)?.name ?? "";
    return (
      type.file === from ||
      (name !== "" &&
        resolveName(resolution, { file: from, scope: 0 }, name).values.some(
          (value) => value.kind === "class" && isSameScope(value, type),
        ))
    );
  };
  const seen = functions.filter((_, at) => isSeen(extensions[at] as ScopeRef));
  return seen.length > 0 ? seen : functions;
}

/** Whether other files cannot see a function: it is private, or nested in a function. */
function isHidden(resolution: Resolution, ref: ScopeRef, use: "member" | "plain"): boolean {
  const scopes = resolution.index(ref.file)?.flow.scopes;
  return (
    (flagsOf(resolution, ref) & SCOPE_FLAGS.private) !== 0 ||
    (use === "plain" && scopes?.[scopes[ref.scope]?.parent ?? 0]?.kind === "function")
  );
}

function flagsOf(resolution: Resolution, { file, scope }: ScopeRef): number {
  return resolution.index(file)?.flow.scopes[scope]?.flags ?? 0;
}

/** Whether a type's name is also a value; otherwise nothing is bound to it. */
function isValue(index: FileIndex | null, around: number, name: string): boolean {
  return index !== null && index.bindings(around, name).length > 0;
}

/** Whether a class of the same name is declared next to an object. */
function hasCompanion(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  return (index?.scopes.named(own?.name ?? "") ?? []).some((at) => {
    const other = index?.flow.scopes[at];
    return at !== scope && other?.parent === own?.parent && other?.kind === "class";
  });
}

// Methods of one name that count as one: a method of a class and its overrides.

/** Names with more methods are not examined: an answer has no room for them. */
const MAX_FAMILY = 50;

/** The methods, with the one that the others override first; null if there is no such method. */
function familyOf(resolution: Resolution, methods: readonly ScopeRef[]): readonly ScopeRef[] | null {
  const types = methods.map((method) => classesOf(resolution, method));
  if (types.some((owners) => owners.length !== 1)) return null;
  const own = types.map(([type]) => type as NonNullable<typeof type>);
  // Common base types are among those of the first type, so that each class is visited once.
  let common = lineageOf(resolution, own[0] as (typeof own)[number]).types.map(scopeKey);
  for (const type of own.slice(1)) {
    const line = new Set(lineageOf(resolution, type).types.map(scopeKey));
    common = common.filter((key) => line.has(key));
    if (common.length === 0) return null;
  }
  const shared = new Set(common);
  const root = own.findIndex((type) => shared.has(scopeKey(type)));
  return root < 0 ? null : [methods[root] as ScopeRef, ...methods.filter((_, at) => at !== root)];
}

// What a value that is written down has by itself: texts, numbers, lists, dictionaries.

/** Types of the languages' literals, with the readers' names for them. */
const LITERAL_TYPES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "RegExp",
  "str",
  "bytes",
  "int",
  "float",
  "complex",
  "bool",
  "array",
  "String",
  "Integer",
  "Float",
  "TrueClass",
  "FalseClass",
]);

/** Whether a value is a placeholder: a list, an empty dictionary, or a value of a literal's type. */
function isWrittenDown(resolution: Resolution, value: Value): boolean {
  const index = value.kind === "literal" ? resolution.index(value.file) : null;
  if (value.kind === "literal")
    return index?.op(value.expr) === "list" || index?.entries(value.expr, 1).length === 0;
  return value.kind === "external" && value.args.length === 0 && LITERAL_TYPES.has(value.name);
}

/**
 * Whether some literal of a language has a method, one of those apart that are too common to say anything.
 */
function isMethodOfLiterals(language: string, name: string): boolean {
  return profileOf(language).literalMethods.has(name);
}
