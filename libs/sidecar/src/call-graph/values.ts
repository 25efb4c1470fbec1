/**
 * Values that an expression may evaluate to, as far as calls depend on them. Equal values are identical
 * objects.
 */
import type { ExprId } from "../call-facts/facts.ts";
import type { FileId } from "./project.ts";

/** A function, type or namespace: a file, and a scope in it. */
export interface ScopeRef {
  readonly file: FileId;
  readonly scope: number;
}

/** Leaves room for the `SIDECAR_LIMITS.flowCode` expressions of a file, and for its scopes. */
const PLACES_PER_FILE = 2 ** 21;

/** A number that is unique to each scope of the codebase. */
export function scopeKey({ file, scope }: ScopeRef): number {
  return file * PLACES_PER_FILE + scope;
}

/** A number that is unique to each expression of the codebase. */
export function exprKey({ file, expr }: { readonly file: FileId; readonly expr: ExprId }): number {
  return file * PLACES_PER_FILE + expr;
}

/** One reference per scope, the first of each. */
export function distinctScopes<Ref extends ScopeRef>(refs: readonly Ref[]): Ref[] {
  const first = new Map<number, Ref>();
  for (const ref of refs) if (!first.has(scopeKey(ref))) first.set(scopeKey(ref), ref);
  return [...first.values()];
}

export function isSameScope(left: ScopeRef, right: ScopeRef): boolean {
  return left.file === right.file && left.scope === right.scope;
}

/** An expression, in the file and scope where it is written. */
export interface Site extends ScopeRef {
  readonly expr: ExprId;
  /** For a type argument that contains type parameters: what they stand for. */
  readonly within?: readonly Generic[];
}

/** A generic class or function, with the arguments of its type parameters, in their order. */
export interface Generic extends ScopeRef {
  readonly args: readonly Site[];
}

export type Value =
  /** With `self`: bound to that object, as a method reached through it. */
  | (ScopeRef & { readonly kind: "function"; readonly self: Value | null })
  /**
   * A class or interface; a generic one with its arguments. JavaScript functions are classes too when they
   * are called with `new`.
   */
  | (ScopeRef & { readonly kind: "class"; readonly args: readonly Site[] })
  | (ScopeRef & { readonly kind: "namespace" })
  | { readonly kind: "instance"; readonly type: Value & { readonly kind: "class" } }
  /**
   * An object of the class `of`, whose members are looked up in the classes after `above` in its method
   * resolution order.
   */
  | {
      readonly kind: "super";
      readonly of: Value & { readonly kind: "class" };
      readonly above: Value & { readonly kind: "class" };
      readonly isStatic: boolean;
    }
  /** The `prototype` property of a class or function. */
  | { readonly kind: "prototype"; readonly of: ScopeRef }
  | { readonly kind: "module"; readonly file: FileId }
  /** Several files under one name: a folder of modules, or a package. */
  | { readonly kind: "package"; readonly language: string; readonly name: string }
  /** An object, dictionary, list or tuple literal. */
  | (Site & { readonly kind: "literal" })
  /** A function type; the expression is its return type. */
  | (Site & { readonly kind: "signature" })
  /** The value of a variable of the codebase that is known only by the call that produced it. */
  | (Site & { readonly kind: "variable" })
  /** The object that a call of a generator function returns. */
  | (ScopeRef & { readonly kind: "generated" })
  /**
   * A value outside the codebase, or one of a type that is built into the language; with the arguments of a
   * generic type.
   */
  | {
      readonly kind: "external";
      readonly name: string;
      readonly isType: boolean;
      readonly args: readonly Site[];
    };

export type ClassValue = Value & { readonly kind: "class" };
export type ExternalValue = Value & { readonly kind: "external" };
export type SuperValue = Value & { readonly kind: "super" };
export type FunctionValue = Value & { readonly kind: "function" };

/** Without duplicates, in the order in which they were found. */
export type Values = readonly Value[];
export const NOTHING: Values = [];

/** Creates values; equal ones only once. */
export class ValueTable {
  private readonly functions = new Map<number, FunctionValue>();
  private readonly methods = new Map<Value, Map<number, FunctionValue>>();
  private readonly classes = new Map<number, ClassValue>();
  private readonly instances = new Map<ClassValue, Value>();
  private readonly literals = new Map<number, Value>();
  private readonly externals = new Map<string, ExternalValue>();
  private readonly externalTypes = new Map<string, ExternalValue>();
  /** Values of all other kinds. */
  private readonly others = new Map<string, Value>();

  function(ref: ScopeRef, self: Value | null = null): FunctionValue {
    const known =
      self === null ? this.functions : one(this.methods, self, () => new Map<number, FunctionValue>());
    return one(known, scopeKey(ref), () => ({ kind: "function", file: ref.file, scope: ref.scope, self }));
  }
  class(ref: ScopeRef, args: readonly Site[] = []): ClassValue {
    const make = (): ClassValue => ({ kind: "class", file: ref.file, scope: ref.scope, args });
    // The key contains the kind, so that the value under it is a class.
    return args.length === 0
      ? one(this.classes, scopeKey(ref), make)
      : (one(this.others, `class ${scopeKey(ref)} ${argsKey(args)}`, make) as ClassValue);
  }
  namespace({ file, scope }: ScopeRef): Value {
    return one(this.others, `namespace ${scopeKey({ file, scope })}`, () => ({
      kind: "namespace",
      file,
      scope,
    }));
  }
  instance(type: ClassValue): Value {
    return one(this.instances, type, () => ({ kind: "instance", type }));
  }
  super(of: ClassValue, isStatic: boolean, above = of): SuperValue {
    return one(
      this.others,
      `super ${isStatic ? 1 : 0} ${scopeKey(above)} ${scopeKey(of)} ${argsKey(of.args)}`,
      () => ({ kind: "super", of, above, isStatic }),
    ) as SuperValue;
  }
  prototype({ file, scope }: ScopeRef): Value {
    return one(this.others, `prototype ${scopeKey({ file, scope })}`, () => ({
      kind: "prototype",
      of: { file, scope },
    }));
  }
  module(file: FileId): Value {
    return one(this.others, `module ${file}`, () => ({ kind: "module", file }));
  }
  package(language: string, name: string): Value {
    return one(this.others, `package ${language} ${name}`, () => ({ kind: "package", language, name }));
  }
  literal({ file, scope, expr }: Site): Value {
    return one(this.literals, exprKey({ file, expr }), () => ({ kind: "literal", file, scope, expr }));
  }
  signature({ file, scope, expr, within }: Site): Value {
    const place: Site = within ? { file, scope, expr, within } : { file, scope, expr };
    return one(this.others, `signature ${argsKey([place])}`, () => ({ kind: "signature", ...place }));
  }
  variable({ file, scope, expr }: Site): Value {
    return one(this.others, `variable ${scopeKey({ file, scope })}`, () => ({
      kind: "variable",
      file,
      scope,
      expr,
    }));
  }
  generated({ file, scope }: ScopeRef): Value {
    return one(this.others, `generated ${scopeKey({ file, scope })}`, () => ({
      kind: "generated",
      file,
      scope,
    }));
  }
  external(
    name: string,
    { isType = false, args = [] }: { readonly isType?: boolean; readonly args?: readonly Site[] } = {},
  ): ExternalValue {
    return one(
      isType ? this.externalTypes : this.externals,
      args.length === 0 ? name : `${name} ${argsKey(args)}`,
      () => ({ kind: "external", name, isType, args }),
    );
  }
}

function one<Key, Made>(known: Map<Key, Made>, key: Key, make: () => Made): Made {
  let made = known.get(key);
  if (made === undefined) known.set(key, (made = make()));
  return made;
}

function argsKey(args: readonly Site[]): string {
  return args.length === 0
    ? ""
    : `[${args.map((arg) => `${exprKey(arg)}${(arg.within ?? []).map((generic) => ` in ${scopeKey(generic)}${argsKey(generic.args)}`).join("")}`).join()}]`;
}

/** The functions among some values. */
export function functionsAmong(values: Values): ScopeRef[] {
  return values.flatMap((value) =>
    value.kind === "function" ? [{ file: value.file, scope: value.scope }] : [],
  );
}

/**
 * Expressions with more values than this are not followed further: too little is known of them. A method may
 * have as many overloads.
 */
export const MAX_VALUES = 64;

/**
 * Values of several lists, without duplicates, in the order of the lists. A longer result is cut to
 * `MAX_VALUES` plus one, so that the caller notices that values are missing.
 */
export function union(...lists: readonly Values[]): Values {
  return unionOf(lists);
}

/**
 * Like `union`, for lists that are generated one at a time: generation stops once there are too many values.
 */
export function unionOf(lists: Iterable<Values>): Values {
  let only: Values = NOTHING;
  let all: Set<Value> | undefined;
  for (const list of lists) {
    if (list.length === 0) continue;
    if (only.length === 0) {
      only = list;
      continue;
    }
    all ??= new Set(only);
    for (const value of list) all.add(value);
    if (all.size > MAX_VALUES) break;
  }
  return all === undefined ? only : [...all].slice(0, MAX_VALUES + 1);
}
