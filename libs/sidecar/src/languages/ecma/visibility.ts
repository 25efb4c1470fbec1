/** What modules of JavaScript and TypeScript export, in the syntax of ECMAScript or of CommonJS. Pure. */
import type { SymbolFact } from "../../facts.ts";
import { type DeclaringFile, modifiersOf, type VisibilityRule } from "../../visibility.ts";

/** Decorators may come before the keyword. */
const DECORATED = /\bexport\s+(?:default\s+)?(?:abstract\s+)?class\b/;
const DECORATORS_CHARS = 4_000;
const EXPORT_LIST = /\bexport\s*(?:type\s*)?\{([^}]*)\}/g;
const EXPORTED_VALUE = /\bexport\s*(?:default\s+|=\s*)(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const COMMON_VALUE =
  /(?:\bmodule\s*\.\s*)?\bexports(?:\s*\.\s*[\w$]+)?\s*=\s*(?:exports\s*=\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const COMMON_LIST = /\bmodule\s*\.\s*exports\s*=\s*\{([^{}]*)/g;
const COMMON_MEMBER = /^\s*(?:module\s*\.\s*)?exports\s*[.[]/;
const IS_MODULE = /^\s*(?:export|import)\b(?!\s*\()/m;
const IS_COMMON = /\brequire\s*\(|\bexports\b/;
const IN_DECLARATIONS = /\.d\.[cm]?ts$/;
const HIDDEN = /\bprivate\b/;

export const ecmaVisibility: VisibilityRule = {
  module: "file",
  open: (file) => {
    const exported = exportedNames(file);
    const isDeclared = (symbol: SymbolFact): boolean =>
      exported === "all" ||
      exported.has(symbol.name) ||
      isMarked(symbol, file) ||
      COMMON_MEMBER.test(symbol.signature ?? "");
    return (symbol, parent) => {
      if (parent === null || parent.kind === "namespace")
        return (
          isDeclared(symbol) ||
          (symbol.kind === "namespace" && /^(?:declare )?module /.test(symbol.signature ?? ""))
        );
      return !symbol.name.startsWith("#") && !HIDDEN.test(modifiersOf(symbol));
    };
  },
};

function isMarked({ start, end }: SymbolFact, { code }: DeclaringFile): boolean {
  const head = code.slice(start, Math.min(end, start + DECORATORS_CHARS));
  return head.startsWith("@") ? DECORATED.test(head) : /^export\b/.test(head);
}

/** Names of the file that are exported apart from their declarations; `all` for a script or declarations. */
function exportedNames({ path, code }: DeclaringFile): ReadonlySet<string> | "all" {
  const isModule = IS_MODULE.test(code);
  // A script has no exports: its top level is visible to every other script.
  if (IN_DECLARATIONS.test(path) || (!isModule && !IS_COMMON.test(code))) return "all";
  const names = new Set<string>();
  for (const [, list = ""] of code.matchAll(EXPORT_LIST))
    for (const part of list.split(","))
      names.add(
        part
          .trim()
          .split(/\s+as\s+/)[0]
          ?.replace(/^type\s+/, "") ?? "",
      );
  for (const [, name = ""] of code.matchAll(EXPORTED_VALUE)) names.add(name);
  if (isModule) return names;
  for (const [, name = ""] of code.matchAll(COMMON_VALUE)) names.add(name);
  for (const [, list = ""] of code.matchAll(COMMON_LIST))
    for (const part of list.split(",")) names.add((part.split(":").at(-1) ?? "").trim());
  return names;
}
