/**
 * The meaning of a plain name: searches the enclosing scopes from the inside out, then the names of the
 * package.
 */
import {
  type BindingFact,
  BLOCK,
  type CallSite,
  type ExprId,
  NONE,
  SCOPE_FLAGS,
  type ScopeFact,
} from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { boundOfParameter } from "../generics/type-arguments.ts";
import { ownConstructors } from "../members/constructors.ts";
import { memberOfClass } from "../members/members.ts";
import { memberOfNamespace } from "../members/namespaces.ts";
import { isDeclared } from "../members/own-member.ts";
import { METHOD } from "../members/sides.ts";
import type { FileId } from "../project.ts";
import type { Resolution, ResolutionRules } from "../resolution.ts";
import { valuesOfBindings } from "../types/declared.ts";
import { lineageOf } from "../types/lineage.ts";
import {
  type ClassValue,
  NOTHING,
  scopeKey,
  type ScopeRef,
  union,
  type Value,
  type Values,
} from "../values.ts";
import { parameterValues } from "./parameters.ts";
import { takenOver } from "./taken-over.ts";
import { classesOf, thisOf } from "./this.ts";

/** A name with more assignments than this (in generated code) says nothing about what is called. */
const MAX_BINDINGS = 50;

/** Where a name was found. */
export type NameOrigin = "scope" | "member" | "parameter" | "wildcard" | "package" | "nowhere";

/** What a plain name means. */
export interface Meaning {
  readonly values: Values;
  readonly origin: NameOrigin;
  /** The scope of the file in which the name was found; `NONE` if it comes from elsewhere. */
  readonly scope: number;
  /**
   * A method of the enclosing object, found in a block that runs on another object, where that has no such
   * method as far as is known.
   */
  readonly isGuess?: boolean;
}

/** Resolves a plain name in a scope. Its values are empty if the name is unknown. */
export function resolveName(resolution: Resolution, place: ScopeRef, name: string): Meaning {
  const index = resolution.index(place.file);
  if (!index) return { values: NOTHING, origin: "nowhere", scope: NONE };
  const search = new NameSearch(resolution, index, { place, name });
  for (let at = place.scope; at !== NONE; at = index.flow.scopes[at]?.parent ?? NONE) {
    const scope = index.flow.scopes[at];
    if (!scope) break;
    const meaning = search.meaningIn(scope, at);
    if (meaning) return meaning;
  }
  return search.meaningOutside();
}

/** The search for one name, from its site outwards through the enclosing scopes. */
class NameSearch {
  private readonly rules: ResolutionRules;
  private readonly place: ScopeRef;
  private readonly name: string;
  /** Members of this name that external base types of an enclosing type may have. */
  private inherited: Values = NOTHING;
  private isStatic = false;
  private isInMethod = false;
  private isInBlock = false;
  private isGuess = false;
  private isBehindType = false;

  constructor(
    private readonly resolution: Resolution,
    private readonly index: FileIndex,
    { place, name }: { readonly place: ScopeRef; readonly name: string },
  ) {
    this.rules = resolution.rules(place.file);
    this.place = place;
    this.name = name;
  }

  /**
   * The meaning of the name in a scope; null if the scope does not have it. Call it for the innermost scope
   * first.
   */
  meaningIn(scope: ScopeFact, at: number): Meaning | null {
    const { rules, place } = this;
    if (scope.kind === "function") this.enterFunction(scope);
    if (scope.kind === "class" || scope.kind === "interface") {
      // Of types outside the innermost one, only constants are visible.
      if (rules.separatesStaticMembers && this.isBehindType && METHOD.test(this.name)) return null;
      this.isBehindType = true;
      if (rules.classNames === "member") return this.memberIn(at);
      if (rules.classNames === "nothing") return this.typeParameterIn(at);
      if (at !== place.scope) return null;
    }
    return (
      this.boundIn(scope, at) ??
      this.memberInBlock(at) ??
      this.memberOfReceiver(scope, at) ??
      this.takenOverIn(scope, at)
    );
  }

  /** The meaning of a name that no scope has. */
  meaningOutside(): Meaning {
    const { resolution, rules, place, name, inherited } = this;
    const values = rules.unbound(resolution, place, name);
    if (values.length > 0) return { values, origin: "package", scope: NONE };
    if (inherited.length > 0) return { values: inherited, origin: "member", scope: NONE };
    return {
      values: rules.isUnboundExternal ? [resolution.values.external(name, { isType: true })] : NOTHING,
      origin: "nowhere",
      scope: NONE,
    };
  }

  private refTo(scope: number): ScopeRef {
    return { file: this.place.file, scope };
  }

  private enterFunction({ flags }: ScopeFact): void {
    this.isStatic ||=
      (flags & SCOPE_FLAGS.static) !== 0 && !(this.rules.separatesStaticMembers && this.isInMethod);
    if (this.isInMethod) return;
    if ((flags & SCOPE_FLAGS.arrow) === 0) this.isInMethod = true;
    else this.isInBlock = true;
  }

  /** For languages where members are visible by their plain names. */
  private memberIn(at: number): Meaning | null {
    const { resolution, rules, name } = this;
    const type = resolution.values.class(this.refTo(at));
    const object = resolution.values.instance(type);
    // If a name has one meaning for the class and another for its objects, a static method means the class's.
    const self =
      (this.isStatic && !rules.hasOverloads) || (rules.separatesStaticMembers && !this.isInMethod)
        ? type
        : object;
    // A block may run on an object of the class or on the class, whatever the enclosing method is.
    const values =
      memberOfClass(resolution, type, name, self) ??
      (rules.separatesStaticMembers && this.isInBlock
        ? memberOfClass(resolution, type, name, self === type ? object : type)
        : null);
    // A member that an external base type may have counts only if nothing else has the name.
    if (
      values &&
      (values.some(({ kind }) => kind !== "external") || isHolding(resolution, { type, name, values }))
    )
      return { values, origin: "member", scope: at, isGuess: this.isGuess };
    // The class has this name, but its value is unknown: a type parameter, or a field whose type is not read.
    // Outer meanings of the name do not count.
    if (values?.length === 0 || (values === null && this.index.bindings(at, name).length > 0))
      return { values: NOTHING, origin: "member", scope: at };
    if (this.inherited.length === 0) this.inherited = values ?? NOTHING;
    return null;
  }

  private typeParameterIn(at: number): Meaning | null {
    const { resolution, index, name } = this;
    if (boundOfParameter(index, at, name) === undefined) return null;
    return {
      values: resolution.evaluateAll(
        this.refTo(at),
        index
          .bindings(at, name)
          .slice(0, 1)
          .map(({ value }) => value),
      ),
      origin: "scope",
      scope: at,
    };
  }

  private boundIn({ params }: ScopeFact, at: number): Meaning | null {
    const { resolution, index, name } = this;
    const bound = index.bindings(at, name);
    const parameter = params.findIndex((param) => param.name === name);
    if (bound.length === 0 && parameter < 0) return null;
    // A single value is cheaper to compute than to memoize. If functions of one name call that name, each of
    // these calls has as many values.
    const assigned =
      bound.length < 2
        ? this.assignedIn(at, bound)
        : resolution.once(["assigned", this.place.file, at, name], () => this.assignedIn(at, bound));
    if (parameter < 0) return { values: assigned, origin: "scope", scope: at };
    return {
      values: union(assigned, parameterValues(resolution, this.refTo(at), parameter)),
      origin: bound.length > 0 ? "scope" : "parameter",
      scope: at,
    };
  }

  private assignedIn(at: number, bound: readonly BindingFact[]): Values {
    if (bound.length > MAX_BINDINGS) this.resolution.limit("too_many_values");
    return valuesOfBindings(this.resolution, this.refTo(at), bound.slice(0, MAX_BINDINGS));
  }

  private memberInBlock(at: number): Meaning | null {
    const { resolution, name } = this;
    if (!this.rules.separatesStaticMembers || !this.isInBlock || this.isInMethod || !METHOD.test(name))
      return null;
    const objects = objectsOfBlock(resolution, this.refTo(at));
    const values = resolution.membersNamed(objects, name);
    if (values.some(({ kind }) => kind === "function")) return { values, origin: "member", scope: at };
    this.isGuess ||= objects.length > 0;
    return null;
  }

  private memberOfReceiver({ owner, parent }: ScopeFact, at: number): Meaning | null {
    const { resolution, index, name } = this;
    if (!this.rules.hasReceivers || owner === NONE) return null;
    const values = ofReceiver(resolution, this.refTo(at), name);
    if (values.length === 0) return null;
    return isLocalAround(index, parent, name)
      ? besideLocal(resolveName(resolution, this.refTo(parent), name), values)
      : { values, origin: "member", scope: at };
  }

  private takenOverIn({ kind }: ScopeFact, at: number): Meaning | null {
    const { resolution, name } = this;
    const elsewhere = kind === "namespace" ? memberOfNamespace(resolution, this.refTo(at), name) : NOTHING;
    if (elsewhere.length > 0) return { values: elsewhere, origin: "scope", scope: at };
    const values = takenOver(resolution, this.refTo(at), name);
    return values && { values, origin: "wildcard", scope: at };
  }
}

/**
 * A local variable of an enclosing function comes before a field of the receiver, but a method of the
 * receiver may still be called by that name.
 */
function besideLocal(local: Meaning, ofReceiver: Values): Meaning {
  return {
    ...local,
    values: union(
      local.values,
      ofReceiver.filter(({ kind }) => kind === "function"),
    ),
  };
}

function isLocalAround(index: FileIndex, scope: number, name: string): boolean {
  for (let at = scope; index.flow.scopes[at]?.kind === "function"; at = index.flow.scopes[at]?.parent ?? NONE)
    if (index.binds(at, name)) return true;
  return false;
}

/** Members that a plain name means in an extension, or in a lambda with a receiver. */
function ofReceiver(resolution: Resolution, ref: ScopeRef, name: string): Values {
  return union(
    ...classesOf(resolution, ref).map((type) => {
      const values = memberOfClass(resolution, type, name, resolution.values.instance(type)) ?? NOTHING;
      return isHolding(resolution, { type, name, values })
        ? values
        : values.filter(({ kind }) => kind !== "external");
    }),
  );
}

/**
 * Whether a member is a field that a type or one of its base types declares as an external container or
 * pointer; such a field hides outer meanings of the name. Where methods are read like fields, any external
 * type counts.
 */
function isHolding(
  resolution: Resolution,
  { type, name, values }: { readonly type: ClassValue; readonly name: string; readonly values: Values },
): boolean {
  const { separatesMethods, readsMethods } = resolution.rules(type.file);
  const isHeld = (value: Value): boolean =>
    value.kind === "external" && !value.isType && (readsMethods || value.args.length > 0);
  if ((separatesMethods && !readsMethods) || !values.some(isHeld)) return false;
  return lineageOf(resolution, type).types.some((own) => isDeclared(resolution, own, name));
}

// Ruby: the objects that a block runs on, chosen by the method that receives it (`instance_eval(&block)`).
// Plain names in the block call their methods.

/** Methods that run a block on their receiver. */
const RUNS = /^(?:instance|class|module)_(?:eval|exec)$/;
/** Makes the block a method of the class that is the receiver: it runs on objects of that class. */
const DEFINES = "define_method";
/** Calls between the one that a block is passed to and the one that runs it. */
const MAX_HANDED_ON = 3;

/** Objects that a block runs on; empty if it runs in its own scope, as far as is known. */
function objectsOfBlock(resolution: Resolution, { file, scope }: ScopeRef): Values {
  return resolution.walked(
    "block",
    scopeKey({ file, scope }),
    { met: NOTHING, tooFar: NOTHING, isPart: true },
    () => {
      const site = resolution.index(file)?.blocksGiven.written.get(scope);
      return site ? objectsAt(resolution, { file, site, self: null }, MAX_HANDED_ON) : NOTHING;
    },
  );
}

interface Handing {
  readonly file: FileId;
  /** A call that receives the block. */
  readonly site: CallSite;
  /** The receiver of the enclosing method; null for any object of its class. */
  readonly self: Value | null;
}

function objectsAt(resolution: Resolution, handing: Handing, left: number): Values {
  const objects = objectsOfCall(resolution, handing);
  if (objects !== null || left === 0) return objects ?? NOTHING;
  const { file, site } = handing;
  const called = resolution.calledValues({ file, scope: site.scope, expr: site.expr });
  return union(
    ...called
      .flatMap((value) => bodiesOf(resolution, value))
      .map((body) => objectsIn(resolution, body, left - 1)),
  );
}

/** Objects for a call that runs the block itself; null for any other call. */
function objectsOfCall(resolution: Resolution, { file, site, self }: Handing): Values | null {
  const index = resolution.index(file);
  if (!index || !(RUNS.test(site.name) || site.name === DEFINES)) return null;
  const callee = index.operand(site.expr, 1);
  const object = index.op(callee) === "member" ? index.operand(callee, 1) : NONE;
  const isOwn = object === NONE || index.op(object) === "this";
  const place = { file, scope: site.scope, expr: object };
  const objects = isOwn ? (self === null ? thisOf(resolution, place) : [self]) : resolution.evaluate(place);
  return site.name === DEFINES ? resolution.instancesOf(objects) : objects;
}

interface Body extends ScopeRef {
  readonly self: Value | null;
}

/** Methods that run when a value is called; for a class, its constructors. */
function bodiesOf(resolution: Resolution, value: Value): readonly Body[] {
  if (value.kind === "function") return [{ file: value.file, scope: value.scope, self: value.self }];
  if (value.kind !== "class") return [];
  const constructors =
    lineageOf(resolution, value)
      .types.map((type) => ownConstructors(resolution, type))
      .find((found) => found.length > 0) ?? [];
  return constructors.map(({ file, scope }) => ({ file, scope, self: resolution.values.instance(value) }));
}

/**
 * Objects that a method runs its block on: directly, by passing it on, or by storing it in a field that other
 * methods of the file run.
 */
function objectsIn(resolution: Resolution, { file, scope, self }: Body, left: number): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const { handedOn } = index.blocksGiven;
  const given = handedOn.filter(
    ({ site, block }) => index.scopes.isWithin(site.scope, scope) && isBlockOf(index, scope, block),
  );
  const fields =
    index.flow.scopes[scope]?.stores
      .filter(({ target, value }) => isBlockOf(index, scope, value) && ownField(index, target) !== null)
      .map(({ target }) => ownField(index, target)) ?? [];
  const kept =
    fields.length === 0 ? [] : handedOn.filter(({ block }) => fields.includes(ownField(index, block)));
  return union(
    ...given.map(({ site }) => objectsAt(resolution, { file, site, self }, left)),
    ...kept.map(({ site }) => objectsOfCall(resolution, { file, site, self }) ?? NOTHING),
  );
}

/** Whether a name is the block, or the parameter that holds it (`&action`). */
function isBlockOf(index: FileIndex, scope: number, expr: ExprId): boolean {
  if (index.op(expr) !== "name") return false;
  const name = index.string(expr, 1);
  return (
    name === BLOCK ||
    index
      .bindings(scope, name)
      .some(({ value }) => index.op(value) === "name" && index.string(value, 1) === BLOCK)
  );
}

/** The name of a field of the current object; null for any other expression. */
function ownField(index: FileIndex, expr: ExprId): string | null {
  return index.op(expr) === "member" && index.op(index.operand(expr, 1)) === "this"
    ? index.string(expr, 2)
    : null;
}
