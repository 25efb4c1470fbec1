/**
 * Lexical rules: what in a language's text is not code, namely comments, and strings except for the code in
 * them. Languages with the same rules share them.
 */

/** Delimiters of one kind of comment. */
export interface CommentForm {
  readonly open: string;
  /** Null if it ends with the line. */
  readonly close: string | null;
  /** Whether comments can be nested. Default false. */
  readonly nests?: boolean;
  /** Whether it must start a word. Default false. */
  readonly afterBlank?: boolean;
  /** Characters before it that prevent a comment. */
  readonly unless?: string;
}

/** Delimiters of one kind of string literal. */
export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** Whether a backslash escapes the next character. Default true. */
  readonly escapes?: boolean;
  /** Whether it may span lines. Default false: a string that is not closed on its line is ignored. */
  readonly isLong?: boolean;
  /** Delimiters of code in it. */
  readonly code?: { readonly open: string; readonly close: string };
  /** Whether `$name` in it is code. Default false. */
  readonly hasNames?: boolean;
}

/** What `codeOnly` needs to know about a language. */
export interface LexicalRules {
  readonly comments: readonly CommentForm[];
  /** If one opening delimiter is a prefix of another, the longer one must come first. */
  readonly strings: readonly StringForm[];
  /** Whether `'x'` is a character, and single quotes elsewhere have no meaning. Default false. */
  readonly hasCharacters?: boolean;
  /**
   * Matches the text before a string that contains a type name, which counts as code (`def f(to: "Server")`).
   */
  readonly quotedTypes?: RegExp;
  /** Whether `/…/` is a regular expression where a value is expected. Default false. */
  readonly hasPatterns?: boolean;
}

const SLASHES: CommentForm = { open: "//", close: null };
const BLOCK: CommentForm = { open: "/*", close: "*/" };
const NESTED_BLOCK: CommentForm = { ...BLOCK, nests: true };
const HASH: CommentForm = { open: "#", close: null };

const BRACED = { open: "${", close: "}" };
const quoted = (open: string, form: Omit<Partial<StringForm>, "open"> = {}): StringForm => ({
  open,
  close: open,
  ...form,
});
const long = (open: string, form: Omit<Partial<StringForm>, "open"> = {}): StringForm =>
  quoted(open, { isLong: true, ...form });

export const C_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK],
  strings: [{ open: 'R"(', close: ')"', escapes: false, isLong: true }, quoted('"')],
  hasCharacters: true,
};
export const JAVA_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK],
  strings: [long('"""'), quoted('"')],
  hasCharacters: true,
};
export const GO_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK],
  strings: [long("`", { escapes: false }), quoted('"')],
  hasCharacters: true,
};
export const ZIG_LEXIS: LexicalRules = {
  comments: [SLASHES],
  strings: [{ open: "\\\\", close: "\n", escapes: false, isLong: true }, quoted('"')],
  hasCharacters: true,
};
export const SOLIDITY_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK],
  strings: [quoted('"'), quoted("'")],
};
export const ECMA_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK],
  strings: [long("`", { code: BRACED }), quoted('"'), quoted("'")],
  hasPatterns: true,
};
/** Scripts embedded in markup. */
export const COMPONENT_LEXIS: LexicalRules = {
  ...ECMA_LEXIS,
  comments: [...ECMA_LEXIS.comments, { open: "<!--", close: "-->" }],
};

const IN_BRACES = { open: "{", close: "}" };
export const CSHARP_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK],
  hasCharacters: true,
  strings: [
    ...['$@"', '@$"'].map((open): StringForm => ({
      open,
      close: '"',
      escapes: false,
      isLong: true,
      code: IN_BRACES,
    })),
    { open: '$"""', close: '"""', isLong: true, code: IN_BRACES },
    { open: '$"', close: '"', code: IN_BRACES },
    { open: '@"', close: '"', escapes: false, isLong: true },
    long('"""'),
    quoted('"'),
  ],
};
export const RUST_LEXIS: LexicalRules = {
  comments: [SLASHES, NESTED_BLOCK],
  hasCharacters: true,
  strings: [
    { open: 'r##"', close: '"##', escapes: false, isLong: true },
    { open: 'r#"', close: '"#', escapes: false, isLong: true },
    { open: 'r"', close: '"', escapes: false, isLong: true },
    long('"'),
  ],
};
/** For Kotlin and Scala. Only Scala's strings that start with `s` contain names. */
export const KOTLIN_LEXIS: LexicalRules = {
  comments: [SLASHES, NESTED_BLOCK],
  hasCharacters: true,
  strings: [
    long('"""', { escapes: false, code: BRACED, hasNames: true }),
    quoted('"', { code: BRACED, hasNames: true }),
  ],
};
export const SWIFT_LEXIS: LexicalRules = {
  comments: [SLASHES, NESTED_BLOCK],
  strings: [
    long('"""', { code: { open: "\\(", close: ")" } }),
    { open: '#"', close: '"#', escapes: false },
    quoted('"', { code: { open: "\\(", close: ")" } }),
  ],
};
const DART_CODE = { code: BRACED, hasNames: true };
export const DART_LEXIS: LexicalRules = {
  comments: [SLASHES, NESTED_BLOCK],
  strings: [
    { open: "r'", close: "'", escapes: false },
    { open: 'r"', close: '"', escapes: false },
    long("'''", DART_CODE),
    long('"""', DART_CODE),
    quoted("'", DART_CODE),
    quoted('"', DART_CODE),
  ],
};
export const PHP_LEXIS: LexicalRules = {
  comments: [SLASHES, BLOCK, { ...HASH, unless: "[" }],
  strings: [long('"', { code: { open: "{$", close: "}" }, hasNames: true }), long("'")],
};
/**
 * An annotation, or a type argument in one. Keys of dictionaries, and subscripts of tables with a capitalized
 * name, look the same.
 */
const PYTHON_ANNOTATION =
  /(?:->|(?:^|[(,\n])\s*\*{0,2}(?!(?:else|try|finally)\s*:)[\p{L}_][\p{L}\p{N}_.]*\s*:|\b(?:(?!Literal\b)\p{Lu}\w*\p{Ll}\w*|list|dict|set|tuple|type)\[(?:[^[\]]*,)?|\bcast\(|\bbound\s*=|\|)\s*$/u;
export const PYTHON_LEXIS: LexicalRules = {
  comments: [HASH],
  quotedTypes: PYTHON_ANNOTATION,
  strings: [
    ...["f", "F"].flatMap((mark) =>
      ['"""', "'''", '"', "'"].map((close): StringForm => ({
        open: mark + close,
        close,
        isLong: close.length > 1,
        code: IN_BRACES,
      })),
    ),
    long('"""'),
    long("'''"),
    quoted('"'),
    quoted("'"),
  ],
};
const IN_HASH = { code: { open: "#{", close: "}" } };
const BRACKETS = ["()", "[]", "{}", "<>", "||", "//", '""', "''", "!!"];
/**
 * Literals that start with a mark and end with the counterpart of the bracket after it (`~w(a b)`, `%w[a
 * b]`).
 */
const marked = (
  marks: readonly string[],
  form: (mark: string) => Partial<StringForm>,
): readonly StringForm[] =>
  marks.flatMap((mark) =>
    BRACKETS.map((pair): StringForm => ({
      isLong: true,
      ...form(mark),
      open: mark + (pair[0] as string),
      close: pair[1] as string,
    })),
  );
/** `?"` is a character literal. */
const QUOTES_AS_CHARACTERS = ['?"', "?'"].map((open): StringForm => ({ open, close: "" }));
export const RUBY_LEXIS: LexicalRules = {
  comments: [{ open: "\n=begin", close: "\n=end" }, HASH],
  strings: [
    ...QUOTES_AS_CHARACTERS,
    ...marked(["%w", "%i", "%q"], () => ({})),
    ...marked(["%W", "%I", "%Q", "%r"], () => IN_HASH),
    quoted('"', IN_HASH),
    quoted("'"),
    quoted("`", IN_HASH),
  ],
  hasPatterns: true,
};
export const ELIXIR_LEXIS: LexicalRules = {
  comments: [HASH],
  strings: [
    ...QUOTES_AS_CHARACTERS,
    ...["~S", "~s"].flatMap((mark) =>
      ['"""', "'''"].map((close) => ({
        open: mark + close,
        close,
        isLong: true,
        ...(mark === "~s" ? IN_HASH : {}),
      })),
    ),
    ...marked(["~w", "~s", "~c", "~r", "~W", "~S", "~C", "~R"], (mark) =>
      /[a-z]$/.test(mark) ? IN_HASH : { escapes: false },
    ),
    long('"""', IN_HASH),
    long("'''", IN_HASH),
    long('"', IN_HASH),
  ],
};
export const LUA_LEXIS: LexicalRules = {
  comments: [
    { open: "--[[", close: "]]" },
    { open: "--[=[", close: "]=]" },
    { open: "--", close: null },
  ],
  strings: [
    { open: "[[", close: "]]", escapes: false, isLong: true },
    { open: "[=[", close: "]=]", escapes: false, isLong: true },
    quoted('"'),
    quoted("'"),
  ],
};
export const HASKELL_LEXIS: LexicalRules = {
  comments: [
    { open: "{-", close: "-}", nests: true },
    { open: "--", close: null },
  ],
  strings: [long('"')],
  hasCharacters: true,
};
/** Shells expand names in double quotes. */
export const BASH_LEXIS: LexicalRules = {
  comments: [{ ...HASH, afterBlank: true }],
  strings: [long('"', { hasNames: true, code: BRACED }), long("'", { escapes: false })],
};
export const POWERSHELL_LEXIS: LexicalRules = {
  comments: [
    { open: "<#", close: "#>" },
    { ...HASH, afterBlank: true },
  ],
  strings: [
    { open: '@"', close: '\n"@', escapes: false, isLong: true, hasNames: true },
    { open: "@'", close: "\n'@", escapes: false, isLong: true },
    long('"', { escapes: false, hasNames: true, code: { open: "$(", close: ")" } }),
    long("'", { escapes: false }),
  ],
};
