/** How far names of JavaScript and TypeScript reach. Pure. */
import type { SymbolFact } from "../../facts.ts";
import {
  type NameReach,
  type NameReachRule,
  type ReachFile,
  named,
  notCovered,
  open,
} from "../../name-reach.ts";
import { modifiersOf } from "../../visibility.ts";

const IN_DECLARATIONS = /\.d\.(?:\w+\.)?[cm]?ts$/;
/** Components are also used from their markup, and macros of their compilers add to their code. */
const IN_COMPONENT = /\.(?:vue|svelte|astro)$/;
const IS_MODULE = /^[ \t]*(?:export|import)\b(?!\s*[(.:=])/m;
const IS_COMMON = /\brequire\s*\(|\bexports\b/;
/** Everything before the name of an exported declaration; decorators may come before the keyword. */
const EXPORTED = /^(?:@|export\b)/;
const DEFAULT = /^export\s+default\b/;
/** Names that compilers and runtimes use without writing them: of JSX, and of helpers. */
const COMPILED = /^(?:jsxs?|jsxDEV|Fragment|createElement|React|h|__\w+)$/;
const TOP_KINDS = /^(?:class|enum|function|interface|type|variable|constant)$/;
const PRIVATE = /\bprivate\b/;

export const ecmaReach: NameReachRule = {
  reachOf: (symbol, parent, file) => {
    if (IN_DECLARATIONS.test(file.path))
      return open("outside", "It declares something that is defined elsewhere.");
    if (IN_COMPONENT.test(file.path))
      return open("outside", "Markup and compilers of components may use it.");
    const isModule = IS_MODULE.test(file.code);
    if (!isModule && !IS_COMMON.test(file.code))
      return open("outside", "The file is a script: every other script sees its names.");
    if (isExpression(symbol, file)) return open("outside", "It is a value where it stands.");
    const isMember = parent?.kind === "class";
    if (isLocal(symbol, file) && !isMember)
      return isLocalFunction(symbol, file) ? named("file") : notCovered(symbol);
    return parent === null ? ofModule(symbol, file, isModule) : ofMember(symbol, parent, file);
  },
  speakingComment: /\{(?!@link\b)|@jsx|@type|@param|@returns?\b|@template|@typedef|@import/,
};

/** Whether a function contains it. */
function isLocal({ parent }: SymbolFact, { symbols }: ReachFile): boolean {
  for (let at = parent; at !== -1; at = symbols[at]?.parent ?? -1) {
    const { kind } = symbols[at] as SymbolFact;
    if (kind === "function" || kind === "method") return true;
  }
  return false;
}

/** Whether a function is declared, or is the value of a variable, rather than a part of an object. */
function isLocalFunction({ kind, start, label, name }: SymbolFact, { code }: ReachFile): boolean {
  return (
    kind === "function" && label.endsWith(name) && LOCAL_FUNCTION.test(code.slice(start, start + HEAD_CHARS))
  );
}

const LOCAL_FUNCTION = /^(?:async\s+)?function\b|^(?:const|let|var)\s/;
const HEAD_CHARS = 100;

/**
 * Whether a function or class is part of an expression, which uses it without its name: `run(function once()
 * {})`.
 */
function isExpression({ kind, start }: SymbolFact, { code }: ReachFile): boolean {
  if (
    (kind !== "function" && kind !== "class") ||
    !/^(?:async\s+function|function|class)\b/.test(code.slice(start, start + HEAD_CHARS))
  )
    return false;
  const before = code.slice(Math.max(0, start - HEAD_CHARS), start).trimEnd();
  return (
    !/(?:^|[;{})\]\w"'`])$/.test(before) ||
    /(?:^|[^\w$.])(?:return|new|await|yield|void|typeof|throw|case|in|of|extends|default)$/.test(before)
  );
}

function ofModule(symbol: SymbolFact, { code }: ReachFile, isModule: boolean): NameReach {
  if (!TOP_KINDS.test(symbol.kind) || symbol.label !== symbol.name) return notCovered(symbol);
  const declared = code.slice(symbol.start, symbol.end);
  if (DEFAULT.test(declared)) return open("other_name", "It is a default export: importers choose its name.");
  if (COMPILED.test(symbol.name))
    return open("language", "Compiled code may use the name without writing it.");
  if (isModule && !EXPORTED.test(declared) && !isInExport(symbol, code)) return named("file");
  return named("codebase", { byModule: true });
}

/** Whether the statement around a declaration exports it: `export const { a, b } = made`. */
function isInExport({ start }: SymbolFact, code: string): boolean {
  const statement = code.slice(Math.max(0, start - STATEMENT_CHARS), start);
  return (
    /\bexport\b[^;]*$/.test(statement.slice(statement.lastIndexOf(";") + 1)) && !/\}\s*$/.test(statement)
  );
}

const STATEMENT_CHARS = 2_000;

function ofMember(symbol: SymbolFact, parent: SymbolFact, { path }: ReachFile): NameReach {
  const isOfClass = parent.kind === "class" && /\.[cm]?tsx?$/.test(path);
  if (!isOfClass || symbol.kind === "constructor" || !PRIVATE.test(modifiersOf(symbol)))
    return open("outside", "Objects are typed by their structure: code elsewhere may need this member.");
  // Tests and casts (`(store as any).refresh()`) reach it from other files.
  return named("codebase", { byText: true });
}
