/**
 * What a language must supply. A language is one file in `languages/`, a query in `queries/`, and one line in
 * `languages/index.ts`; to learn one is to learn all.
 *
 * A query captures:
 *
 *   @definition.<kind>   the node of a definition, with @name in the same pattern; <kind> is one of
 *                        SYMBOL_KINDS
 *   @body                optional, same pattern: where the signature ends; a body behind the definition's
 *                        node belongs to it
 *   @scope               optional, same pattern: what qualifies the name (`Server` of Go's `func (s *Server)
 *                        Stop()`); several are joined in the order of the text
 *   @leading             what stands in front of a definition and belongs to it (`#[test]`, `@doc`), where
 *                        the grammar puts it beside the definition rather than around it
 *   @quiet               a part in which nothing is called, whatever it looks like (a type, an attribute);
 *                        @leading is quiet too
 *   @call                a call, with @call.name, and optionally @call.receiver and @call.arguments;
 *                        @call.argument is one that stands elsewhere than in that list, @call.type the only
 *                        type that a generic function is called with, @call.new what tells that an object is
 *                        made
 *   @typed               a field or function, by its @name, and the @type that it holds or gives back
 *   @variable            with @variable.name, and optionally @variable.type, @variable.value, a call or path
 *                        that it is given, and @variable.items, the container that it is one of, or
 *                        @variable.pairs, one of pairs of which it is a second; several captures of a part
 *                        stand for all between them
 *   @parameter           the same of a function; @variable.default is what it has where it is left out
 *   @attached            a path to a function, or to what holds some, that may be called on values
 *                        (Solidity's `using`)
 *   @unnamed             the body of a type that is made where it stands (`new Base { … }`)
 *   @local               a variable of a function, of which no more is known than that it hides other
 *                        meanings of its name
 *   @type_parameter      of a type or function; @variable.type is what is said of it
 *   @block               a part of a function with variables of its own
 *   @closure             the same, with parameters that whoever calls it gives
 *   @reference.<kind>    a name used as <kind>, one of REFERENCE_KINDS
 *   @import              a statement that `readImports` understands
 *   @comment             a comment
 *   @docstring           a string that documents the innermost definition around it
 *
 * If two patterns define at the same name, or call or refer at the same place, the first one in the file
 * wins: put the more specific pattern first. A name where something is defined is neither a call nor a
 * reference.
 */
import type { SymbolKind } from "@satori/contracts";
import type { SyntaxNode } from "./syntax/tree/syntax-tree.ts";
import type { ImportFact, TextRange } from "./facts.ts";
import type { CallFactsBuilder } from "./call-facts/builder.ts";
import type { LexicalRules } from "./lexical/lexical-rules.ts";

export interface LanguageDefinition {
  readonly id: string;
  /** Other names by which people ask for it (`ts`); `id` itself is always understood. */
  readonly aliases: readonly string[];
  /** Lower case, with the dot. The longest that fits wins. */
  readonly extensions: readonly string[];
  /** Whole file names, exactly as written. */
  readonly filenames?: readonly string[];
  /** Programs named by a `#!` line, without version. */
  readonly interpreters?: readonly string[];
  /** What of its text is no code; of those whose calls are resolved. */
  readonly lexicalRules?: LexicalRules;
  readonly grammar: GrammarSupport | null;
  /** Without a grammar: how the text is cut. Default `windows`. */
  readonly text?: "headings" | "paragraphs" | "windows" | "notebook";
  /** Without a grammar: what a comment line begins with. */
  readonly lineComment?: string;
}

export interface QualifiedName {
  readonly name: SyntaxNode;
  /**
   * The name itself, where the node holds more than it (`ll=` of an alias); empty where it is no name after
   * all.
   */
  readonly text?: string;
  /** Outermost first. */
  readonly scopes: readonly SyntaxNode[];
}

/** What qualifies the names of a file, as far as it is known, by the id of a node. */
export type ScopeMemo = Map<number, readonly SyntaxNode[]>;

/** See `constructors`. */
export const TYPE_NAME = "{type}";

/** Where imports stand. */
export interface ImportContext {
  readonly text: string;
  /** The function around a line; the file's scope where there is none. */
  readonly scopeAt: (line: number) => number;
}

/**
 * Takes down scopes, what their names are bound to, and calls; see `call-facts/facts.ts`.
 *
 * @param hidden what the parser did not see of the text, by start
 */
export type CallFactsReader = (
  root: SyntaxNode,
  text: string,
  flow: CallFactsBuilder,
  hidden: readonly TextRange[],
) => void;

/** What of a property runs where it is read, or stored into; `none` of a field. */
export type Accessors = "none" | "get" | "set" | "both";

export interface GrammarSupport {
  /** File below `assets/grammars/`, without extension. */
  readonly wasm: string;
  /** Query files below `languages/`, without extension, read one after the other. */
  readonly queries: readonly string[];
  /** Node types that belong to the definition inside them: `export_statement`, `decorated_definition`. */
  readonly wrappers?: readonly string[];
  /** Names that make a method of a class its constructor; `TYPE_NAME` stands for the class's own name. */
  readonly constructors?: readonly string[];
  /**
   * Finds the name inside what was captured as @name or @call.name, and what qualifies it, where the grammar
   * nests both in other nodes (C's declarators, C++'s `a::b::c`). Null: the node is the name. What it learns
   * of other nodes of the file on the way it may keep in `known`.
   */
  readonly readName?: (node: SyntaxNode, known: ScopeMemo) => QualifiedName | null;
  /**
   * Whether functions of one name that follow each other are clauses of a single one (Haskell's equations and
   * the signature above them). Default false.
   */
  readonly mergesClauses?: boolean;
  /**
   * Reads what a node captured as @import brings in. Never throws on odd trees: leaves out what it cannot
   * read.
   */
  readonly readImports?: (node: SyntaxNode) => ImportFact[];
  /** What imports mean for the names of a file (with `callsByName`); without it nothing. */
  readonly takeImports?: (
    flow: CallFactsBuilder,
    imports: readonly ImportFact[],
    places: ImportContext,
  ) => void;
  /** A type as other languages write it (with `callsByName`). Default: as it stands in the text. */
  readonly readType?: (text: string) => string;
  /**
   * Without `loadCallFactsReader`: calls are resolved by the names that the query captures, without a look at
   * values and types.
   */
  readonly callsByName?: boolean;
  /**
   * Calls name modules in front, by their full names or as imports call them (with `callsByName`). Default
   * false.
   */
  readonly namesModules?: boolean;
  /** Classes have companions, and are made with and without `new` (with `callsByName`). Default false. */
  readonly hasCompanions?: boolean;
  /**
   * Constructors are functions beside their type, and names of types are none of values (with `callsByName`).
   * Default false.
   */
  readonly liftsConstructors?: boolean;
  /** A method `new` of a type makes an object of it (with `callsByName`). Default false. */
  readonly makesByNew?: boolean;
  /** Functions in functions are those of a type that stands there (with `callsByName`). Default false. */
  readonly returnsTypes?: boolean;
  /** Functions stand in tables that are called by name (with `callsByName`). Default false. */
  readonly hasTables?: boolean;
  /** Kinds, besides functions and types, that are called (with `callsByName`). */
  readonly calledKinds?: readonly SymbolKind[];
  /**
   * A call of a class or interface by its name takes something for one of it; `@call.new` makes one (with
   * `callsByName`). Default false.
   */
  readonly convertsTypes?: boolean;
  /**
   * What the own object is called (with `callsByName`). Default: by what many languages have (`self`,
   * `this`).
   */
  readonly ownNames?: ReadonlySet<string>;
  /**
   * Of several bases the last one counts first, and before what a type only says that its objects are of
   * (with `callsByName`). Default false.
   */
  readonly lastBaseFirst?: boolean;
  /**
   * The query tells fields, parameters and variables, and what they are said to hold (with `callsByName`).
   * Default false.
   */
  readonly namesHolders?: boolean;
  /** Macros are called with `#` in front, and are no functions (with `callsByName`). Default false. */
  readonly marksMacros?: boolean;
  /**
   * A member without an object is one of the type that is expected there: `.ready` (with `callsByName`).
   * Default false.
   */
  readonly expectsMembers?: boolean;
  /** Functions without a list of parameters are read like fields (with `callsByName`). Default false. */
  readonly readsFunctions?: boolean;
  /**
   * Begins the signatures of functions that their file alone sees (with `callsByName`). Default: all are
   * seen.
   */
  readonly hides?: RegExp;
  /**
   * Nodes whose names the query takes for accesses of what they name (with `callsByName`), but that declare
   * them or are labels. Default none.
   */
  readonly namingNodes?: ReadonlySet<string>;
  /**
   * What runs where a property with a scope of its own is accessed, by its text and name (with
   * `namesHolders`). Default: a getter.
   */
  readonly accessorsOf?: (text: string, name: string) => Accessors;
  /**
   * What callers of a function write in front of its arguments, by its text, as `call-facts/labels.ts` has it (with
   * `callsByName`). Default: nothing.
   */
  readonly labelsOf?: (text: string) => readonly string[] | null;
  /** Types get members from extensions of their name (with `callsByName`). Default false. */
  readonly hasExtensions?: boolean;
  /**
   * Without it and `callsByName` calls are not resolved. Readers are most of the code, and of no use but to
   * parse files of the language.
   */
  readonly loadCallFactsReader?: () => Promise<CallFactsReader>;
  /**
   * For files that hold the language between other text (Vue, Svelte): the ranges to parse; the rest is
   * blanked out, so that offsets stay.
   */
  readonly embedded?: (text: string) => readonly TextRange[];
  /** With `embedded`: where a part of the other text holds expressions, by start. */
  readonly templateExpressions?: (text: string, part: TextRange) => readonly TextRange[];
  /**
   * Parts of a text that its parser stumbles over and that can be left out, by start, not overlapping: they
   * are blanked out, so that offsets stay (macros around Rust's items, between words of C's declarations).
   */
  readonly hidden?: (text: string) => readonly TextRange[];
  /**
   * Words that the grammar does not know, replaced by some of the same length that it does (`@test "a b" {`
   * by a function's head). Symbols are called what stood there.
   */
  readonly rewrite?: (text: string) => string;
  /** Node types, besides those named like a definition, that begin a chunk of their own. */
  readonly chunkNodes?: readonly string[];
}
