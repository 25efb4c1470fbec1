/** The functions that run when a member is read without a call, or stored into: those of properties. */
import { type AccessSite, NONE } from "../../call-facts/facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { runsOnAccess } from "../../call-facts/member-accesses.ts";
import { resolveName } from "../expressions/names.ts";
import { classesOf } from "../expressions/this.ts";
import { mayBeUnknown } from "../expressions/unknowns.ts";
import { extensionsOf } from "../members/extensions.ts";
import { firstOwn } from "../members/first-own.ts";
import { moduleMember } from "../members/members.ts";
import { isDeclared } from "../members/own-member.ts";
import { ownedMethods } from "../members/placed-members.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf, typesAbove } from "../types/lineage.ts";
import { otherParts } from "../types/parts.ts";
import { methodsNamed, subtypesOf } from "../types/subtypes.ts";
import { asObjects } from "../types/type-or-object.ts";
import {
  type ClassValue,
  NOTHING,
  type Site,
  type ScopeRef,
  type Value,
  type Values,
  distinctScopes,
  functionsAmong,
} from "../values.ts";

/** The functions that an access runs. */
export interface PropertiesCalled {
  /** Functions of the known values of the object. */
  readonly own: readonly ScopeRef[];
  /** Functions that subtypes define for a member that runs nothing itself. */
  readonly below: readonly ScopeRef[];
  /** Nothing is known about the object. */
  readonly isOpen: boolean;
}

type Access = AccessSite["access"];

const NONE_CALLED: PropertiesCalled = { own: [], below: [], isOpen: false };

/** Whether reading or storing into the member named like a function runs it. */
export function isRunBy(resolution: Resolution, { file, scope }: ScopeRef, access: Access): boolean {
  return runsOnAccess(resolution.index(file)?.flow.scopes[scope]?.flags ?? 0, access);
}

/** The getters or setters that an access of a member runs. */
export function propertiesCalled(
  resolution: Resolution,
  file: FileId,
  { expr, scope, name, access }: AccessSite,
): PropertiesCalled {
  const index = resolution.index(file);
  if (!index || resolution.project.filesUsing("property", name).length === 0) return NONE_CALLED;
  if (index.op(expr) === "name") return readByName(resolution, { file, scope }, name);
  const place: Site = { file, scope, expr: index.operand(expr, 1) };
  const isImplicit = profileOf(resolution.project.language(file)).implicitMethods.has(name);
  // What the language calls by itself it looks for in the class of an object.
  const objects = asObjects(resolution, place, resolution.evaluate(place)).filter(
    ({ kind }) =>
      !isImplicit ||
      kind === "instance" ||
      (kind === "class" && resolution.rules(file).separatesStaticMembers),
  );
  const extensions = functionsAmong(extensionsOf(resolution, objects, { file, scope, name })).filter((ref) =>
    isRunBy(resolution, ref, access),
  );
  const own = distinctScopes([
    ...objects.flatMap((object) =>
      access === "read"
        ? getters(resolution, membersOf(resolution, object, name))
        : settersOf(resolution, object, name),
    ),
    ...extensions,
  ]);
  const below = (): readonly ScopeRef[] =>
    objects.flatMap((object) =>
      object.kind === "instance"
        ? subtypesOf(resolution, object.type).flatMap((type) => methodsNamed(resolution, type, name))
        : [],
    );
  return {
    own,
    below: own.length === 0 ? distinctScopes(below().filter((ref) => isRunBy(resolution, ref, access))) : [],
    isOpen:
      !isImplicit && (objects.length === 0 || (objects.every(isOutside) && mayBeUnknown(resolution, place))),
  };
}

function isOutside({ kind }: Value): boolean {
  return kind === "external" || kind === "literal";
}

/** Properties that a plain name reads: of the current object, of an enclosing object, or of the file. */
function readByName(resolution: Resolution, place: ScopeRef, name: string): PropertiesCalled {
  const scopes = resolution.index(place.file)?.flow.scopes ?? [];
  for (let at = place.scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const types = classesOf(resolution, { file: place.file, scope: at });
    const own = distinctScopes(
      types.flatMap((type) =>
        getters(
          resolution,
          firstWith(resolution, lineageOf(resolution, type).types, name, resolution.values.instance(type)),
        ),
      ),
    );
    if (own.length > 0) return { ...NONE_CALLED, own };
  }
  return { ...NONE_CALLED, own: getters(resolution, resolveName(resolution, place, name).values) };
}

function getters(resolution: Resolution, values: Values): readonly ScopeRef[] {
  return functionsAmong(values).filter((ref) => isRunBy(resolution, ref, "read"));
}

/** The members of an object that have this name, before they are read. */
function membersOf(resolution: Resolution, object: Value, name: string): Values {
  switch (object.kind) {
    case "instance":
    case "class":
      return firstWith(
        resolution,
        typesOf(resolution, object),
        name,
        object.kind === "class" ? null : object,
      );
    case "super":
      return firstWith(
        resolution,
        typesOf(resolution, object),
        name,
        object.isStatic ? object.of : resolution.values.instance(object.of),
      );
    case "literal": {
      const { file, scope, expr } = object;
      const index = resolution.index(file);
      return index?.op(expr) === "record"
        ? resolution.evaluateAll({ file, scope }, index.literals.entriesNamed(expr, name))
        : NOTHING;
    }
    case "module":
    case "package":
      return moduleMember(resolution, object, name);
    default:
      return NOTHING;
  }
}

/**
 * Members of the first type that has any: a property hides those of base types, since it has no overloads. A
 * member that is only stored into may be a property of a base type.
 */
function firstWith(
  resolution: Resolution,
  types: readonly ClassValue[],
  name: string,
  self: Value | null,
): Values {
  for (const type of types) {
    const own = firstOwn(resolution, [type], name, self);
    if (resolution.rules(type.file).declaresFields && isDeclared(resolution, type, name))
      return own ?? NOTHING;
    if (
      own?.some(({ kind }) => kind !== "external") &&
      (getters(resolution, own).length > 0 || isDeclared(resolution, type, name))
    )
      return own;
  }
  return NOTHING;
}

/** Setters have no binding; they are found by name inside their class, or among its extensions. */
function settersOf(resolution: Resolution, object: Value, name: string): readonly ScopeRef[] {
  const setters = (type: ScopeRef): readonly ScopeRef[] => {
    const inside = [type, ...otherParts(resolution, type)].flatMap(({ file, scope: around }) => {
      const index = resolution.index(file);
      const here = (index?.scopes.named(name) ?? []).filter(
        (scope) => index?.flow.scopes[scope]?.parent === around,
      );
      return here.map((scope) => ({ file, scope }));
    });
    const all = [...inside, ...functionsAmong(ownedMethods(resolution, type, name))];
    return all.filter((ref) => isRunBy(resolution, ref, "write"));
  };
  return (
    typesOf(resolution, object)
      .map(setters)
      .find((found) => found.length > 0) ?? []
  );
}

/** The types of an object, in the order in which members are looked up. */
function typesOf(resolution: Resolution, object: Value): readonly ClassValue[] {
  switch (object.kind) {
    case "instance":
      return lineageOf(resolution, object.type).types;
    case "class":
      return lineageOf(resolution, object).types;
    case "super":
      return typesAbove(resolution, object);
    default:
      return [];
  }
}
