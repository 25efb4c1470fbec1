/**
 * Format of call facts, the same for all languages: a file's scopes, bindings and call sites, as expressions
 * that the resolver evaluates when a question needs them. Nothing here depends on other files.
 */

/**
 * Kinds of expressions, with their operands in the order of `code`. An operand is an expression (e), a string
 * (s), a scope (k), or a count (n); `?` means that -1 stands for none. Their order is part of the stored
 * format: append only.
 */
export const EXPR_OPS = [
  /** Unknown value. */
  "unknown",
  /**
   * s: a name, looked up from the scope that contains the expression. `conn~1` is another `conn` of the same
   * function, in an inner block; call sites and mentions list it as `conn`.
   */
  "name",
  /** e s: a member of an object, module, class or type. */
  "member",
  /** e e: the value stored under a key; a constant key is a `text`. */
  "index",
  /**
   * e n (s? e)*: a call with n arguments, each with its name if it is passed by name; `*` and `**` are the
   * names of spread arguments.
   */
  "call",
  /** Same as `call`, for the creation of an object with `new`. */
  "new",
  /** k: the function, class, interface or namespace of a scope. */
  "scope",
  /** n (s? e)*: an object or dictionary literal; entries without a name are spread or have a computed key. */
  "record",
  /** n e*: a list, tuple or set literal. */
  "list",
  /** n e*: one of several values. */
  "either",
  /** The current object; in a static method the class. */
  "this",
  /** The current object as an instance of the base class. */
  "super",
  /** s: a value of a built-in type, by the type's name (`string`). */
  "builtin",
  /** s: a constant text that may be a key or the name of a module. */
  "text",
  /** e: a value of the type e. */
  "instance",
  /** e: an iteration's value: an element of a list, a key of a record. */
  "element",
  /** e: the result of a promise, future or coroutine. */
  "await",
  /** e n e*: a type with its arguments (`Promise<Server>`). */
  "generic",
  /** e: a function type, by its result type e. */
  "signature",
  /**
   * s s: the export of a module (path as written) under a name: `*` is the module itself, `default` its
   * default export.
   */
  "import",
  /** e e: a decorated definition: the decorator's call, and the definition. */
  "decorated",
  /** e: the type of a value (`typeof server` in a type, `type(x)`). */
  "type_of",
  /**
   * e k: an expression in another scope than its value is used in: a closure assigns a variable from around
   * it.
   */
  "standing",
  /**
   * k e: the value of a variable of the outline that is initialized with the result of a call, or a part of
   * one; k is the scope that represents the variable.
   */
  "variable",
  /** e: the result of entering a context manager (`with e as x`). */
  "entered",
  /** e n: what a call stores into its argument at position n, an out argument (`TryGet(key, out var x)`). */
  "handed_back",
  /** e: the target of a pointer (C++'s `*e`, and `e` in `e->name`). */
  "pointed",
  /**
   * e: the current object as an instance of a class after e in its own method resolution order (Python's
   * `super(Base, self)`).
   */
  "above",
] as const;
export type ExprOp = (typeof EXPR_OPS)[number];

/**
 * The `builtin` type of an argument that is no object: it fits any parameter type but numbers, and no object
 * flows from it.
 */
export const NULL_TYPE = "null";

/** Names of null in all languages. If a value may be null or something unknown, it counts as unknown. */
export const NULL_TYPES: ReadonlySet<string> = new Set([NULL_TYPE, "None", "NilClass"]);

/**
 * The name to which a class binds its constructors. A call of this member creates an object where the text
 * has no explicit call: `D d;`.
 */
export const CONSTRUCTOR = "<init>";

/** The name to which an interface binds the functions that its objects can be called as. */
export const CALL_SIGNATURE = "()";

/** Mentioned by a file that re-exports all names of other modules (`export *`, `global using`). */
export const ALL_NAMES = "*";

/**
 * Mentioned by a file whose facts are incomplete, because it has more calls or deeper nesting than is read.
 * Not a valid name.
 */
export const TRUNCATED = "<left out>";

/**
 * Prefix of the mention of a value that escapes where values are not followed: its calls are not searched
 * there, but the place is reported.
 */
export const HANDED = "& ";

/** Ruby's blocks are passed under this name, and methods that take one have it as a parameter. */
export const BLOCK = "yield";

/**
 * The name to which a scope binds functions, and types or libraries with functions, that can be called on
 * values.
 */
export const ATTACHED = "<attached>";

/** Position of an expression in `CallFacts.code`. */
export type ExprId = number;
/** Stands for a missing expression, symbol or string. */
export const NONE = -1;

/** Their order is part of the stored format: append only. */
export const SCOPE_KINDS = ["file", "function", "class", "interface", "namespace"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** Bits of `ScopeFact.flags`. */
export const SCOPE_FLAGS = {
  /** Member of the class, not of its objects (includes Python's `@classmethod` and `@staticmethod`). */
  static: 1,
  /** A call yields a promise or coroutine of the returned value. */
  async: 2,
  /** A call yields an iterable. */
  generator: 4,
  /** Declared without a body: in an interface, abstract, or external. */
  abstract: 8,
  /** Read like a field, called without parentheses. */
  getter: 16,
  /** Creates objects of the enclosing class. */
  constructor: 32,
  /** The first parameter is the class (Python's `@classmethod`). */
  classMethod: 64,
  /** Visible outside its file or package. */
  exported: 128,
  /** Has no `this` of its own. */
  arrow: 256,
  /** Called from its own file only. */
  private: 512,
  /** For a type: all types with the same qualified name, in any file, are parts of it. */
  partial: 1024,
  /** A part of a type that is declared elsewhere. */
  extension: 2048,
  /**
   * For a type: it has a single object, and calling the type's name calls that object's `apply` (Scala's
   * `object`).
   */
  object: 4096,
  /**
   * For a class: `applied` if calling its name without `new` may call its companion's `apply`; both flags if
   * the compiler also generates an `apply`.
   */
  applied: 8192,
  made: 16384,
  /** Not a function, but a variable of the outline: what its initial value contains belongs to it. */
  variable: 32768,
  /** Called by an assignment to what reads like a field. */
  setter: 65536,
  /** A getter that represents a field: no code runs. */
  field: 131072,
  /**
   * Called implicitly by the language when its object is used in a certain way; recorded as a read of its
   * name.
   */
  implicit: 262144,
} as const;

/** Their order is part of the stored format: append only. */
export const PARAMETER_KINDS = ["positional", "rest", "keywords", "receiver"] as const;
export type ParameterKind = (typeof PARAMETER_KINDS)[number];

/** A parameter of a function, in the order of declaration. */
export interface ParameterFact {
  readonly name: string;
  readonly kind: ParameterKind;
  /** A type; `NONE` if none is declared. */
  readonly type: ExprId;
  readonly default: ExprId;
}

/** A name in a scope and one value that it may have: each assignment is a binding. */
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
 * A scope: a file, function, type or namespace, in which names are bound. Bodies of loops and conditions
 * belong to the function around them.
 */
export interface ScopeFact {
  readonly kind: ScopeKind;
  /** Empty if it has no name. */
  readonly name: string;
  /** Index in `CallFacts.scopes`, smaller than its own; `NONE` for the file. */
  readonly parent: number;
  /** Index in `FileFacts.symbols`; `NONE` if the outline has no symbol for it (a lambda, the file). */
  readonly symbol: number;
  readonly startLine: number;
  /** Bits of `SCOPE_FLAGS`. */
  readonly flags: number;
  readonly params: readonly ParameterFact[];
  /** In the order of the text; for a class, its members. */
  readonly bindings: readonly BindingFact[];
  readonly stores: readonly StoreFact[];
  /** Values that a function may return, or a generator may yield. */
  readonly returns: readonly ExprId[];
  /** The declared result type. */
  readonly returnType: ExprId;
  /**
   * Base types of a class or interface, in the order of the text. `bases` and `owner` belong to the enclosing
   * scope.
   */
  readonly bases: readonly ExprId[];
  /**
   * The type that it is a member of, if that is not the enclosing scope (Go's receivers, Rust's `impl`,
   * extension functions).
   */
  readonly owner: ExprId;
  /** Modules, as written, whose exported names are all names of this scope. */
  readonly wildcards: readonly string[];
}

/** A call in the text. */
export interface CallSite {
  /** The `call`, `new` or `decorated` expression. */
  readonly expr: ExprId;
  /** Innermost scope around it. */
  readonly scope: number;
  /** The last name of the callee; empty if it has none (`f()()`). */
  readonly name: string;
  readonly line: number;
  /** Offset of that name, or of the call. */
  readonly start: number;
}

/**
 * Numbers per access: the `member` or `name` expression; the innermost scope around it; the line; the offset
 * of its name.
 */
export const ACCESS_NUMBERS = 4;

/** A read of a member or an assignment to it: a call, if the member is a property. */
export interface AccessSite extends CallSite {
  readonly access: "read" | "write";
}

/**
 * An exported name of a module and its value. Languages without export statements export the names of the
 * file's scope.
 */
export interface ExportFact {
  readonly name: string;
  /** Belongs to the file's scope. */
  readonly value: ExprId;
}

/** The call facts of one file. */
export interface CallFacts {
  readonly strings: readonly string[];
  readonly code: Int32Array;
  /** The file first, then in the order of the text. */
  readonly scopes: readonly ScopeFact[];
  /** Sorted by start. */
  readonly sites: readonly CallSite[];
  /**
   * Members that are read without a call, and members that are assigned to: both run code if they are
   * properties. Implicit calls are recorded as reads where the object is used. `ACCESS_NUMBERS` numbers for
   * each, sorted by start.
   */
  readonly reads: Int32Array;
  readonly writes: Int32Array;
  readonly exports: readonly ExportFact[];
  /** Modules, as written, whose exports this module re-exports. */
  readonly exportsAllOf: readonly string[];
  /** The package, namespace or module that the file declares; empty if it declares none. */
  readonly package: string;
  /**
   * Names that the file uses other than by calling them: as arguments, in assignments, literals and returns.
   * Ascending.
   */
  readonly mentions: readonly string[];
}
