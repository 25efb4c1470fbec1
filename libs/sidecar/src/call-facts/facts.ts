/**
 * What a file says about who calls whom, for all languages alike: scopes, what their names are bound to, and
 * call sites, as expressions that a resolver evaluates when somebody asks. Nothing here looks beyond the
 * file.
 */

/**
 * Kinds of expressions, with their operands in the order in which `code` holds them. An operand is an
 * expression (e), a string (s), a scope (k), or a count; `?` means that -1 stands for none. Their order is
 * the stored format: append only.
 */
export const EXPR_OPS = [
  /** Nothing is known. */
  "unknown",
  /**
   * s: a name, looked up from the scope in which the expression stands. `conn~1` is one more `conn` of its
   * function, in a block of its own; call sites and mentions have it as `conn`.
   */
  "name",
  /** e s: a member of an object, module, class or type. */
  "member",
  /** e e: what is stored under a key; a constant key is a `text`. */
  "index",
  /**
   * e n (s? e)*: a call with n arguments, each with its name if it is passed by name; `*` and `**` are names
   * of spread ones.
   */
  "call",
  /** As `call`, for what makes an object of a class in a language that says so (`new`). */
  "new",
  /** k: the function, class, interface or namespace that a scope is. */
  "scope",
  /** n (s? e)*: an object or dictionary literal; entries without a name are spread or have a computed key. */
  "record",
  /** n e*: a list, tuple or set literal. */
  "list",
  /** n e*: one of several. */
  "either",
  /** The object that the method is called on; in a static method the class. */
  "this",
  /** The same object, seen as one of the class above. */
  "super",
  /** s: a value of a type that is built into the language, by that type's name (`string`). */
  "builtin",
  /** s: a constant text, where it may be a key or the name of a module. */
  "text",
  /** e: a value of the type that e names. */
  "instance",
  /** e: what iterating gives: an element of a list, a key of a record. */
  "element",
  /** e: what a promise, future or coroutine gives. */
  "await",
  /** e n e*: a type with its arguments (`Promise<Server>`). */
  "generic",
  /** e: a function type, by what it returns; e is a type. */
  "signature",
  /**
   * s s: what a module, as written, exports under a name: `*` is the module itself, `default` its default
   * export.
   */
  "import",
  /** e e: a definition below a decorator: the call of the decorator, and what it is about. */
  "decorated",
  /** e: what a type is, from a value (`typeof server` in a type, `type(x)`). */
  "type_of",
  /**
   * e k: an expression that stands in another scope than what it is a value of: a closure assigns a variable
   * from around it.
   */
  "standing",
  /**
   * k e: what a variable of the outline is given by a call, or a part of that; k is the scope that stands for
   * the variable.
   */
  "variable",
  /** e: what entering a context manager gives (`with e as x`). */
  "entered",
  /** e n: what a call stores into one of its arguments, by their order (`TryGet(key, out var x)`). */
  "handed_back",
  /** e: what a pointer points to (C++'s `*e`, and `e` in `e->name`). */
  "pointed",
  /**
   * e: the own object, seen as one of the classes above the one that e names, in its own line (Python's
   * `super(Base, self)`).
   */
  "above",
] as const;
export type ExprOp = (typeof EXPR_OPS)[number];

/**
 * The `builtin` type of an argument that stands for no object: it fits what is no number, and no object flows
 * from it.
 */
export const NULL_TYPE = "null";

/** What languages call it. What may be that and something unknown is something unknown. */
export const NULL_TYPES: ReadonlySet<string> = new Set([NULL_TYPE, "None", "NilClass"]);

/**
 * What a class binds its constructors to. A call of that member makes an object where nothing in the text
 * says so: `D d;`.
 */
export const CONSTRUCTOR = "<init>";

/** What an interface binds the functions to whose objects it says its own to be. */
export const CALL_SIGNATURE = "()";

/** Mentioned by a file that gives all names of other modules to others (`export *`, `global using`). */
export const ALL_NAMES = "*";

/**
 * Mentioned by a file of which the facts are a part: it holds more calls, or lies deeper, than is read. No
 * name is like it.
 */
export const TRUNCATED = "<left out>";

/**
 * Stands before a name under which a file mentions a value that it hands on where values are not followed:
 * calls of it are not looked for there, but the place is told.
 */
export const HANDED = "& ";

/** Ruby's blocks are handed over under this name, and methods that take one have it as a parameter. */
export const BLOCK = "yield";

/** Under this name a scope binds functions, and what holds some, that may be called on values. */
export const ATTACHED = "<attached>";

/** Position of an expression in `CallFacts.code`. */
export type ExprId = number;
/** Stands where there is no expression, symbol or string. */
export const NONE = -1;

/** Their order is the stored format: append only. */
export const SCOPE_KINDS = ["file", "function", "class", "interface", "namespace"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** Bits of `ScopeFact.flags`. */
export const SCOPE_FLAGS = {
  /** Of a class, not of its objects (Python's `@classmethod` and `@staticmethod` too). */
  static: 1,
  /** A call gives a promise or coroutine of what is returned. */
  async: 2,
  /** A call gives something to iterate over. */
  generator: 4,
  /** Declared without a body: of an interface, abstract, or external. */
  abstract: 8,
  /** Read like a field, called without parentheses. */
  getter: 16,
  /** Makes objects of the class around it. */
  constructor: 32,
  /** The first parameter is the class (Python's `@classmethod`). */
  classMethod: 64,
  /** Its names are visible outside its file or package. */
  exported: 128,
  /** Has no `this` of its own. */
  arrow: 256,
  /** Called from its own file alone. */
  private: 512,
  /** Of a type: others of its qualified name, wherever they are, are the same type. */
  partial: 1024,
  /** A part of a type that is declared elsewhere. */
  extension: 2048,
  /** Of a type: the only object of it, whose `apply` a call of its name calls (Scala's `object`). */
  object: 4096,
  /**
   * Of a class: a call of its name without `new` may be one of its companion's `apply`; of both, where the
   * compiler makes one as well.
   */
  applied: 8192,
  made: 16384,
  /** No function, but a variable of the outline: what stands in the call that it is given belongs to it. */
  variable: 32768,
  /** Called by storing into what reads like a field. */
  setter: 65536,
  /** A getter in the place of a field: nothing runs. */
  field: 131072,
  /** Called by the language where its object is used in a certain way, which stands as a read of its name. */
  implicit: 262144,
} as const;

/** Their order is the stored format: append only. */
export const PARAMETER_KINDS = ["positional", "rest", "keywords", "receiver"] as const;
export type ParameterKind = (typeof PARAMETER_KINDS)[number];

export interface ParameterFact {
  readonly name: string;
  readonly kind: ParameterKind;
  /** A type; `NONE` where none is declared. */
  readonly type: ExprId;
  readonly default: ExprId;
}

/** A name of a scope and one of the values that it may have: each assignment is a binding. */
export interface BindingFact {
  readonly name: string;
  readonly value: ExprId;
}

/** `target = value`, where the target is a member or an index. */
export interface StoreFact {
  readonly target: ExprId;
  readonly value: ExprId;
}

/**
 * A file, function or type: a place where names live. Bodies of loops and conditions belong to the function
 * around them.
 */
export interface ScopeFact {
  readonly kind: ScopeKind;
  /** Empty for what has no name. */
  readonly name: string;
  /** Position in `CallFacts.scopes`, smaller than its own; `NONE` for the file. */
  readonly parent: number;
  /** Position in `FileFacts.symbols`; `NONE` where the outline has no symbol for it (a lambda, the file). */
  readonly symbol: number;
  readonly startLine: number;
  /** Bits of `SCOPE_FLAGS`. */
  readonly flags: number;
  readonly params: readonly ParameterFact[];
  /** In the order of the text; of a class, its members. */
  readonly bindings: readonly BindingFact[];
  readonly stores: readonly StoreFact[];
  /** What a function may return; what a generator yields. */
  readonly returns: readonly ExprId[];
  /** The type that is declared for what it returns. */
  readonly returnType: ExprId;
  /**
   * Types that a class or interface is derived from, in the order of the text. They and `owner` stand in the
   * scope around it.
   */
  readonly bases: readonly ExprId[];
  /**
   * The type that it is a member of, where that is not the scope around it (Go's receivers, Rust's `impl`,
   * extension functions).
   */
  readonly owner: ExprId;
  /** Modules all of whose exported names are names of this scope, as written. */
  readonly wildcards: readonly string[];
}

/** A place in the text where something is called. */
export interface CallSite {
  /** Of the `call`, `new` or `decorated` expression. */
  readonly expr: ExprId;
  /** Innermost scope around it. */
  readonly scope: number;
  /** The last name of what is called; empty where that has none (`f()()`). */
  readonly name: string;
  readonly line: number;
  /** Offset of that name, or of the call. */
  readonly start: number;
}

/**
 * Numbers of an access: the `member` expression, or a plain `name`; the innermost scope around it; the line;
 * the offset of its name.
 */
export const ACCESS_NUMBERS = 4;

/** A member that is read or stored into: a call of a property, if it is one. */
export interface AccessSite extends CallSite {
  readonly access: "read" | "write";
}

/**
 * What one module gives to others under a name; languages without such statements export the names of their
 * file's scope.
 */
export interface ExportFact {
  readonly name: string;
  /** Stands in the file's scope. */
  readonly value: ExprId;
}

export interface CallFacts {
  readonly strings: readonly string[];
  readonly code: Int32Array;
  /** The file first, then in the order of the text. */
  readonly scopes: readonly ScopeFact[];
  /** By start. */
  readonly sites: readonly CallSite[];
  /**
   * Members that are read without a call, and those that are stored into: it runs code where they are
   * properties. So does what the language calls by itself, which is read where its object stands.
   * `ACCESS_NUMBERS` each, by start.
   */
  readonly reads: Int32Array;
  readonly writes: Int32Array;
  readonly exports: readonly ExportFact[];
  /** Modules, as written, whose exports are exports of this one. */
  readonly exportsAllOf: readonly string[];
  /** The package, namespace or module that the file says to belong to; empty where it does not. */
  readonly package: string;
  /**
   * Names that the file uses otherwise than by calling them: as arguments, in assignments, literals and
   * returns. Ascending.
   */
  readonly mentions: readonly string[];
}
