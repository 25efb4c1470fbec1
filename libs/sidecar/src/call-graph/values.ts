/** What an expression may stand for, as far as calls depend on it. Values that are equal are identical. */
import type { ExprId } from "../call-facts/facts.ts";
import type { FileId } from "./project.ts";

/** A function, type or namespace: the file and its scope there. */
export interface ScopeRef {
  readonly file: FileId;
  readonly scope: number;
}

/** Leaves room for `SIDECAR_LIMITS.flowCode` expressions a file, and for the scopes among them. */
const PLACES_PER_FILE = 2 ** 21;

/** The same for references to the same scope, and no others. */
export function scopeKey({ file, scope }: ScopeRef): number {
  return file * PLACES_PER_FILE + scope;
}

/** The same for the same expression, and no others. */
export function exprKey({ file, expr }: { readonly file: FileId; readonly expr: ExprId }): number {
  return file * PLACES_PER_FILE + expr;
}

/** The first reference to each scope. */
export function distinctScopes<Ref extends ScopeRef>(refs: readonly Ref[]): Ref[] {
  const first = new Map<number, Ref>();
  for (const ref of refs) if (!first.has(scopeKey(ref))) first.set(scopeKey(ref), ref);
  return [...first.values()];
}

export function isSameScope(left: ScopeRef, right: ScopeRef): boolean {
  return left.file === right.file && left.scope === right.scope;
}

/** An expression where it stands. */
export interface Site extends ScopeRef {
  readonly expr: ExprId;
  /** Of an argument of a type in which type parameters stand for something: that. */
  readonly within?: readonly Generic[];
}

/** A generic class or function, with what its type parameters stand for, in their order. */
export interface Generic extends ScopeRef {
  readonly args: readonly Site[];
}

export type Value =
  /** Bound: reached through an object of `self`. */
  | (ScopeRef & { readonly kind: "function"; readonly self: Value | null })
  /**
   * A class or interface; with the arguments of a generic one. JavaScript's functions are classes too, once
   * `new` is in front of them.
   */
  | (ScopeRef & { readonly kind: "class"; readonly args: readonly Site[] })
  | (ScopeRef & { readonly kind: "namespace" })
  | { readonly kind: "instance"; readonly type: Value & { readonly kind: "class" } }
  /**
   * An object of the class in `of`, seen as one of the classes above it, or above another one of its line.
   */
  | {
      readonly kind: "super";
      readonly of: Value & { readonly kind: "class" };
      readonly above: Value & { readonly kind: "class" };
      readonly isStatic: boolean;
    }
  /** What `prototype` of a class or function is. */
  | { readonly kind: "prototype"; readonly of: ScopeRef }
  | { readonly kind: "module"; readonly file: FileId }
  /** Several files under one name: a folder of modules, a package. */
  | { readonly kind: "package"; readonly language: string; readonly name: string }
  /** An object, dictionary, list or tuple literal. */
  | (Site & { readonly kind: "literal" })
  /** A function type, by the type that it returns. */
  | (Site & { readonly kind: "signature" })
  /** What a variable of the codebase holds, of which nothing is known but the call that gave it. */
  | (Site & { readonly kind: "variable" })
  /** What calling a generator gives. */
  | (ScopeRef & { readonly kind: "generated" })
  /**
   * Something outside the codebase, or of a type that is built into the language; with the arguments of a
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

/** Without duplicates, in the order in which they were met. */
export type Values = readonly Value[];
export const NOTHING: Values = [];

/** Makes values, each once. */
export class ValueTable {
  private readonly functions = new Map<number, FunctionValue>();
  private readonly methods = new Map<Value, Map<number, FunctionValue>>();
  private readonly classes = new Map<number, ClassValue>();
  private readonly instances = new Map<ClassValue, Value>();
  private readonly literals = new Map<number, Value>();
  private readonly externals = new Map<string, ExternalValue>();
  private readonly externalTypes = new Map<string, ExternalValue>();
  /** Of all other kinds. */
  private readonly others = new Map<string, Value>();

  function(ref: ScopeRef, self: Value | null = null): FunctionValue {
    const known =
      self === null ? this.functions : one(this.methods, self, () => new Map<number, FunctionValue>());
    return one(known, scopeKey(ref), () => ({ kind: "function", file: ref.file, scope: ref.scope, self }));
  }
  class(ref: ScopeRef, args: readonly Site[] = []): ClassValue {
    const make = (): ClassValue => ({ kind: "class", file: ref.file, scope: ref.scope, args });
    // What stands under a key was made for it.
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

/** Those of some values that are functions. */
export function functionsAmong(values: Values): ScopeRef[] {
  return values.flatMap((value) =>
    value.kind === "function" ? [{ file: value.file, scope: value.scope }] : [],
  );
}

/**
 * What may be any of more things than this is not known well enough to be followed further; a method may have
 * as many overloads.
 */
export const MAX_VALUES = 64;

/**
 * All values of several lists, each once; of too many the first ones, and one more, so that whoever keeps
 * them can tell.
 */
export function union(...lists: readonly Values[]): Values {
  return unionOf(lists);
}

/** The same of lists that are made one after the other: those behind too many values are not made. */
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
