/** What an expression may stand for, as far as calls depend on it. Values that are equal are identical. */
import type { ExprId } from "../flow/facts.ts";
import type { FileId } from "./project.ts";

/** A function, type or namespace: the file and its scope there. */
export interface ScopeRef {
  readonly file: FileId;
  readonly scope: number;
}

/** The same for references to the same scope, and no others. */
export function scopeKey({ file, scope }: ScopeRef): string {
  return `${file}:${scope}`;
}

export function isSameScope(left: ScopeRef, right: ScopeRef): boolean {
  return left.file === right.file && left.scope === right.scope;
}

/** An expression where it stands. */
export interface Place extends ScopeRef {
  readonly expr: ExprId;
}

export type Value =
  /** Bound: reached through an object of `self`. */
  | (ScopeRef & { readonly kind: "function"; readonly self: Value | null })
  /** A class or interface; with the arguments of a generic one. JavaScript's functions are classes too, once `new` is in front of them. */
  | (ScopeRef & { readonly kind: "class"; readonly args: readonly Place[] })
  | (ScopeRef & { readonly kind: "namespace" })
  | { readonly kind: "instance"; readonly type: Value & { readonly kind: "class" } }
  /** An object of the class in `of`, seen as one of the classes above it. */
  | { readonly kind: "super"; readonly of: Value & { readonly kind: "class" }; readonly isStatic: boolean }
  /** What `prototype` of a class or function is. */
  | { readonly kind: "prototype"; readonly of: ScopeRef }
  | { readonly kind: "module"; readonly file: FileId }
  /** Several files under one name: a folder of modules, a package. */
  | { readonly kind: "package"; readonly language: string; readonly name: string }
  /** An object, dictionary, list or tuple literal. */
  | (Place & { readonly kind: "literal" })
  /** A function type, by the type that it returns. */
  | (Place & { readonly kind: "signature" })
  /** What a variable of the codebase holds, of which nothing is known but the call that gave it. */
  | (Place & { readonly kind: "variable" })
  /** What calling a generator gives. */
  | (ScopeRef & { readonly kind: "generated" })
  /** Something outside the codebase, or of a type that is built into the language; with the arguments of a generic type. */
  | { readonly kind: "external"; readonly name: string; readonly isType: boolean; readonly args: readonly Place[] };

export type ClassValue = Value & { readonly kind: "class" };
export type ExternalValue = Value & { readonly kind: "external" };
export type FunctionValue = Value & { readonly kind: "function" };

/** Without duplicates, in the order in which they were met. */
export type Values = readonly Value[];
export const NOTHING: Values = [];

/** Makes values, each once. */
export class ValueTable {
  private readonly known = new Map<string, Value>();

  function({ file, scope }: ScopeRef, self: Value | null = null): FunctionValue {
    return this.one(`f${file}:${scope}${self ? `<${this.key(self)}` : ""}`, { kind: "function", file, scope, self });
  }
  class({ file, scope }: ScopeRef, args: readonly Place[] = []): ClassValue {
    return this.one(`c${file}:${scope}${argsKey(args)}`, { kind: "class", file, scope, args });
  }
  namespace({ file, scope }: ScopeRef): Value {
    return this.one(`n${file}:${scope}`, { kind: "namespace", file, scope });
  }
  instance(type: ClassValue): Value {
    return this.one(`i${this.key(type)}`, { kind: "instance", type });
  }
  super(of: ClassValue, isStatic: boolean): Value {
    return this.one(`s${isStatic ? 1 : 0}${this.key(of)}`, { kind: "super", of, isStatic });
  }
  prototype({ file, scope }: ScopeRef): Value {
    return this.one(`p${file}:${scope}`, { kind: "prototype", of: { file, scope } });
  }
  module(file: FileId): Value {
    return this.one(`m${file}`, { kind: "module", file });
  }
  package(language: string, name: string): Value {
    return this.one(`k${language} ${name}`, { kind: "package", language, name });
  }
  literal({ file, scope, expr }: Place): Value {
    return this.one(`l${file}:${expr}`, { kind: "literal", file, scope, expr });
  }
  signature({ file, scope, expr }: Place): Value {
    return this.one(`t${file}:${expr}`, { kind: "signature", file, scope, expr });
  }
  variable({ file, scope, expr }: Place): Value {
    return this.one(`v${file}:${scope}`, { kind: "variable", file, scope, expr });
  }
  generated({ file, scope }: ScopeRef): Value {
    return this.one(`g${file}:${scope}`, { kind: "generated", file, scope });
  }
  external(name: string, { isType = false, args = [] }: { readonly isType?: boolean; readonly args?: readonly Place[] } = {}): ExternalValue {
    return this.one(`x${isType ? 1 : 0}${name}${argsKey(args)}`, { kind: "external", name, isType, args });
  }

  private readonly keys = new Map<Value, string>();

  private one<Made extends Value>(key: string, value: Made): Made {
    const known = this.known.get(key);
    // What stands under a key was made under it.
    if (known) return known as Made;
    this.known.set(key, value);
    this.keys.set(value, key);
    return value;
  }

  /** By which a value is known. */
  key(value: Value): string {
    return this.keys.get(value) ?? "";
  }
}

function argsKey(args: readonly Place[]): string {
  return args.length === 0 ? "" : `[${args.map(({ file, expr }) => `${file}:${expr}`).join()}]`;
}

/** What may be any of more things than this is not known well enough to be followed further; a method may have as many overloads. */
const MAX_VALUES = 64;

/** All values of several lists, each once; the first ones of too many. */
export function union(...lists: readonly Values[]): Values {
  const some = lists.filter((list) => list.length > 0);
  if (some.length <= 1) return some[0] ?? NOTHING;
  const all = new Set<Value>();
  for (const list of some) {
    for (const value of list) all.add(value);
    if (all.size >= MAX_VALUES) return [...all].slice(0, MAX_VALUES);
  }
  return [...all];
}
