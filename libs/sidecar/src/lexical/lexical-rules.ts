/**
 * What of a language's text is no code: its comments, and its strings but for the code in them. Families of
 * languages that are alike in it.
 */

export interface CommentForm {
  readonly open: string;
  /** Null for the end of the line. */
  readonly close: string | null;
  /** One may stand in another. Default false. */
  readonly nests?: boolean;
  /** Only at the beginning of a word. Default false. */
  readonly afterBlank?: boolean;
  /** Signs behind which it is none. */
  readonly unless?: string;
}

export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** A backslash takes the next character its meaning. Default true. */
  readonly escapes?: boolean;
  /** It may have several lines. Default false: what is not closed on its line is none. */
  readonly isLong?: boolean;
  /** What code in it stands between. */
  readonly code?: { readonly open: string; readonly close: string };
  /** `$name` in it is code. Default false. */
  readonly hasNames?: boolean;
}

export interface LexicalRules {
  readonly comments: readonly CommentForm[];
  /** Of two that begin alike, the longer one first. */
  readonly strings: readonly StringForm[];
  /** `'x'` is a character, and a single quote elsewhere opens nothing. Default false. */
  readonly hasCharacters?: boolean;
  /**
   * What stands in front of a string that holds the name of a type, which is code (`def f(to: "Server")`).
   */
  readonly quotedTypes?: RegExp;
  /** `/…/` is a string where a value is expected. Default false. */
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
/** Scripts between markup. */
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
/** Of Kotlin, and of Scala, which takes names in strings that begin with `s`. */
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
 * An annotation, or an argument of a type in one: a key of a dictionary, or of a table that is called like a
 * type, looks alike.
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
 * Literals that begin with a mark and end with the sign that fits the one behind it (`~w(a b)`, `%w[a b]`).
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
/** `?"` is a character. */
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
/** Shells read names in double quotes. */
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
