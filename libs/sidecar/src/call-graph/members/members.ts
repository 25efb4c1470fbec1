/** Values of `object.name`: members of classes and their base types, of modules, and of object literals. */
import { RUNNING_METHODS } from "../../call-facts/call-name.ts";
import { type ExprId, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { memberOfExternal } from "./containers.ts";
import { classLineOf, lineageOf, typesAbove } from "../types/lineage.ts";
import { firstOwn } from "./first-own.ts";
import { memberOfNamespace } from "./namespaces.ts";
import { ownMember } from "./own-member.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { METHOD, sideOf } from "./sides.ts";
import {
  type ClassValue,
  type ExternalValue,
  NOTHING,
  type SuperValue,
  type Value,
  type Values,
  union,
} from "../values.ts";

/** Values of the members of this name that some objects have. */
export function membersNamed(resolution: Resolution, objects: Values, name: string): Values {
  return union(...objects.map((object) => memberNamed(resolution, object, name)));
}

function memberNamed(resolution: Resolution, object: Value, name: string): Values {
  const { values } = resolution;
  switch (object.kind) {
    case "instance":
      return memberOfClass(resolution, object.type, name, object) ?? NOTHING;
    case "class":
      return name === "prototype"
        ? [values.prototype(object)]
        : withClass(resolution, memberOfClass(resolution, object, name, null) ?? NOTHING, object);
    case "super":
      return memberAbove(resolution, object, name);
    case "prototype":
      return memberOfClass(resolution, values.class(object.of), name, null) ?? NOTHING;
    case "module":
    case "package":
      return moduleMember(resolution, object, name);
    case "namespace":
      return memberOfNamespace(resolution, object, name);
    case "literal":
      return memberOfLiteral(resolution, object, name);
    case "function":
      return memberOfFunction(resolution, object, name);
    case "external":
      return memberOfExternal(resolution, object, name);
    case "signature":
      return /^[Ii]nvoke$/.test(name) ? [object] : NOTHING;
    case "variable":
      return memberOfVariable(resolution, object, name);
    case "generated":
      return NOTHING;
  }
}

/**
 * Values of a member of a class or one of its base types. Null if there is none.
 *
 * @param self the object whose member it is; null for the class itself
 */
export function memberOfClass(
  resolution: Resolution,
  type: ClassValue,
  name: string,
  self: Value | null,
): Values | null {
  return resolution.once(["member", type, self ?? "", name], () => memberNow(resolution, type, name, self));
}

function memberNow(
  resolution: Resolution,
  type: ClassValue,
  name: string,
  self: Value | null,
): Values | null {
  const { types, hasUnknown, outside } = lineageOf(resolution, type);
  const isOfClassLine =
    resolution.rules(type.file).separatesStaticMembers && sideOf(self) === "class" && METHOD.test(name);
  const found = firstOwn(resolution, isOfClassLine ? classLineOf(resolution, type) : types, name, self);
  if (found) return union(...found.map((value) => bound(resolution, value, self)));
  if (hasUnknown !== "external") return null;
  const behind = self === null ? NOTHING : resolution.rules(type.file).derefMembers(resolution, self, name);
  if (behind.length > 0) return behind;
  if (
    self !== null &&
    !isOfContainer(resolution, self, { name, outside }) &&
    isAddedUnseen(resolution, type, { name, outside })
  )
    return null;
  // A member inherited from outside the codebase. A type name is hardly ever one: `String` means the same in
  // every class.
  if (self === null && TYPE_NAME.test(name)) return [resolution.values.external(name, { isType: true })];
  return union(
    ...outside.map((base) =>
      memberOfExternal(resolution, self === null ? base : objectOf(resolution, base, self), name),
    ),
  );
}

/**
 * Whether a method may come from elsewhere than the external base types: from the type that a `Deref`
 * implementation leads to, or from a macro (`self.project()`), so that its result is unknown.
 */
function isAddedUnseen(
  resolution: Resolution,
  { file }: ClassValue,
  { name, outside }: { readonly name: string; readonly outside: readonly ExternalValue[] },
): boolean {
  const { leadsOn, library } = resolution.rules(file);
  if (leadsOn === null || library.pointing.has(name) || library.making.has(name)) return false;
  return (
    outside.some((base) => leadsOn.test(base.name)) || resolution.project.filesDefining(name).length === 0
  );
}

/** Whether a method is one that all iterable types have. */
function isOfContainer(
  resolution: Resolution,
  self: Value,
  { name, outside }: { readonly name: string; readonly outside: readonly ExternalValue[] },
): boolean {
  if (self.kind !== "instance") return false;
  const { library, heldAs } = resolution.rules(self.type.file);
  return (
    (library.gives.has(name) || library.callsWithHeld.has(name)) &&
    outside.some((base) => base.args.length === 0 && heldAs(resolution, self, base.name).length > 0)
  );
}

const TYPE_NAME = /^\p{Lu}.*\p{Ll}/u;

function objectOf(resolution: Resolution, { name, args }: ExternalValue, self: Value): ExternalValue {
  return resolution.values.external(name, {
    args:
      args.length > 0 || self.kind !== "instance"
        ? args
        : resolution.rules(self.type.file).heldAs(resolution, self, name),
  });
}

function memberAbove(resolution: Resolution, object: SuperValue, name: string): Values {
  const { of, isStatic } = object;
  const { hasUnknown } = lineageOf(resolution, of);
  const self = isStatic ? of : resolution.values.instance(of);
  const line =
    isStatic && resolution.rules(of.file).separatesStaticMembers
      ? classLineOf(resolution, of).slice(1)
      : typesAbove(resolution, object);
  const found = firstOwn(resolution, line, name, self);
  if (found) return union(...found.map((value) => bound(resolution, value, self)));
  // All Python classes are derived from `object`, which constructs objects.
  return hasUnknown === "external" || name === "__new__" ? [resolution.values.external(name)] : NOTHING;
}

/**
 * Binds class methods to the class they are called on: called on a subtype, they construct objects of the
 * subtype.
 */
function withClass(resolution: Resolution, members: Values, type: ClassValue): Values {
  return members.map((value) => {
    const isOfClass =
      value.kind === "function" &&
      value.self === null &&
      ((resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0) & SCOPE_FLAGS.classMethod) !== 0;
    return isOfClass ? resolution.values.function(value, type) : value;
  });
}

/** Binds a method to its object. A getter is replaced by its results. */
function bound(resolution: Resolution, value: Value, self: Value | null): Values {
  if (value.kind !== "function") return [value];
  const flags = resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0;
  const isRead = (flags & SCOPE_FLAGS.getter) !== 0;
  const { readsMethods } = resolution.rules(value.file);
  if (isRead && !readsMethods) return resolution.functionResults({ ...value, self });
  const method = self === null || value.self !== null ? value : resolution.values.function(value, self);
  return isRead ? union(resolution.functionResults({ ...value, self }), [method]) : [method];
}

/** Values that a module or package exports under a name. */
export function moduleMember(
  resolution: Resolution,
  module: Value & { readonly kind: "module" | "package" },
  name: string,
): Values {
  const rules =
    module.kind === "package" ? resolution.rulesOf(module.language) : resolution.rules(module.file);
  return rules.exported(resolution, module, name);
}

const POSITION = /^\d+$/;

/** @param asked literals that are being searched; some are spread into each other */
function memberOfLiteral(
  resolution: Resolution,
  literal: Value & { readonly kind: "literal" },
  name: string,
  asked = new Set<Value>(),
): Values {
  asked.add(literal);
  const { file, scope, expr } = literal;
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const entriesNamed = (entry: string | null): readonly ExprId[] =>
    index.op(expr) === "record" ? index.literals.entriesNamed(expr, entry) : [];
  const own = entriesNamed(name);
  const stored = index
    .storesOf(name)
    .filter(({ target, scope: at }) =>
      resolution.evaluate({ file, scope: at, expr: index.operand(target, 1) }).includes(literal),
    );
  const found = union(
    resolution.evaluateAll({ file, scope }, own),
    ...stored.map(({ value, scope: at }) => resolution.evaluate({ file, scope: at, expr: value })),
  );
  if (own.length + stored.length > 0)
    return union(...found.map((value) => bound(resolution, value, literal)));
  // Lists have the methods of their language, which are not in the codebase. A number is the position of an
  // item.
  if (index.op(expr) === "list" && POSITION.test(name)) {
    const item = index.items(expr, 1)[Number(name)];
    return item === undefined ? NOTHING : resolution.evaluate({ file, scope, expr: item });
  }
  if (index.op(expr) === "list") return [resolution.values.external(name)];
  const objects = resolution
    .evaluateAll({ file, scope }, entriesNamed(null))
    .filter((value) => !asked.has(value));
  return union(
    ...objects.map((value) =>
      value.kind === "literal"
        ? memberOfLiteral(resolution, value, name, asked)
        : memberNamed(resolution, value, name),
    ),
  );
}

/** Members of the unknown value of a variable: only what its file stores into them. */
function memberOfVariable(
  resolution: Resolution,
  variable: Value & { readonly kind: "variable" },
  name: string,
): Values {
  const { file } = variable;
  const index = resolution.index(file);
  const stored = (index?.storesOf(name) ?? []).filter(
    ({ target, scope }) =>
      index?.op(target) === "member" &&
      resolution.evaluate({ file, scope, expr: index.operand(target, 1) }).includes(variable),
  );
  return union(...stored.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
}

/** Functions are objects: they have methods that call them, and the members that were stored into them. */
function memberOfFunction(
  resolution: Resolution,
  value: Value & { readonly kind: "function" },
  name: string,
): Values {
  if (name === "prototype") return [resolution.values.prototype(value)];
  const own = ownMember(resolution, value, name);
  if (own) return own;
  return runsFunction(resolution, value.file, name) ? [value] : NOTHING;
}

/** Whether calling this method of a function of a file calls the function. */
export function runsFunction(resolution: Resolution, file: FileId, method: string): boolean {
  return RUNNING_METHODS.has(method) || resolution.rules(file).runsFunction(method);
}
