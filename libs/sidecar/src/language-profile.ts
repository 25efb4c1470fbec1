/**
 * Small facts about the names of a language that its grammar does not tell: sets, flags and patterns, without
 * code. `languages/profiles.ts` has the table.
 */
import type { LanguageCallKind, RegistrationVia, SymbolKind } from "@satori/contracts";
import type { ScopeKind } from "./call-facts/facts.ts";

/** Methods that a language calls by itself. A definition must fit every condition that is set. */
export interface LanguageCallRule {
  readonly kind: LanguageCallKind;
  readonly names?: ReadonlySet<string>;
  readonly name?: RegExp;
  /** Tested on the declaration without its body. */
  readonly signature?: RegExp;
  /** Tested on the declaration of the type around it; a definition outside of any has the empty text. */
  readonly type?: RegExp;
  /** Kinds of symbols; default: functions, methods and properties. */
  readonly kinds?: ReadonlySet<SymbolKind>;
}

/** A rule for some names, separated by blanks. */
export function languageCall(
  kind: LanguageCallKind,
  names: string,
  conditions: Omit<LanguageCallRule, "kind" | "names"> = {},
): LanguageCallRule {
  return { kind, names: new Set(names.split(" ")), ...conditions };
}

/** A library function that takes a callback. */
export interface RegisteringCall {
  /** Null if it is none unless its first argument is a text. */
  readonly via: RegistrationVia | null;
  /** If its first argument is a text: `get("/users", list)`. */
  readonly viaText: RegistrationVia;
}

interface RegisteringOptions {
  /** What calls are whose first argument is no text. Default: the same. */
  readonly withoutText?: RegistrationVia | null;
}

/**
 * Registering calls for some names, separated by blanks. A name may stand for anything that a library calls
 * so: functions of the codebase with that name are never meant.
 */
export function registering(
  via: RegistrationVia,
  names: string,
  { withoutText = via }: RegisteringOptions = {},
): readonly (readonly [name: string, call: RegisteringCall])[] {
  return names.split(" ").map((name) => [name, { via: withoutText, viaText: via }]);
}

export interface LanguageProfile {
  /** Methods that are called without being named: by operators, loops, subscripts, built-in functions. */
  readonly implicitMethods: ReadonlySet<string>;
  /** Methods that the language calls without a call that names them, whether these are followed or not. */
  readonly languageCalls: readonly LanguageCallRule[];
  /** Library functions that take a callback, by their names. */
  readonly registeringCalls: ReadonlyMap<string, RegisteringCall>;
  /** Methods that libraries call on objects of a class that is registered. */
  readonly handlerMethods: ReadonlySet<string>;
  /** Names that the language's libraries use so often that a single definition of one says nothing. */
  readonly commonNames: ReadonlySet<string>;
  /** Methods of literals, except those that are too common to say anything. */
  readonly literalMethods: ReadonlySet<string>;
  /** The beginning of an import statement, where these may appear below the head of a file; else null. */
  readonly importStatement: RegExp | null;
  /** A name before a bracket or after `::` is a method or type, whatever fields have the same name. */
  readonly calledAreMethods: boolean;
  /** Kinds of symbols that are defined twice only where a build or a condition picks one of them. */
  readonly definedAgain: ReadonlySet<SymbolKind> | "all";
  /** Kinds of scopes that may be types without a name. */
  readonly unnamedTypes: readonly ScopeKind[];
  /** Names that every file has without importing them. */
  readonly prelude: ReadonlySet<string>;
  /** Words for the current object, seen as its base class. */
  readonly baseWords: ReadonlySet<string>;
  /** Variables may have declared types. */
  readonly declaresTypes: boolean;
  /** Other files are visible through headers alone. */
  readonly seesHeadersOnly: boolean;
  /** Lists of exported names, which call nothing (Python's `__all__`); null if there are none. */
  readonly exportList: RegExp | null;
  /** Has symbols (`:name`), by which frameworks call methods. */
  readonly hasSymbols: boolean;
  /**
   * Which calls are errors because of their arguments: none (`no`), those with too few (`few`), those without
   * names (`unnamed`), or all that a function does not take.
   */
  readonly checksArguments: "no" | "few" | "unnamed" | "all";
  /** The parameter as written after which others are passed by name only; null if there is none. */
  readonly beforeNamedOnly: RegExp | null;
  /** Structs are created by calls; elsewhere by literals. */
  readonly callsMakeStructs: boolean;
  /** A class is an interface, as in Haskell: calls create no objects of it. */
  readonly classesAreInterfaces: boolean;
  /** Ids of dialects that the language's name includes. */
  readonly dialects: readonly string[];
}

export const DEFAULT_PROFILE: LanguageProfile = {
  implicitMethods: new Set(),
  languageCalls: [],
  registeringCalls: new Map(),
  handlerMethods: new Set(),
  commonNames: new Set(),
  literalMethods: new Set(),
  importStatement: null,
  calledAreMethods: false,
  definedAgain: new Set(),
  unnamedTypes: ["interface"],
  prelude: new Set(),
  baseWords: new Set(["super"]),
  declaresTypes: true,
  seesHeadersOnly: false,
  exportList: null,
  hasSymbols: false,
  checksArguments: "no",
  beforeNamedOnly: null,
  callsMakeStructs: false,
  classesAreInterfaces: false,
  dialects: [],
};
