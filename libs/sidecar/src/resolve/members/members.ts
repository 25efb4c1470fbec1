/** What `object.name` may be: members of classes along their line of inheritance, of modules, of object literals. */
import { type ExprId, type FlowBinding, NONE, SCOPE_FLAGS } from "../../flow/facts.ts";
import { memberOfExternal } from "./containers.ts";
import { isTelling, valuesOfBindings } from "../types/declared.ts";
import type { StoreAt } from "../file-index.ts";
import { classLineOf, extendingOf, lineageOf, typesAbove } from "../types/lineage.ts";
import { memberOfNamespace } from "./namespaces.ts";
import { otherPartsWith } from "../types/parts.ts";
import { ownedConstants, ownedMethods, storesInto } from "./placed-members.ts";
import type { Resolution } from "../resolution.ts";
import { METHOD, isOfSide, sideOf } from "./sides.ts";
import { isTypeParameter, ofTypeIn } from "../generics/type-arguments.ts";
import { type ClassValue, type ExternalValue, type FunctionValue, NOTHING, type ScopeRef, type SuperValue, type Value, type Values, union } from "../values.ts";

export function membersNamed(resolution: Resolution, objects: Values, name: string): Values {
  return union(...objects.map((object) => memberNamed(resolution, object, name)));
}

function memberNamed(resolution: Resolution, object: Value, name: string): Values {
  const { values } = resolution;
  switch (object.kind) {
    case "instance": return memberOfClass(resolution, object.type, name, object) ?? NOTHING;
    case "class": return name === "prototype" ? [values.prototype(object)] : withClass(resolution, memberOfClass(resolution, object, name, null) ?? NOTHING, object);
    case "super": return memberAbove(resolution, object, name);
    case "prototype": return memberOfClass(resolution, values.class(object.of), name, null) ?? NOTHING;
    case "module": case "package": return moduleMember(resolution, object, name);
    case "namespace": return memberOfNamespace(resolution, object, name);
    case "literal": return memberOfLiteral(resolution, object, name);
    case "function": return memberOfFunction(resolution, object, name);
    case "external": return memberOfExternal(resolution, object, name);
    case "signature": return /^[Ii]nvoke$/.test(name) ? [object] : NOTHING;
    case "variable": return memberOfVariable(resolution, object, name);
    case "generated": return NOTHING;
  }
}

/**
 * A member of a class or of one above it. Null if there is none.
 *
 * @param self the object that it is reached through; null for the class itself
 */
export function memberOfClass(resolution: Resolution, type: ClassValue, name: string, self: Value | null): Values | null {
  return resolution.once(["member", type, self ?? "", name], () => memberNow(resolution, type, name, self));
}

function memberNow(resolution: Resolution, type: ClassValue, name: string, self: Value | null): Values | null {
  const { types, hasUnknown, outside } = lineageOf(resolution, type);
  const isOfClassLine = resolution.rules(type.file).partsSides && sideOf(self) === "class" && METHOD.test(name);
  const found = firstOwn(resolution, isOfClassLine ? classLineOf(resolution, type) : types, name, self);
  if (found) return union(...found.map((value) => bound(resolution, value, self)));
  if (hasUnknown !== "external") return null;
  const behind = self === null ? NOTHING : resolution.rules(type.file).membersBehind(resolution, self, name);
  if (behind.length > 0) return behind;
  if (self !== null && !isOfContainer(resolution, self, { name, outside }) && isAddedUnseen(resolution, type, { name, outside })) return null;
  // One that is inherited from outside the codebase. Types hardly ever are: `String` is the same inside a class of whatever base.
  if (self === null && TYPE_NAME.test(name)) return [resolution.values.external(name, { isType: true })];
  return union(...outside.map((base) => memberOfExternal(resolution, self === null ? base : objectOf(resolution, base, self), name)));
}

/**
 * Whether a method may be another than one of the types from outside: of what the type leads on to (`Deref`), or one that a macro writes
 * (`self.project()`), of which nobody knows what it gives.
 */
function isAddedUnseen(resolution: Resolution, { file }: ClassValue, { name, outside }: { readonly name: string; readonly outside: readonly ExternalValue[] }): boolean {
  const { leadsOn, library } = resolution.rules(file);
  if (leadsOn === null || library.pointing.has(name) || library.making.has(name)) return false;
  return outside.some((base) => leadsOn.test(base.name)) || resolution.project.filesDefining(name).length === 0;
}

/** Whether a method is one of those that all have that give something to go through. */
function isOfContainer(resolution: Resolution, self: Value, { name, outside }: { readonly name: string; readonly outside: readonly ExternalValue[] }): boolean {
  if (self.kind !== "instance") return false;
  const { library, held } = resolution.rules(self.type.file);
  return (library.gives.has(name) || library.callsWithHeld.has(name)) && outside.some((base) => base.args.length === 0 && held(resolution, self, base.name).length > 0);
}

const TYPE_NAME = /^\p{Lu}.*\p{Ll}/u;

function objectOf(resolution: Resolution, { name, args }: ExternalValue, self: Value): ExternalValue {
  return resolution.values.external(name, { args: args.length > 0 || self.kind !== "instance" ? args : resolution.rules(self.type.file).held(resolution, self, name) });
}

function memberAbove(resolution: Resolution, object: SuperValue, name: string): Values {
  const { of, isStatic } = object;
  const { hasUnknown } = lineageOf(resolution, of);
  const self = isStatic ? of : resolution.values.instance(of);
  const line = isStatic && resolution.rules(of.file).partsSides ? classLineOf(resolution, of).slice(1) : typesAbove(resolution, object);
  const found = firstOwn(resolution, line, name, self);
  if (found) return union(...found.map((value) => bound(resolution, value, self)));
  // Above all classes of Python stands one that makes objects.
  return hasUnknown === "external" || name === "__new__" ? [resolution.values.external(name)] : NOTHING;
}

/** What the first of some types has that has anything of this name: functions of properties as such, and no methods of an object yet. */
export function firstOwn(resolution: Resolution, types: readonly ClassValue[], name: string, self: Value | null): Values | null {
  const addsLast = types[0] !== undefined && resolution.rules(types[0].file).addsLast;
  return (addsLast ? firstAmong(types, { resolution, name, self, have: withoutAdded }) : null) ?? firstAmong(types, { resolution, name, self, have: ownMember });
}

interface Search {
  readonly resolution: Resolution;
  readonly name: string;
  readonly self: Value | null;
  /** What a type has under the name. */
  readonly have: (resolution: Resolution, type: ClassValue, name: string) => Values | null;
}

/** What was not added to a type from elsewhere. */
function withoutAdded(resolution: Resolution, type: ClassValue, name: string): Values | null {
  const all = ownMember(resolution, type, name);
  const own = all?.filter((value) => value.kind !== "function" || (resolution.index(value.file)?.flow.scopes[value.scope]?.owner ?? NONE) === NONE);
  return own && (own.length > 0 || isDeclared(resolution, type, name)) ? own : null;
}

function firstAmong(types: readonly ClassValue[], { resolution, name, self, have }: Search): Values | null {
  const found: Values[] = [];
  for (const type of types) {
    const { separatesMethods, hasOverloads, labelsArguments, readsMethods, partsSides } = resolution.rules(type.file);
    // A field hides no method of a type above, but where it is declared as one: one without parameters.
    const isBeside = (value: Value): boolean => isFunction(value) && !(readsMethods && isRead(resolution, value));
    const all = partsSides ? memberOfSide(resolution, type, name, self) : have(resolution, type, name);
    const own = found.length > 0 && separatesMethods ? all?.filter(isBeside) : all;
    if (!own) continue;
    // What is stored without a declaration, and is nothing of the codebase, may be declared by a type above.
    if (own.every(({ kind }) => kind === "external") && !isDeclared(resolution, type, name)) {
      found.push(own);
      continue;
    }
    found.push(hasOverloads || partsSides ? own : ofOneSide(resolution, type, own, self));
    // A method hides those above it only where it takes the same.
    if (separatesMethods && !own.some(isFunction)) continue;
    if (!hasOverloads || !own.every((value) => isFunction(value) && !((labelsArguments || readsMethods) && isRead(resolution, value)))) break;
  }
  return found.length === 0 ? null : union(...found);
}

/** A class may have a method of its own and one of its objects under one name: by what is asked which one is meant. */
function ofOneSide(resolution: Resolution, type: ScopeRef, own: Values, self: Value | null): Values {
  const scopes = resolution.index(type.file)?.flow.scopes;
  // A decorator's wrapper stands elsewhere, and is of the side of what it wraps.
  const methods = own.filter((value): value is FunctionValue => value.kind === "function" && value.file === type.file && scopes?.[value.scope]?.parent === type.scope);
  const isStatic = ({ scope }: FunctionValue): boolean => ((scopes?.[scope]?.flags ?? 0) & SCOPE_FLAGS.static) !== 0;
  const isMeant = self === null || self.kind === "class" ? isStatic : (method: FunctionValue): boolean => !isStatic(method);
  const others = new Set<Value>(methods.filter((method) => !isMeant(method)));
  return others.size === methods.length ? own : own.filter((value) => !others.has(value));
}

/** The same where they are apart: what a class, or what it is extended by, has of the side that is asked; null if that is nothing. */
function memberOfSide(resolution: Resolution, type: ClassValue, name: string, self: Value | null): Values | null {
  const side = sideOf(self);
  for (const part of [type, ...otherPartsWith(resolution, type, name)]) {
    const all = memberOfPart(resolution, part, name) ?? NOTHING;
    const own = all.filter((value) => isOfSide(resolution, value, side) || isLeftToOther(resolution, type, value));
    if (own.length > 0) return own;
    if (all.length > 0 && isLeftToClass(resolution, part, name)) return all;
  }
  return side === "objects" ? null : memberExtending(resolution, type, name);
}

/** A method of another object, or of another class, to which it is delegated: it is of whichever side says so. */
function isLeftToOther(resolution: Resolution, type: ClassValue, value: Value): boolean {
  return value.kind === "function" && value.self !== null && !lineageOf(resolution, type).types.some(({ file, scope }) => file === value.file && scope === resolution.index(file)?.flow.scopes[value.scope]?.parent);
}

/** `delegate :limit, to: :class`. */
function isLeftToClass(resolution: Resolution, { file, scope }: ScopeRef, name: string): boolean {
  const index = resolution.index(file);
  return index?.bindings(scope, name).some(({ value }) => index.op(value) === "member" && index.op(index.operand(value, 1)) === "type_of") === true;
}

/** A method of a module that a class is extended by: there it is one of objects. */
function memberExtending(resolution: Resolution, type: ClassValue, name: string): Values | null {
  for (const above of extendingOf(resolution, type).flatMap((module) => lineageOf(resolution, module).types)) {
    for (const part of [above, ...otherPartsWith(resolution, above, name)]) {
      const own = memberOfPart(resolution, part, name)?.filter((value) => value.kind === "function" && isOfSide(resolution, value, "objects")) ?? NOTHING;
      if (own.length > 0) return own;
    }
  }
  return null;
}

/** Whether a class says itself that it has a member, other than by storing into it. */
export function isDeclared(resolution: Resolution, type: ClassValue, name: string): boolean {
  return [type, ...otherPartsWith(resolution, type, name)].some(({ file, scope }) => (resolution.index(file)?.bindings(scope, name).length ?? 0) > 0);
}

/** A method of the class knows from now on which class it is called on: one that is derived from its own makes objects of that. */
function withClass(resolution: Resolution, members: Values, type: ClassValue): Values {
  return members.map((value) => {
    const isOfClass = value.kind === "function" && value.self === null && ((resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0) & SCOPE_FLAGS.classMethod) !== 0;
    return isOfClass ? resolution.values.function(value, type) : value;
  });
}

/** A method knows its object from now on; reading a getter calls it. */
function bound(resolution: Resolution, value: Value, self: Value | null): Values {
  if (value.kind !== "function") return [value];
  const flags = resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0;
  const isRead = (flags & SCOPE_FLAGS.getter) !== 0;
  const { readsMethods } = resolution.rules(value.file);
  if (isRead && !readsMethods) return resolution.functionResults({ ...value, self });
  const method = self === null || value.self !== null ? value : resolution.values.function(value, self);
  return isRead ? union(resolution.functionResults({ ...value, self }), [method]) : [method];
}

/** What a class itself has under a name, in whichever of its parts; null if it has nothing. */
export function ownMember(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  const own = memberOfPart(resolution, type, name);
  const others = otherPartsWith(resolution, type, name);
  // An extension hides nothing of the type that it extends, nor the other way round: what has one name there are overloads.
  const isExtended = [type, ...others].some(({ file, scope }) => ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.extension) !== 0);
  if (own && !isExtended && !resolution.rules(type.file).hasOverloads) return own;
  const found = others.map((part) => memberOfPart(resolution, part, name) ?? NOTHING);
  return found.length === 0 ? own : union(own ?? NOTHING, ...found);
}

function memberOfPart(resolution: Resolution, type: ScopeRef, name: string): Values | null {
  const index = resolution.index(type.file);
  if (!index) return null;
  const declared = index.bindings(type.scope, name);
  const stored = storesInto(resolution, type, name);
  const owned = resolution.rules(type.file).hasOwners ? ownedMethods(resolution, type, name) : NOTHING;
  if (declared.length + stored.length + owned.length === 0) {
    const constants = resolution.rules(type.file).bindsFields && CONSTANT.test(name) ? ownedConstants(resolution, type, name) : NOTHING;
    return constants.length > 0 ? constants : null;
  }
  const isMethod = ({ value }: FlowBinding): boolean => index.op(value) === "scope" && index.flow.scopes[index.operand(value, 1)]?.name === name;
  const apart = resolution.rules(type.file).separatesMethods ? declared.filter(isMethod) : [];
  const fields = apart.length > 0 ? declared.filter((binding) => !apart.includes(binding)) : declared;
  // What stands outside of an interface that declares a method itself is what some have in its place (`impl<R: Read> Read for &R`).
  const isInterface = index.flow.scopes[type.scope]?.kind === "interface";
  const methods = union(resolution.evaluateAll(type, apart.map(({ value }) => value)), isInterface && apart.length > 0 ? NOTHING : owned);
  const bound = isGeneric(type) ? valuesIn(resolution, type, fields) : valuesOfBindings(resolution, type, fields);
  if (isTelling(bound) && fields.some(({ value }) => index.op(value) === "instance")) return resolution.rules(type.file).separatesMethods ? union(bound, methods) : bound;
  // Which type a type parameter stands for is another thing for each object: what one of them is made of says nothing of the others.
  const isParameter = (field: FlowBinding): boolean => index.op(field.value) === "instance" && isTypeParameter(index, type.scope, index.operand(field.value, 1));
  if (resolution.rules(type.file).bindsFields && fields.some(isParameter)) return union(bound, methods);
  return union(bound, storedValues(resolution, type.file, stored), methods);
}

const CONSTANT = /^\p{Lu}/u;

/** Whether it is a property, of which a type has one under a name. */
function isRead(resolution: Resolution, value: Value): boolean {
  return value.kind === "function" && ((resolution.index(value.file)?.flow.scopes[value.scope]?.flags ?? 0) & SCOPE_FLAGS.getter) !== 0;
}

function isFunction({ kind }: Value): boolean {
  return kind === "function";
}

function isGeneric(type: ScopeRef | ClassValue): type is ClassValue {
  return "kind" in type && type.kind === "class" && type.args.length > 0;
}

/** What a member of a generic class is declared to be, by the arguments of the class. */
function valuesIn(resolution: Resolution, type: ClassValue, declared: readonly FlowBinding[]): Values {
  const index = resolution.index(type.file);
  const { file, scope } = type;
  const typed = declared.filter(({ value }) => index?.op(value) === "instance").map(({ value }) => ofTypeIn(resolution, [type], { file, scope, expr: index?.operand(value, 1) ?? NONE }));
  const values = union(...typed);
  return isTelling(values) ? values : union(values, valuesOfBindings(resolution, type, declared));
}

/** A type that is declared where a member is stored (`self.name: Type = …`) outweighs what is stored. */
function storedValues(resolution: Resolution, file: number, stores: readonly StoreAt[]): Values {
  const index = resolution.index(file);
  const valuesOf = (some: readonly StoreAt[]): Values => union(...some.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
  const declared = valuesOf(stores.filter(({ value }) => index?.op(value) === "instance"));
  return isTelling(declared) ? declared : valuesOf(stores);
}

export function moduleMember(resolution: Resolution, module: Value & { readonly kind: "module" | "package" }, name: string): Values {
  const rules = module.kind === "package" ? resolution.rulesOf(module.language) : resolution.rules(module.file);
  return rules.exported(resolution, module, name);
}

const POSITION = /^\d+$/;

/** @param asked literals that are being looked into: some are spread into each other */
function memberOfLiteral(resolution: Resolution, literal: Value & { readonly kind: "literal" }, name: string, asked = new Set<Value>()): Values {
  asked.add(literal);
  const { file, scope, expr } = literal;
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const entriesNamed = (entry: string | null): readonly ExprId[] => (index.op(expr) === "record" ? index.literals.entriesNamed(expr, entry) : []);
  const own = entriesNamed(name);
  const stored = index.storesOf(name).filter(({ target, scope: at }) => resolution.evaluate({ file, scope: at, expr: index.operand(target, 1) }).includes(literal));
  const found = union(resolution.evaluateAll({ file, scope }, own), ...stored.map(({ value, scope: at }) => resolution.evaluate({ file, scope: at, expr: value })));
  if (own.length + stored.length > 0) return union(...found.map((value) => bound(resolution, value, literal)));
  // Lists have the methods of their language, whose names nobody writes down; what stands at a number is none of these.
  if (index.op(expr) === "list" && POSITION.test(name)) {
    const item = index.items(expr, 1)[Number(name)];
    return item === undefined ? NOTHING : resolution.evaluate({ file, scope, expr: item });
  }
  if (index.op(expr) === "list") return [resolution.values.external(name)];
  const objects = resolution.evaluateAll({ file, scope }, entriesNamed(null)).filter((value) => !asked.has(value));
  return union(...objects.map((value) => (value.kind === "literal" ? memberOfLiteral(resolution, value, name, asked) : memberNamed(resolution, value, name))));
}

/** Of what a call gave to a variable nothing is known but what its file stores into it. */
function memberOfVariable(resolution: Resolution, variable: Value & { readonly kind: "variable" }, name: string): Values {
  const { file } = variable;
  const index = resolution.index(file);
  const stored = (index?.storesOf(name) ?? []).filter(({ target, scope }) => index?.op(target) === "member" && resolution.evaluate({ file, scope, expr: index.operand(target, 1) }).includes(variable));
  return union(...stored.map(({ value, scope }) => resolution.evaluate({ file, scope, expr: value })));
}

/** Functions are objects: they are called by their own methods, and have what was stored into them. */
function memberOfFunction(resolution: Resolution, value: Value & { readonly kind: "function" }, name: string): Values {
  if (name === "prototype") return [resolution.values.prototype(value)];
  const own = ownMember(resolution, value, name);
  if (own) return own;
  if (name === "call" || name === "apply") return [value];
  return resolution.rules(value.file).runsFunction(name) ? [value] : NOTHING;
}
