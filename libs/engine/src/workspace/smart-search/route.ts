/**
 * Classifies a query by its form: a path, a symbol, quoted text, a regular expression, or plain words. Pure.
 */
import type { RouteKind } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";

export type Route = { readonly reason: string } &
  /** `line` is set if the query names one: `app.ts:12`. */
  (
    | { readonly kind: Extract<RouteKind, "path">; readonly path: string; readonly line: number | null }
    /** Parts of the name joined by `.`, as in the labels of an index. */
    | { readonly kind: Extract<RouteKind, "symbol">; readonly name: string }
    | {
        readonly kind: Extract<RouteKind, "text" | "regex">;
        readonly text: string;
        readonly isCaseSensitive: boolean;
      }
    | { readonly kind: Extract<RouteKind, "natural_language"> }
  );

/** The first kind that matches; null for an empty query. */
export function routeOf(query: string): Route | null {
  const asked = query.trim();
  if (asked === "") return null;
  return (
    quoted(asked) ??
    slashedRegex(asked) ??
    declaration(asked) ??
    bareRegex(asked) ??
    (/\s/.test(asked) ? plainWords() : oneWord(asked))
  );
}

function plainWords(): Route {
  return { kind: "natural_language", reason: "it is in plain words" };
}

function oneWord(asked: string): Route {
  return (
    address(asked) ??
    path(asked) ??
    symbol(asked) ??
    (PLAIN_WORD.test(asked) ? plainWords() : text(asked, "it has characters that names do not have"))
  );
}

/** Case counts only if the text has capitals. */
function text(asked: string, reason: string): Route {
  return { kind: "text", text: asked, isCaseSensitive: /\p{Lu}/u.test(asked), reason };
}

const QUOTES = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["«", "»"],
] as const;

function quoted(asked: string): Route | null {
  for (const [open, close] of QUOTES) {
    const inner = asked.slice(open.length, -close.length);
    const isWhole =
      asked.length > 2 &&
      asked.startsWith(open) &&
      asked.endsWith(close) &&
      !inner.includes(open) &&
      !inner.includes(close);
    if (isWhole && inner.trim() !== "" && !/[\n\r]/.test(inner)) return text(inner, "it is quoted");
  }
  return null;
}

/** `/…/` and `/…/i`, unless it contains no special characters: `/src/app/` is a path. */
function slashedRegex(asked: string): Route | null {
  const [, pattern, flags] = /^\/(.+)\/([dgimsuvy]*)$/.exec(asked) ?? [];
  if (pattern === undefined || flags === undefined || !/[\\^$*+?()[\]{}|]/.test(pattern)) return null;
  return {
    kind: "regex",
    text: pattern,
    isCaseSensitive: !flags.includes("i"),
    reason: "it is enclosed in slashes",
  };
}

/** What regular expressions contain, but hardly any other text. */
const REGEX_SIGNS = [
  /\\[bBdDsSwW.()[\]{}|+*?^$]/,
  /\(\?[:i]/,
  /\.[*+]\??[\w\\$([]/,
  /\[\^?[^\]\s]+\](?:[*+?]|\{\d)/,
  /^\^\S/,
  /[\w)]\|[\w(]/,
  /^\.\*\S/,
];

function bareRegex(asked: string): Route | null {
  const sign = REGEX_SIGNS.map((pattern) => pattern.exec(asked)?.[0]).find((found) => found !== undefined);
  if (sign === undefined || /[\n\r]/.test(asked) || isProse(asked) || isWindowsPath(asked) || !isRegex(asked))
    return null;
  // Escapes such as `\W` do not count as capitals.
  return {
    kind: "regex",
    text: asked,
    isCaseSensitive: /\p{Lu}/u.test(asked.replaceAll(/\\./g, "")),
    reason: `it contains ${sign}, like a regular expression`,
  };
}

/** Whether the query is a sentence, which may merely mention an expression. */
function isProse(asked: string): boolean {
  return asked.split(/\s+/).filter((word) => /^\p{L}{2,}[,.;:?!]?$/u.test(word)).length > 2;
}

function isWindowsPath(asked: string): boolean {
  return /^[\w.-]+(?:\\[\w.-]+)+$/.test(asked) && detectLanguage(asked, "") !== null;
}

function isRegex(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

function address(asked: string): Route | null {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(asked) ? text(asked, "it is a URL") : null;
}

/** Files that people name without an extension. */
const BARE_FILES =
  /^(?:readme|license|licence|changelog|contributing|notice|authors|makefile|dockerfile|rakefile|gemfile|procfile|codeowners)$/i;
const PATH_CHARACTERS = /^[\p{L}\p{M}\p{N}_@~$.\\/+*?{}[\],-]+$/u;

function path(asked: string): Route | null {
  const [, bare = "", line] = /^(.+?)(?::(\d+)(?::\d+)?)?$/.exec(asked) ?? [];
  if (!PATH_CHARACTERS.test(bare)) return null;
  const found = (reason: string): Route => ({
    kind: "path",
    path: bare,
    line: line === undefined ? null : Number(line),
    reason,
  });
  const name = bare.slice(Math.max(bare.lastIndexOf("/"), bare.lastIndexOf("\\")) + 1);
  if (isGlob(bare)) return found("it has wildcards, like a path pattern");
  if (/[\p{L}\p{N}_.~-][/\\]|^[/\\][\p{L}\p{N}_.]/u.test(bare)) return found("it has slashes, like a path");
  if (/\.[A-Za-z]/.test(name) && detectLanguage(name, "") !== null) return found("it has a file extension");
  if (line !== undefined && /^[\w-]+\.\w+$/.test(name)) return found("it names a line of a file");
  if (BARE_FILES.test(name) || /^\.[a-z][\w.-]+$/.test(name)) return found("it is a file name");
  return null;
}

/**
 * Whether a path has wildcards next to letters or slashes. A question mark at the end belongs to a sentence.
 */
export function isGlob(path: string): boolean {
  return /\*|[^?]\?[^?]/.test(path) && /[\p{L}\p{N}/.]/u.test(path);
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*`;
const QUALIFIED = new RegExp(String.raw`^${NAME}(?:(?:\.|::|#|->)${NAME})*(?:\(\))?$`, "u");
const DECLARATION = new RegExp(
  String.raw`^(?:class|def|enum|fn|func|fun|function|interface|method|struct|trait|type)\s+(${NAME}(?:(?:\.|::|#|->)${NAME})*)(?:\(\))?$`,
  "u",
);
const PLAIN_WORD = /^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*[?!.]?$/u;

/**
 * A name with an inner capital, an underscore, a digit or several parts, a call, or a capitalized name. Any
 * other word may be just a word.
 */
function symbol(asked: string): Route | null {
  if (!QUALIFIED.test(asked)) return null;
  const reason = /\W/.test(asked.replaceAll(/[\p{L}\p{M}$]/gu, "a"))
    ? "it is written like a name in code"
    : marked(asked);
  return reason === null ? null : { kind: "symbol", name: dotted(asked), reason };
}

/** `class SessionStore`; but `type system` is not a declaration. */
function declaration(asked: string): Route | null {
  const [, name] = DECLARATION.exec(asked) ?? [];
  if (name === undefined || (marked(name) === null && !/\W/.test(name))) return null;
  return { kind: "symbol", name: dotted(name), reason: "it is a name after a declaring keyword" };
}

function marked(name: string): string | null {
  if (/\p{Ll}\p{Lu}|_|\$|\p{L}\p{N}|\p{Lu}{2}/u.test(name)) return "it is spelled like an identifier";
  return /^\p{Lu}/u.test(name) ? "it begins with a capital, like a type name" : null;
}

function dotted(name: string): string {
  return name.replace(/\(\)$/, "").replaceAll(/::|#|->/g, ".");
}
