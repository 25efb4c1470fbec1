/** The formats whose declarations start a line, and the patterns of such lines. Data. */
import type { SymbolKind } from "@satori/contracts";
import type { PlainSyntax } from "./plain-signs.ts";

/**
 * Where a declaration ends: with its braces, with its statement, with its indented lines, or before the next
 * one.
 */
export type ExtentRule = "braces" | "statement" | "indented" | "next";

/** How to find the declarations of one format. */
export interface Format {
  /**
   * Matches a declaration at the start of a line: `kind` is its keyword, `name` and `second` are its name, as
   * written.
   */
  readonly line: RegExp;
  readonly kinds: Readonly<Record<string, SymbolKind>>;
  /** Kind of declarations without a keyword, or with an unlisted one. */
  readonly otherKind: SymbolKind;
  readonly extent: ExtentRule;
  /** Whether there are no declarations between braces. */
  readonly isOutermost?: boolean;
  readonly syntax: PlainSyntax;
}

const BLOCK_KINDS: Readonly<Record<string, SymbolKind>> = {
  enum: "enum",
  interface: "interface",
  service: "interface",
  rpc: "method",
  namespace: "namespace",
  union: "type",
  exception: "class",
};

const C_COMMENT = { open: String.raw`\/\*`, close: String.raw`\*\/` };
/**
 * A string ends with its line at the latest: an apostrophe must not turn the rest of the file into a string.
 */
const TEXT = String.raw`"(?:[^"\\\n]|\\[^\n])*"?`;
/** A string with expressions that contain strings: `"${join(",", ["}"])}"`. */
const TEMPLATE = String.raw`"(?:[^"\\\n$%]|\\[^\n]|[$%]\{(?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n])*"|\{[^{}\n]*\})*\}|[$%])*"?`;
const SLASHES = String.raw`\/\/[^\n]*`;
const HASH = String.raw`#[^\n]*`;

const C_LIKE: PlainSyntax = { blocks: [C_COMMENT], quiet: `${SLASHES}|${TEXT}|${TEXT.replaceAll('"', "'")}` };

/** A name in SQL, quoted or not, with its qualifiers. */
const SQL_PART = String.raw`(?:"(?:[^"]|"")+"|'[^']+'|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_][\p{L}\p{N}_$#@]*)`;
const SQL_NAME = String.raw`${SQL_PART}(?:\s*\.\s*${SQL_PART}){0,3}`;
const SQL_KINDS =
  "event trigger|table|view|index|function|procedure|proc|trigger|type|schema|sequence|domain|policy|event";
/** Words between `create` and the kind of object: `or replace`, `temporary`, `definer = me`. */
const SQL_BETWEEN = String.raw`(?:definer\s*=\s*\S+\s+|(?!(?:${SQL_KINDS})\s)[a-z]+\s+){0,5}`;

const MAKE_WORD = String.raw`(?:\$\([^()]*\)|\$\{[^{}]*\}|[\w./%+@~,*?-])+`;

/** Formats by language id. */
export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  [
    "protobuf",
    {
      line: /^\s*(?<kind>message|enum|service|rpc)\s+(?<name>\w+)/,
      kinds: { ...BLOCK_KINDS, message: "struct" },
      otherKind: "type",
      extent: "braces",
      syntax: C_LIKE,
    },
  ],
  [
    "thrift",
    {
      line: /^\s*(?<kind>struct|enum|service|exception|union)\s+(?<name>\w+)/,
      kinds: { ...BLOCK_KINDS, struct: "struct" },
      otherKind: "type",
      extent: "braces",
      syntax: { ...C_LIKE, quiet: `${C_LIKE.quiet}|${HASH}` },
    },
  ],
  [
    "graphql",
    {
      line: /^\s*(?:extend\s+)?(?<kind>type|input|enum|interface|union|scalar|query|mutation|subscription|fragment)\s+(?<name>\w+)/,
      kinds: {
        ...BLOCK_KINDS,
        input: "struct",
        query: "function",
        mutation: "function",
        subscription: "function",
        fragment: "function",
      },
      otherKind: "type",
      extent: "braces",
      isOutermost: true,
      syntax: { blocks: [{ open: '"""', close: '(?<!\\\\)"""' }], quiet: `${HASH}|${TEXT}` },
    },
  ],
  [
    "prisma",
    {
      line: /^(?<kind>model|enum|type|view|datasource|generator)\s+(?<name>\w+)/,
      kinds: { ...BLOCK_KINDS, model: "class", view: "class" },
      otherKind: "type",
      extent: "braces",
      syntax: { quiet: `${SLASHES}|${TEXT}` },
    },
  ],
  [
    "terraform",
    {
      line: /^\s*(?<kind>[a-z]\w*)\s+"(?<name>[^"]+)"(?:\s+"(?<second>[^"]+)")?\s*\{|^(?<kindAlone>locals|terraform)\s*\{/,
      kinds: { variable: "variable", module: "module" },
      otherKind: "type",
      extent: "braces",
      isOutermost: true,
      syntax: { blocks: [C_COMMENT], quiet: `${HASH}|${SLASHES}|${TEMPLATE}`, heredocs: true },
    },
  ],
  [
    "sql",
    {
      line: new RegExp(
        String.raw`^\s*create\s+${SQL_BETWEEN}(?<kind>${SQL_KINDS})\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?!(?:on|if)\s)(?<name>${SQL_NAME})`,
        "iu",
      ),
      kinds: {
        table: "class",
        view: "class",
        function: "function",
        procedure: "function",
        proc: "function",
        trigger: "function",
        event: "function",
        "event trigger": "function",
        schema: "namespace",
      },
      otherKind: "type",
      extent: "statement",
      // The input of `pg_dump`'s copy statements is data. It ends with a line of its own.
      syntax: {
        blocks: [
          C_COMMENT,
          { open: String.raw`^copy\s[^\n;]*\sfrom\s+stdin\b[^\n]*`, close: String.raw`^\\\.` },
        ],
        quiet: String.raw`--[^\n]*|'[^'\n]*'?|"[^"\n]*"?`,
        isSql: true,
      },
    },
  ],
  [
    "makefile",
    {
      line: new RegExp(
        String.raw`^(?:(?:override\s+)?(?<kind>define)\s+(?<name>\S+)|(?!\.PHONY|\.[A-Z_]+:)(?<target>${MAKE_WORD})(?:\s+${MAKE_WORD})*\s*&?:(?![=:]=?)(?!\s*(?:(?:export|override|private)\s+)*[\w.-]+\s*(?:[:?+!]|::)?=)|(?!\.[A-Z_]+:)(?<double>${MAKE_WORD})\s*::(?!=))`,
      ),
      kinds: { define: "macro" },
      otherKind: "function",
      extent: "indented",
      syntax: {
        blocks: [
          { open: String.raw`^(?:override[ \t]+)?define\b[^\n]*`, close: String.raw`^[ \t]*endef\b[^\n]*` },
        ],
        quiet: HASH,
      },
    },
  ],
  [
    "dockerfile",
    {
      line: /^FROM\s(?:.+?\sAS\s+(?<name>[\w.-]+)\s*$)?/i,
      kinds: {},
      otherKind: "module",
      extent: "next",
      syntax: { quiet: String.raw`^[ \t]*#[^\n]*`, heredocs: true },
    },
  ],
]);
