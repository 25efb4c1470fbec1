/**
 * What a language must supply. A language is one folder in `languages/` with a `language.ts` and a query, and
 * one line in `languages/index.ts`.
 *
 * A query captures:
 *
 *   @definition.<kind>   the node of a definition, with @name in the same pattern; <kind> is one of
 *                        SYMBOL_KINDS
 *   @declaring.<kind>    a node in which `definitionsIn` finds definitions of <kind>, because their names or
 *                        the blocks around them nest in ways that no pattern describes
 *   @body                optional, same pattern: where the signature ends; a body after the definition's
 *                        node belongs to it
 *   @scope               optional, same pattern: qualifies the name (`Server` in Go's `func (s *Server)
 *                        Stop()`); several are joined in the order of the text
 *   @leading             a node before a definition that belongs to it (`#[test]`, `@doc`), if the grammar
 *                        makes it a sibling of the definition rather than its child
 *   @quiet               a part without calls, whatever it looks like (a type, an attribute); @leading is
 *                        quiet too
 *   @call                a call, with @call.name, and optionally @call.receiver and @call.arguments;
 *                        @call.argument is an argument outside that list, @call.type the only type
 *                        argument of a generic function, @call.new marks the creation of an object
 *   @typed               a field or function, by its @name, and the @type that it holds or returns
 *   @variable            with @variable.name, and optionally @variable.type, @variable.value (the call or
 *                        path assigned to it), and @variable.items (the container it is an element of) or
 *                        @variable.pairs (a container of pairs, of which it is a second element);
 *                        several captures of a part denote everything between them
 *   @parameter           a parameter of a function, with the same parts; @variable.default is its default
 *                        value, @variable.rest marks a variadic one
 *   @own                 a name of the current object besides the usual ones, by its @variable.name
 *   @attached            a path to a function, or to a type or library with functions, that can be called
 *                        on values (Solidity's `using`)
 *   @unnamed             the body of a type that is created in place (`new Base { … }`)
 *   @local               a local variable of which only the name matters, because it hides other meanings
 *                        of that name
 *   @type_parameter      a type parameter of a type or function; @variable.type is its bound
 *   @block               a part of a function with its own variables
 *   @closure             a block with parameters that its caller supplies
 *   @delegate            a definition whose calls `readDelegates` reads: it only says what it calls
 *   @access              a name that is read or assigned, unless it is called or declared there
 *   @reference.<kind>    a name used as <kind>, one of REFERENCE_KINDS
 *   @import              a statement that `readImports` understands
 *   @comment             a comment
 *   @docstring           a string that documents the innermost definition around it
 *
 * If two patterns capture a definition with the same name node, or a call or reference at the same position,
 * the first pattern in the file wins: put the more specific pattern first. A name at which something is
 * defined is neither a call nor a reference.
 */
import type { SymbolKind } from "@satori/contracts";
import type { SyntaxNode } from "./syntax/tree/syntax-tree.ts";
import type { ImportFact, TextRange } from "./facts.ts";
import type { CallFactsBuilder } from "./call-facts/builder.ts";
import type { LexicalRules } from "./lexical/lexical-rules.ts";

/** How files of a language are recognized and read. */
export interface LanguageDefinition {
  readonly id: string;
  /** Other names that users may write for it (`ts`); `id` itself is always accepted. */
  readonly aliases: readonly string[];
  /** Lower case, with the dot. The longest match wins. */
  readonly extensions: readonly string[];
  /** Whole file names, exactly as written. */
  readonly filenames?: readonly string[];
  /** Program names in a `#!` line, without version. */
  readonly interpreters?: readonly string[];
  /** Tells code from comments and strings. Set for languages whose calls are resolved. */
  readonly lexicalRules?: LexicalRules;
  readonly grammar: GrammarSupport | null;
  /** For languages without a grammar: how the text is cut into chunks. Default `windows`. */
  readonly text?: "headings" | "paragraphs" | "windows" | "notebook";
  /** For languages without a grammar: the prefix of a line comment. */
  readonly lineComment?: string;
}

/** A name and what qualifies it. */
export interface QualifiedName {
  readonly name: SyntaxNode;
  /**
   * The name itself, if the node contains more than the name (`ll=` in an alias); empty if the node is not a
   * name after all.
   */
  readonly text?: string;
  /** Outermost first. */
  readonly scopes: readonly SyntaxNode[];
}

/** A definition inside a node captured as @declaring. */
export interface InnerDefinition {
  /** The node that the definition extends over; several names may share one. */
  readonly node: SyntaxNode;
  readonly name: SyntaxNode;
}

/** The qualifiers of names that have been computed so far for a file, keyed by node id. */
export type ScopeMemo = Map<number, readonly SyntaxNode[]>;

/** A call that a function makes because its definition names what it passes its arguments to. */
export interface DelegatedCall {
  /** The name of the called function. */
  readonly name: string;
  /** The head of the calling function: its name and parameters. */
  readonly head: SyntaxNode;
  /** The module or object whose function is called. */
  readonly receiver: SyntaxNode;
  readonly args: readonly SyntaxNode[];
}

/** Stands for the class's own name in `GrammarSupport.constructors`. */
export const TYPE_NAME = "{type}";

/** Text and scopes that imports are read in. */
export interface ImportContext {
  readonly text: string;
  /** Scope of the function around a line; the file's scope if there is none. */
  readonly scopeAt: (line: number) => number;
}

/**
 * Records scopes, bindings and calls of a file; see `call-facts/facts.ts`.
 *
 * @param hidden ranges of the text that were hidden from the parser, sorted by start
 */
export type CallFactsReader = (
  root: SyntaxNode,
  text: string,
  flow: CallFactsBuilder,
  hidden: readonly TextRange[],
) => void;

/** Which accesses of a property run code; `none` for a field. */
export type Accessors = "none" | "get" | "set" | "both";

/** A range of a file, and the code of the same length that the parser sees there. */
export interface CodePart extends TextRange {
  readonly code: string;
}

/** How a language with a grammar is read. */
export interface GrammarSupport {
  /** File in `assets/grammars/`, without extension. */
  readonly wasm: string;
  /** Query files in `languages/`, without extension, concatenated in this order. */
  readonly queries: readonly string[];
  /**
   * Types of nodes that belong to the definition they contain: `export_statement`, `decorated_definition`.
   */
  readonly wrappers?: readonly string[];
  /** Names of methods that are constructors of their class; `TYPE_NAME` stands for the class's own name. */
  readonly constructors?: readonly string[];
  /**
   * Finds the name, and what qualifies it, inside a node captured as @name or @call.name, if the grammar
   * nests both in other nodes (C's declarators, C++'s `a::b::c`). Null: the node is the name. May store
   * qualifiers of other nodes of the file in `known`.
   */
  readonly readName?: (node: SyntaxNode, known: ScopeMemo) => QualifiedName | null;
  /** The definitions inside a node captured as @declaring, in any order. Takes time linear in the node. */
  readonly definitionsIn?: (node: SyntaxNode) => readonly InnerDefinition[];
  /**
   * Whether consecutive functions with the same name are clauses of one function (Haskell's equations and the
   * signature above them). Default false.
   */
  readonly mergesClauses?: boolean;
  /**
   * Reads the imports in a node captured as @import. Never throws on malformed trees: skips what it cannot
   * read.
   */
  readonly readImports?: (node: SyntaxNode) => ImportFact[];
  /** Reads the calls of a node captured as @delegate; one for each function that it defines. */
  readonly readDelegates?: (node: SyntaxNode) => readonly DelegatedCall[];
  /** Binds imported names in the scopes of a file (with `callsByName`). Default: imports bind nothing. */
  readonly takeImports?: (
    flow: CallFactsBuilder,
    imports: readonly ImportFact[],
    places: ImportContext,
  ) => void;
  /** Translates a type to the syntax of other languages (with `callsByName`). Default: unchanged. */
  readonly readType?: (text: string) => string;
  /**
   * For languages without `loadCallFactsReader`: calls are resolved by the names that the query captures,
   * instead of by a reader of their own.
   */
  readonly callsByName?: boolean;
  /**
   * Calls are qualified with modules, by their full names or by their imported names (with `callsByName`).
   * Default false.
   */
  readonly namesModules?: boolean;
  /**
   * Classes have companion objects, and objects are created with and without `new` (with `callsByName`).
   * Default false.
   */
  readonly hasCompanions?: boolean;
  /**
   * Constructors are functions in the scope of their type, and names of types are not values (with
   * `callsByName`). Default false.
   */
  readonly liftsConstructors?: boolean;
  /** A method `new` of a type creates an object of it (with `callsByName`). Default false. */
  readonly makesByNew?: boolean;
  /**
   * Functions inside a function are members of the type that it returns (with `callsByName`). Default false.
   */
  readonly returnsTypes?: boolean;
  /** Functions are stored in tables and called through them (with `callsByName`). Default false. */
  readonly hasTables?: boolean;
  /** Kinds of symbols that can be called, besides functions and types (with `callsByName`). */
  readonly calledKinds?: readonly SymbolKind[];
  /**
   * A call of a class or interface by its name is a type conversion; `@call.new` marks the creation of an
   * object (with `callsByName`). Default false.
   */
  readonly convertsTypes?: boolean;
  /**
   * Names of the current object (with `callsByName`). Default: the names that are common across languages
   * (`self`, `this`).
   */
  readonly ownNames?: ReadonlySet<string>;
  /** Bases are searched from last to first, and before self types (with `callsByName`). Default false. */
  readonly lastBaseFirst?: boolean;
  /**
   * The query captures fields, parameters and variables, with their types (with `callsByName`). Default
   * false.
   */
  readonly namesHolders?: boolean;
  /** Macros are called with a leading `#`, and are not functions (with `callsByName`). Default false. */
  readonly marksMacros?: boolean;
  /**
   * A member without an object belongs to the type expected at that position: `.ready` (with `callsByName`).
   * Default false.
   */
  readonly expectsMembers?: boolean;
  /** Functions without a parameter list are read like fields (with `callsByName`). Default false. */
  readonly readsFunctions?: boolean;
  /**
   * Matches the start of the signatures of functions that are visible in their own file only (with
   * `callsByName`). Default: all functions are visible.
   */
  readonly hides?: RegExp;
  /**
   * Types of nodes whose children the query captures as accesses although they declare a name or are labels
   * (with `callsByName`). Default none.
   */
  readonly namingNodes?: ReadonlySet<string>;
  /**
   * Which accesses run code for a property with a scope of its own, from its text and name (with
   * `namesHolders`). Default: a getter.
   */
  readonly accessorsOf?: (text: string, name: string) => Accessors;
  /**
   * The argument labels of a function, from its text, in the form described in `call-facts/labels.ts` (with
   * `callsByName`). Default: none.
   */
  readonly labelsOf?: (text: string) => readonly string[] | null;
  /** Types get members from extensions of the same name (with `callsByName`). Default false. */
  readonly hasExtensions?: boolean;
  /**
   * Calls of the language are not resolved without this and without `callsByName`. Loaded on demand: readers
   * are most of the code, and only needed to parse files of the language.
   */
  readonly loadCallFactsReader?: () => Promise<CallFactsReader>;
  /**
   * For files that embed the language in other text (Vue, Svelte): the ranges to parse. The rest is replaced
   * with spaces, so that offsets stay valid.
   */
  readonly embedded?: (text: string) => readonly TextRange[];
  /**
   * With `embedded`: ranges of expressions in a part of the other text, sorted by start. At least one
   * character must precede and follow each.
   */
  readonly templateExpressions?: (text: string, part: TextRange) => readonly TextRange[];
  /**
   * With `templateExpressions`: code that the parser should see for definitions in the other text, given its
   * parts, sorted by start.
   */
  readonly templateDefinitions?: (text: string, parts: readonly TextRange[]) => readonly CodePart[];
  /**
   * Parts of a text that its parser cannot handle and that can be left out, sorted by start, not overlapping.
   * They are replaced with spaces, so that offsets stay valid (macros around Rust's items, between words of
   * C's declarations).
   */
  readonly hidden?: (text: string) => readonly TextRange[];
  /**
   * The parts to hide instead where the parser fails without them, sorted by start, given the ranges that it
   * failed at: those around what turns out to be no code of the language stay (macros with a syntax of their
   * own). The file is then parsed once more.
   */
  readonly hiddenDespite?: (text: string, mistakes: readonly TextRange[]) => readonly TextRange[];
  /**
   * Replaces words that the grammar does not know with others of the same length that it knows (`@test "a b"
   * {` with a function's head). Symbols keep the original names.
   */
  readonly rewrite?: (text: string) => string;
  /**
   * Whether a file is no valid code as it is, although its parser accepts what remains without the hidden
   * parts: it uses macros that nothing defines.
   */
  readonly lacksMacros?: (path: string, text: string) => boolean;
  /** Whether notebooks of the language are those of IPython, with its magics. */
  readonly isIPython?: boolean;
  /** Text that a part of a file needs before it to be code of the language (`<?php`). Default none. */
  readonly opening?: string;
  /** Types of nodes, besides those of definitions, that start a chunk of their own. */
  readonly chunkNodes?: readonly string[];
}
