/**
 * What a language must say about names for its calls to be resolved. One file a language family in `rules/`.
 */
import type { LibraryMethods } from "../members/library-methods.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ExternalValue, FunctionValue, Generic, Place, ScopeRef, Value, Values } from "../values.ts";

export interface ResolutionRules {
  /**
   * What a plain name may mean inside a class: a `member` of it; what is bound in its `body`, for code that
   * stands there directly; or `nothing`.
   */
  readonly classNames: "member" | "body" | "nothing";
  /** Functions of one name are told apart by their parameters. */
  readonly hasOverloads: boolean;
  /**
   * Functions of one name with as many parameters are clauses of one function, of which one says for all
   * which may be left out.
   */
  readonly hasClauses: boolean;
  /** A field of whatever type stands in the place of a property above it. */
  readonly declaresFields: boolean;
  /** Several arguments in one (`*names`) are for a parameter of a variable number alone. */
  readonly spreadsToRest: boolean;
  /**
   * What calls are given is read: of functions of one name that take the same it can be told which is meant.
   */
  readonly readsArguments: boolean;
  /** What callers write in front of arguments is a part of a function's name. */
  readonly labelsArguments: boolean;
  /** Constructors have names of their own, by which they are called, and are not inherited. */
  readonly namesConstructors: boolean;
  /**
   * A field may be called like a method of its type: what is called is the method, what is read the field.
   */
  readonly separatesMethods: boolean;
  /** Methods may stand outside of their type and name it as `owner`. */
  readonly hasOwners: boolean;
  /**
   * A plain name that is bound nowhere is something of the language or the system. Otherwise it may be a name
   * of some other file.
   */
  readonly isUnboundExternal: boolean;
  /** The method that is called when an object is; null where objects cannot be. */
  readonly callMethod: string | null;
  /**
   * A plain name may be a member of the object that the function around it is called on, be that an extension
   * or a lambda.
   */
  readonly hasReceivers: boolean;
  /** Functions may be added to types from outside of the codebase. */
  readonly extendsLibrary: boolean;
  /**
   * Traits of the library whose types have the methods of another one; null where there are none, and macros
   * write no methods.
   */
  readonly leadsOn: RegExp | null;
  /** What was added to a type is only meant where neither that nor a type above it has such a member. */
  readonly addsLast: boolean;
  /**
   * Of an object of which nothing is known, the only method of a name may be one that was added so: no types
   * of the library are known.
   */
  readonly matchesAdded: boolean;
  /** A method without parameters is called by its name, and what it gives by the brackets behind that. */
  readonly readsMethods: boolean;
  /**
   * A type may have an object of its name beside it: where a type can be meant that is none, and else the
   * object.
   */
  readonly hasCompanions: boolean;
  /** A type is declared once and may be extended elsewhere: others of its name are other types. */
  readonly declaresOnce: boolean;
  /** Parts of a type stand in one file: elsewhere its name is that of another one. */
  readonly joinsInFile: boolean;
  /** What is bound as `ATTACHED` around a call may be called on values: these are its first argument. */
  readonly attaches: boolean;
  /**
   * Which module a name comes from is known; otherwise bases are found by their names alone, and names of
   * other languages are none.
   */
  readonly followsModules: boolean;
  /** A module gives something without a name, which whoever imports it calls as they like. */
  readonly exportsDefault: boolean;
  /** One namespace may be opened in many files; otherwise the parts of one file belong together. */
  readonly opensNamespaces: boolean;
  /** A function that is put into a table is a method of it. */
  readonly placesMethods: boolean;
  /**
   * Types that need not say what they are derived from: they have all methods of an interface, or of a class
   * that says it is a protocol.
   */
  readonly fitsByShape: "none" | "interfaces" | "protocols";
  /** Object literals are of the type that is declared where they are given to something. */
  readonly typesLiterals: boolean;
  /** The member of an object that gives what stands under an index. */
  readonly indexMember: string;
  /**
   * A pointer is what it points to, and what stands behind it under an index is of the same, unless that has
   * an operator of its own.
   */
  readonly indexesPointers: boolean;
  /**
   * Of one thing there may be several definitions, of which a build or a call takes one, and no text of one
   * file tells which: of `all`, or of what is `exported`.
   */
  readonly alternatives: "none" | "exported" | "all";
  /** Of what a call may call, what it means, where the language has an order among functions of one name. */
  meantAmong(resolution: Resolution, call: Place, values: Values): Values;
  /** Whether what is added to a type from outside is added to an object. */
  isOfTypeOutside(object: ExternalValue, type: ExternalValue): boolean;
  /** Of methods that are added to types from outside, those that a place sees. */
  methodsInSight(resolution: Resolution, methods: readonly ScopeRef[], place: ScopeRef): readonly ScopeRef[];
  /** Methods that are added to whatever object has none of the name. */
  methodsForAll(resolution: Resolution, place: Place, objects: Values, name: string): Values;
  /** What type parameters stand for of what stands around a method outside of its type. */
  genericAround(resolution: Resolution, method: FunctionValue): Generic | null;
  /** What an object holds as one of a type from outside that it is of: what an iterator gives. */
  held(resolution: Resolution, object: Value, type: string): readonly Place[];
  /** Members of what an object leads on to, where it has none of the name (Rust's `Deref`). */
  membersBehind(resolution: Resolution, object: Value, name: string): Values;
  /** What that is. */
  objectsBehind(resolution: Resolution, object: Value): Values;
  /**
   * What going through an object of the codebase gives, and what awaiting it does; nothing where that is as
   * everywhere.
   */
  elementsOf(resolution: Resolution, object: Value): Values;
  awaited(resolution: Resolution, object: Value): Values;
  /**
   * Types from outside that give what they are of once they are awaited, by their names; awaiting any other
   * value gives that.
   */
  readonly futures: RegExp;
  /** Every field is declared with its type, and every value has one type alone. */
  readonly bindsFields: boolean;
  /** What methods of its library's containers give. */
  readonly library: LibraryMethods;
  /**
   * A variable may hold one thing and then any other: what is written down of one of its values says nothing
   * about the others.
   */
  readonly holdsAnything: boolean;
  /** Types of the library that give nothing to those derived from them. */
  readonly emptyBases: ReadonlySet<string>;
  /** An object is made by several constructors, each of which is inherited by itself. */
  readonly makesInSteps: boolean;
  /**
   * What a class has in the place of a static method above it is called through the class that is at hand, or
   * an object of it.
   */
  readonly overridesStatics: boolean;
  /**
   * A class has methods of its own apart from those of its objects: neither are found where the others are
   * asked for, code in the body of a class is run on the class, and methods of a class around are none of the
   * one inside.
   */
  readonly partsSides: boolean;
  /**
   * What a type mixes in (a trait, a module) may have methods in the place of those that it inherits, or that
   * others of its bases ask for.
   */
  readonly mixesIn: boolean;
  /**
   * Of an interface from outside of the codebase the classes of the codebase are known that are derived from
   * it.
   */
  readonly implementsOutside: boolean;
  /**
   * In which order what stands above a type is looked into: `depth` first; as C3 `merged` it, so that nothing
   * comes before what is derived from it; or as Scala does, where of what several bases are derived from the
   * `last` place counts.
   */
  readonly linearizes: "depth" | "merged" | "last";
  /**
   * Whether a function may stand in the place of an object, and whoever calls this method of it calls the
   * function.
   */
  runsFunction(method: string): boolean;
  /** Objects whose members the functions of an object literal of a file have as their own, too. */
  withLiteral(resolution: Resolution, file: FileId): Values;
  /** What a module, as a file writes it, is; `external` for one that is not in the codebase. */
  resolveModule(resolution: Resolution, from: FileId, module: string): Values;
  /** What a module gives under a name; `*` is the module itself. */
  exported(resolution: Resolution, module: Value, name: string): Values;
  /** What a name means that no scope of the file binds: names of the same package. */
  unbound(resolution: Resolution, place: ScopeRef, name: string): Values;
  /**
   * What a member of the object that has all global names is (`window.shop`); nothing for a member of
   * anything else.
   */
  memberOfGlobal(resolution: Resolution, member: Place, name: string): Values;
  /** Whether what a callee begins with is declared by several files, of which one at a time is there. */
  isOneOfSeveral(resolution: Resolution, callee: Place): boolean;
}
