/** What modules of JavaScript and TypeScript export, in the syntax of ECMAScript or of CommonJS. Pure. */
import type { SymbolFact } from "../../facts.ts";
import { withoutParameterNames } from "../../parameter-names.ts";
import { type DeclaringFile, modifiersOf, type VisibilityRule } from "../../visibility.ts";

/** Decorators may come before the keyword. */
const DECORATED = /\bexport\s+(?:default\s+)?(?:abstract\s+)?class\b/;
const DECORATORS_CHARS = 4_000;
const EXPORT_LIST = /\bexport\s*(?:type\s*)?\{([^}]*)\}/g;
const EXPORTED_VALUE = /\bexport\s*(?:default\s+|=\s*)(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const COMMON_VALUE =
  /(?:\bmodule\s*\.\s*)?\bexports(?:\s*\.\s*[\w$]+)?\s*=\s*(?:exports\s*=\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const COMMON_LIST = /\bmodule\s*\.\s*exports\s*=\s*\{([^{}]*)/g;
/** `var app = exports = module.exports = {}`. */
const COMMON_OBJECT = /([\p{L}_$][\p{L}\p{N}_$]*)\s*=\s*(?:module\s*\.\s*)?exports\s*=/gu;
const MEMBER = /^((?:module\.)?[\w$]+)(?:\.prototype)?[.[][^=(]*=/;
const IS_MODULE = /^\s*(?:export|import)\b(?!\s*\()/m;
const IS_COMMON = /\brequire\s*\(|\bexports\b/;
const IN_DECLARATIONS = /\.d\.[cm]?ts$/;
const HIDDEN = /\bprivate\b/;

export const ecmaVisibility: VisibilityRule = {
  module: "file",
  open: (file) => {
    const exported = exportedNames(file);
    const isOffered = (name: string): boolean => exported === "all" || exported.has(name);
    const marked = new Set(
      file.symbols.filter((symbol) => symbol.parent === -1 && isMarked(symbol, file)).map(({ name }) => name),
    );
    const holdsMembers = membersOf(file);
    return (symbol, parent) => {
      const owner = assignedTo(symbol);
      if (owner !== null && (parent === null || owner !== "this"))
        // Inside of something, the owner is a local variable.
        return parent === null && (/exports$/.test(owner) || isOffered(owner) || marked.has(owner));
      if (parent === null || parent.kind === "namespace")
        return isOffered(symbol.name) || isMarked(symbol, file) || isModule(symbol);
      return !symbol.name.startsWith("#") && !HIDDEN.test(modifiersOf(symbol)) && holdsMembers(parent);
    };
  },
  plainSignature: (signature) => withoutParameterNames(signature, "name: type"),
};

/** Whether what is inside of a symbol are its members: not so in a variable that is made by a function in it. */
function membersOf({ code }: DeclaringFile): (symbol: SymbolFact) => boolean {
  const known = new Map<SymbolFact, boolean>();
  return (symbol) => {
    if (symbol.kind !== "variable" && symbol.kind !== "constant") return true;
    const holds = known.get(symbol) ?? !MADE_BY_FUNCTION.test(headOf(symbol, code));
    known.set(symbol, holds);
    return holds;
  };
}

/** Between the start of the value and its first brace. */
const MADE_BY_FUNCTION = /=(?![>=])[^{]*(?:=>|\bfunction\b)[^{]*$/;
const HEAD_CHARS = 1_000;

function headOf({ start, end }: SymbolFact, code: string): string {
  const head = code.slice(start, Math.min(end, start + HEAD_CHARS));
  const value = head.search(/=(?![>=])/);
  const brace = head.indexOf("{", Math.max(0, value));
  return brace === -1 ? head : head.slice(Math.max(0, value), brace);
}

/** The object whose member an assignment declares: `app` of `app.use = function () {}`; else null. */
function assignedTo({ signature }: SymbolFact): string | null {
  return MEMBER.exec(signature ?? "")?.[1] ?? null;
}

function isModule({ kind, signature }: SymbolFact): boolean {
  return kind === "namespace" && /^(?:declare )?module /.test(signature ?? "");
}

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
  for (const list of [COMMON_VALUE, COMMON_OBJECT])
    for (const [, name = ""] of code.matchAll(list)) names.add(name);
  for (const [, list = ""] of code.matchAll(COMMON_LIST))
    for (const part of list.split(",")) names.add((part.split(":").at(-1) ?? "").trim());
  return names;
}
