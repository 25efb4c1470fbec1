/**
 * The interfaces of call resolution: what evaluates expressions (`Resolution`), and what a language says
 * about its names (`ResolutionRules`). Types alone, so that both sides can refer to each other;
 * `evaluator.ts` implements the first, `languages/<id>/` the second.
 */
import type { ExprId } from "../call-facts/facts.ts";
import type { FileIndex } from "./file-index.ts";
import type { LibraryMethods } from "./members/library-methods.ts";
import type { MemoKey, MemoKeys, NotLooked, SearchLimit } from "./memo.ts";
import type { FileId, Project } from "./project.ts";
import type {
  ClassValue,
  ExternalValue,
  FunctionValue,
  Generic,
  ScopeRef,
  Site,
  Value,
  ValueTable,
  Values,
} from "./values.ts";

/** Evaluates expressions of one codebase for one request. */
export interface Resolution {
  readonly project: Project;
  readonly values: ValueTable;
  /** Called before each step of an evaluation; it may throw to end the request. */
  readonly check: () => void;
  /** Whether some values are unknown because the budget of steps or files ran out. */
  readonly isExhausted: boolean;

  /** Null for a file whose calls are not resolved. */
  index(file: FileId): FileIndex | null;
  /** False once the request has opened as many files as it may: what this one says stays unknown. */
  mayOpen(file: FileId): boolean;
  rules(file: FileId): ResolutionRules;
  rulesOf(language: string): ResolutionRules;

  /** `Memo.limit`. */
  limit(limit: SearchLimit): void;
  /** `Memo.limited`. */
  limited<Result>(make: () => Result): { readonly result: Result; readonly limit: SearchLimit | null };
  /** `Memo.mayLead`. */
  mayLead(): boolean;
  /** `Memo.countTargets`. */
  countTargets(targets: number): void;
  /** `Memo.once`. */
  once<Result>(keys: MemoKeys, make: () => Result): Result;
  /** `Memo.walked`. */
  walked<Result>(search: string, place: MemoKey, notLooked: NotLooked<Result>, make: () => Result): Result;
  /**
   * Like `once`, but kept between requests on the same state of the codebase. `make` must evaluate nothing.
   */
  shared<Result>(key: string, make: () => Result): Result;

  /** Values that an expression may have. */
  evaluate(site: Site): Values;
  /** Values of several expressions of one scope. */
  evaluateAll(scope: ScopeRef, exprs: readonly ExprId[]): Values;
  /** At most `MAX_VALUES` of some values. */
  kept(values: Values): Values;
  /** Values of a name or member: the field and the method, where both may have the same name. */
  named(site: Site): Values;
  /** Types that a name may refer to. */
  typesNamed(scope: ScopeRef, name: string): Values;
  /** Values of the type that an expression names. For `typeof Server`: the class itself. */
  ofType(type: Site): Values;
  /** One value of each type. */
  instancesOf(types: Values): Values;
  membersNamed(objects: Values, name: string): Values;
  /** Null where neither the class nor its bases have such a member. */
  memberOfClass(type: ClassValue, name: string, self: Value | null): Values | null;
  /** Values of the expression that a call calls. */
  calledValues(call: Site): Values;
  /** Classes around a method, or of the literal that it belongs to. */
  typesAround(method: ScopeRef): readonly ClassValue[];
  functionResults(called: FunctionValue): Values;
  /** The class, namespace or function that a scope defines. */
  scopeValue(ref: ScopeRef): Value;
  /** Values of a name of a module, as a file imports it. `*` is the module. */
  imported(from: FileId, module: string, name: string): Values;
}

/** Everything that a language says about its names. Defaults: `rules/defaults.ts`. */
export interface ResolutionRules extends NameRules, ModuleRules, DispatchRules, OverloadRules, LibraryRules {}

/** Plain names, and which definitions of one name count. */
export interface NameRules {
  /**
   * Names of a class that are visible inside it without a receiver: its members (`member`), those bound in
   * its body, to code directly in the body (`body`), or none (`nothing`).
   */
  readonly classNames: "member" | "body" | "nothing";
  /** A method may be defined outside its type and name that type as `owner`. */
  readonly hasOwners: boolean;
  /** A plain name may be a member of the receiver of the function around it: an extension or a lambda. */
  readonly hasReceivers: boolean;
  /** A type may have a companion object of the same name. Where a type is expected, the name is the type. */
  readonly hasCompanions: boolean;
  /** A method without parameters is called by its name alone; brackets after it call its result. */
  readonly readsMethods: boolean;
  /** A plain name that is bound nowhere belongs to the language or the system, not to another file. */
  readonly isUnboundExternal: boolean;
  /**
   * Which names may have several definitions, one of which a build or a call picks, and no text of one file
   * says which.
   */
  readonly alternatives: "none" | "exported" | "all";
  /** Values of a name that no scope of the file binds: names of the same package. */
  unbound(resolution: Resolution, scope: ScopeRef, name: string): Values;
  /** Values of a member of the object with all global names (`window.shop`); nothing for other objects. */
  memberOfGlobal(resolution: Resolution, member: Site, name: string): Values;
  /** Objects whose members are visible to the functions of an object literal of a file as their own. */
  withLiteral(resolution: Resolution, file: FileId): Values;
  /** Whether several files declare what a callee begins with, and only one of them is in a build. */
  isOneOfSeveral(resolution: Resolution, callee: Site): boolean;
}

/** Modules, packages and namespaces. */
export interface ModuleRules {
  /** The module of a name is known. Otherwise bases are found by name alone, within the language. */
  readonly followsModules: boolean;
  /** A module has an export without a name, which importers name as they like. */
  readonly exportsDefault: boolean;
  /** Several files may open the same namespace. Otherwise only parts within one file belong together. */
  readonly opensNamespaces: boolean;
  /** A type is declared once, and extended elsewhere: another declaration of its name is another type. */
  readonly declaresOnce: boolean;
  /** All parts of a type are in one file: the same name in another file is another type. */
  readonly joinsInFile: boolean;
  /** The module that a file means by a name; `external` if it is not in the codebase. */
  resolveModule(resolution: Resolution, from: FileId, module: string): Values;
  /** Values that a module exports under a name; `*` is the module itself. */
  exported(resolution: Resolution, module: Value, name: string): Values;
}

/** Members, base types, and which methods a call can reach. */
export interface DispatchRules {
  /** A field and a method of a type may have the same name: calls mean the method, reads the field. */
  readonly separatesMethods: boolean;
  /** A field of any type overrides a property of a base. */
  readonly declaresFields: boolean;
  /** A function that is put into a table is a method of it. */
  readonly placesMethods: boolean;
  /** The method that a call of an object calls; null where objects can't be called. */
  readonly callMethod: string | null;
  /** Constructors have names, are called by them, and are not inherited. */
  readonly namesConstructors: boolean;
  /** Several constructors make an object, each inherited separately. */
  readonly makesInSteps: boolean;
  /**
   * Static members are separate from members of objects: neither are found where the others are looked up,
   * code in a class body runs on the class, and methods of an outer class are not visible in an inner one.
   */
  readonly separatesStaticMembers: boolean;
  /** A static method that overrides one of a base is called through the class at hand, or an object of it. */
  readonly overridesStatics: boolean;
  /** A trait or module that a type mixes in may override inherited methods, or provide required ones. */
  readonly mixesIn: boolean;
  /** For an interface from outside the codebase, the classes of the codebase that implement it are known. */
  readonly implementsOutside: boolean;
  /**
   * How a type is related to a base that its declaration names without a keyword. `inherits`: the base may be
   * a class or an interface.
   */
  readonly baseRelation: "extends" | "implements" | "embeds" | "inherits";
  /** External types that give nothing to types derived from them. */
  readonly emptyBases: ReadonlySet<string>;
  /**
   * The order in which bases are searched: `depth` first; `merged` as in C3, so that a type comes before its
   * bases; or the `last` position among several bases, as in Scala.
   */
  readonly methodResolutionOrder: "depth" | "merged" | "last";
  /**
   * Types that need not name what they implement: all with the methods of an interface, or of a class that is
   * declared a protocol.
   */
  readonly fitsByShape: "none" | "interfaces" | "protocols";
  /** Functions may be added to types from outside the codebase. */
  readonly extendsLibrary: boolean;
  /**
   * Values bound as `ATTACHED` around a call may be called as methods; the receiver is the first argument.
   */
  readonly attaches: boolean;
  /** An added member counts only where neither the type nor its bases have one of that name. */
  readonly addsLast: boolean;
  /**
   * On an object of unknown type, the only method of a name may be an added one. For languages none of whose
   * library types are known.
   */
  readonly matchesAdded: boolean;
  /**
   * External traits whose types have the methods of another type (Rust's `Deref`); null if there are none.
   */
  readonly leadsOn: RegExp | null;
  /** Whether a function may be passed for an object, so that calls of this method call the function. */
  runsFunction(method: string): boolean;
  /** Whether members added to an external type apply to an object. */
  isOfTypeOutside(object: ExternalValue, type: ExternalValue): boolean;
  /** Of methods that are added to external types, those that are visible in a scope. */
  methodsInSight(resolution: Resolution, methods: readonly ScopeRef[], scope: ScopeRef): readonly ScopeRef[];
  /** Methods that are added to every object without one of the name. */
  methodsForAll(resolution: Resolution, site: Site, objects: Values, name: string): Values;
  /** Arguments for the type parameters of the block around a method that is defined outside its type. */
  genericAround(resolution: Resolution, method: FunctionValue): Generic | null;
  /** Members of the values that an object dereferences to, where the object has none of that name. */
  derefMembers(resolution: Resolution, object: Value, name: string): Values;
  /** The values that an object dereferences to. */
  derefObjects(resolution: Resolution, object: Value): Values;
}

/** Several functions of one name, and arguments. */
export interface OverloadRules {
  /** Functions of one name are told apart by their parameters. */
  readonly hasOverloads: boolean;
  /** Functions of one name and arity are clauses of one function, one of which declares all defaults. */
  readonly hasClauses: boolean;
  /** Spread arguments (`*names`) are only for a rest parameter. */
  readonly spreadsToRest: boolean;
  /** Call facts have the arguments of calls: among overloads of the same arity, they decide. */
  readonly readsArguments: boolean;
  /** Argument labels are part of a function's name. */
  readonly labelsArguments: boolean;
  /** Of the values that a call may call, those it means by the language's own order among overloads. */
  selectAmong(resolution: Resolution, call: Site, values: Values): Values;
}

/** Values of literals, containers, futures and other types of the standard library. */
export interface LibraryRules {
  /** Results of methods of the library's containers. */
  readonly library: LibraryMethods;
  /** Names of external types whose values, once awaited, are their type argument. */
  readonly futures: RegExp;
  /** The member of an object that an index expression calls. */
  readonly indexMember: string;
  /** A pointer stands for the value it points to; indexing gives the same type, unless it has an operator. */
  readonly indexesPointers: boolean;
  /** Object literals have the type that is declared where they are passed or assigned. */
  readonly typesLiterals: boolean;
  /** Every field is declared with a type, and every value has exactly one type. */
  readonly bindsFields: boolean;
  /** A variable may hold values of unrelated types: one known value says nothing about the others. */
  readonly isDynamicallyTyped: boolean;
  /** Type arguments of an object as an instance of an external type: what an iterator yields. */
  heldAs(resolution: Resolution, object: Value, type: string): readonly Site[];
  /** Values of iterating over an object of the codebase; nothing where the common rules apply. */
  elementsOf(resolution: Resolution, object: Value): Values;
  /** Values of awaiting an object of the codebase; nothing where the common rules apply. */
  awaited(resolution: Resolution, object: Value): Values;
}
