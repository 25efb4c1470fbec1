/** Visibility rules by language. Languages that are not listed have none: all of their symbols count. */
import { withoutParameterNames } from "../parameter-names.ts";
import { modifiersOf, reexportedNames, unlessHidden, type VisibilityRule } from "../visibility.ts";
import { cVisibility } from "./c-family/visibility.ts";
import { ECMA_LANGUAGES } from "./ecma/profile.ts";
import { ecmaVisibility } from "./ecma/visibility.ts";
import { pythonVisibility } from "./python/visibility.ts";
import { rubyVisibility } from "./ruby/visibility.ts";

/** Members that are as visible as their interface or enumeration. */
function inheritsAccess(parent: { readonly kind: string } | null): boolean {
  return parent !== null && /^(?:interface|trait|protocol|enum|impl|namespace)$/.test(parent.kind);
}

const RULES: ReadonlyMap<string, VisibilityRule> = new Map(
  Object.entries({
    ...Object.fromEntries(ECMA_LANGUAGES.map((id) => [id, ecmaVisibility])),
    c: cVisibility,
    cpp: cVisibility,
    csharp: {
      module: "folder",
      open: () => (symbol, parent) => {
        const words = modifiersOf(symbol);
        if (/\b(?:public|protected)\b/.test(words)) return !/\bprivate protected\b/.test(words);
        if (/\b(?:private|internal)\b/.test(words)) return false;
        const isOfRecord = /\brecord\b/.test(parent?.signature ?? "") && symbol.kind === "property";
        return symbol.kind === "namespace" || isOfRecord || /^(?:interface|enum)$/.test(parent?.kind ?? "");
      },
    },
    dart: { module: "file", open: () => (symbol) => !symbol.name.startsWith("_") },
    elixir: unlessHidden(/^\s*(?:defp|defmacrop|defguardp|@typep)\b/),
    go: {
      module: "folder",
      // The receiver's name, too, is its own business.
      plainSignature: (signature) =>
        withoutParameterNames(signature.replace(/^func \(\w+ (?=[*\w])/, "func ("), "name type"),
      open: ({ path }) => {
        const isImportable = !/(?:^|\/)internal\/|_test\.go$/.test(path);
        // A method's label starts with its receiver.
        return ({ label }) => isImportable && label.split(".").every((part) => /^\p{Lu}/u.test(part));
      },
    },
    haskell: {
      module: "file",
      open: ({ code }) => {
        const list = /^module\s+[\w.]+\s*\(([^]{0,20000}?)\)\s*where\b/m.exec(code)?.[1];
        const names = list === undefined ? null : new Set(list.match(/[\p{L}_][\p{L}\p{N}_']*/gu));
        return ({ name }, parent) => parent !== null || names === null || names.has(name);
      },
    },
    java: {
      module: "folder",
      plainSignature: (signature) =>
        withoutParameterNames(signature.replace(/\bfinal (?=[^()]*[,)])/g, ""), "type name"),
      open: () => (symbol, parent) => {
        const words = modifiersOf(symbol);
        if (/\b(?:public|protected)\b/.test(words)) return true;
        return !/\bprivate\b/.test(words) && inheritsAccess(parent);
      },
    },
    kotlin: unlessHidden(/\b(?:private|internal)\b/, "folder"),
    lua: unlessHidden(/^\s*local\b/),
    php: unlessHidden(/\bprivate\b/),
    python: pythonVisibility,
    ruby: rubyVisibility,
    rust: {
      module: "file",
      plainSignature: (signature) =>
        withoutParameterNames(signature.replace(/\bmut (?=\w+:)/g, ""), "name: type"),
      // Not those of `pub(crate) use`.
      passedOn: ({ imports, text }) => {
        const lines = text.split("\n");
        return reexportedNames({ imports }).filter(({ line }) => /\bpub\s+use\b/.test(lines[line - 1] ?? ""));
      },
      open: ({ symbols, text }) => {
        const isPub = (signature: string | null): boolean => /^pub\b(?!\s*\()/.test(signature ?? "");
        const hidden = new Set(
          symbols
            .filter(({ kind, signature }) => /^(?:struct|enum|trait|type)$/.test(kind) && !isPub(signature))
            .map(({ name }) => name),
        );
        return (symbol, parent) => {
          if (symbol.kind === "impl") return !hidden.has(symbol.name);
          if (symbol.kind === "macro")
            return isPub(symbol.signature) || /#\[macro_export/.test(text.slice(symbol.start, symbol.end));
          const isOfTrait = parent?.kind === "impl" && / for /.test(parent.signature ?? "");
          if (isOfTrait || parent?.kind === "trait" || parent?.kind === "enum") return true;
          return isPub(symbol.signature) || symbol.kind === "enum_member";
        };
      },
    },
    scala: unlessHidden(/\bprivate\b/, "folder"),
    solidity: {
      module: "file",
      open: () => (symbol) => {
        if (/^(?:function|method|constructor)$/.test(symbol.kind))
          return !/\b(?:internal|private)\b/.test(symbol.signature ?? "");
        return (
          !/^(?:variable|field|property|constant)$/.test(symbol.kind) ||
          /\bpublic\b/.test(symbol.signature ?? "")
        );
      },
    },
    swift: {
      module: "file",
      open: () => (symbol, parent) => {
        const words = symbol.signature ?? "";
        if (symbol.kind === "extension") return !/\b(?:private|fileprivate)\b/.test(words);
        if (/\b(?:private|fileprivate|internal)\b(?!\(set\))/.test(modifiersOf(symbol))) return false;
        const isOpened = /\b(?:public|open)\b/.test(parent?.signature ?? "");
        const isMember = parent?.kind === "protocol" || symbol.kind === "enum_member";
        const inherits = isMember || (parent?.kind === "extension" && isOpened);
        return /\b(?:public|open)\b/.test(modifiersOf(symbol)) || inherits;
      },
    },
    zig: {
      module: "file",
      open: () => (symbol, parent) =>
        (parent !== null && symbol.kind === "field") || /^pub\b/.test(symbol.signature ?? ""),
    },
  } satisfies Readonly<Record<string, VisibilityRule>>),
);

/** The rule of a language; null if it has none. */
export function visibilityRuleOf(language: string): VisibilityRule | null {
  return RULES.get(language) ?? null;
}
