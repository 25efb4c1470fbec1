import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact, ImportedName, TextRange } from "../facts.ts";
import type { LanguageDefinition } from "../language.ts";

export const rust: LanguageDefinition = {
  id: "rust",
  aliases: ["rs"],
  extensions: [".rs"],
  interpreters: ["rust-script", "cargo"],
  grammar: {
    wasm: "rust",
    queries: ["rust"],
    readImports,
    loadFlowReader: async () => (await import("../flow/readers/rust.ts")).readRust,
    hidden: itemMacros,
    chunkNodes: ["foreign_mod_item", "const_item", "static_item"],
  },
};

/** `use a::b::{self, C as D, e::*};`, `extern crate a as b;`, and `mod a;`, which brings in a file. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  if (node.type === "use_declaration") {
    const kind = node.namedChildren.some((child) => child?.type === "visibility_modifier") ? "reexport" : "import";
    const byModule = new Map<string, ImportedName[]>();
    for (const { module, ...name } of usedNames(node.childForFieldName("argument"), "")) byModule.set(module, [...(byModule.get(module) ?? []), name]);
    return [...byModule].map(([module, names]) => ({ module, kind, names, line }));
  }
  const name = node.childForFieldName("name")?.text ?? "";
  const alias = node.childForFieldName("alias")?.text ?? name;
  return [{ module: node.type === "mod_item" ? `self::${name}` : name, kind: "import", names: [{ name: "*", alias }], line }];
}

interface UsedName extends ImportedName {
  readonly module: string;
}

/** What a tree of `use` names, each with the path in front of it. */
function usedNames(node: SyntaxNode | null, prefix: string): UsedName[] {
  switch (node?.type) {
    case undefined:
      return [];
    case "scoped_use_list":
      return usedNames(node.childForFieldName("list"), joined(prefix, node.childForFieldName("path")));
    case "use_list":
      return node.namedChildren.flatMap((child) => usedNames(child, prefix));
    case "use_as_clause": {
      const alias = node.childForFieldName("alias")?.text ?? "_";
      return usedNames(node.childForFieldName("path"), prefix).map((used) => ({ ...used, alias }));
    }
    case "use_wildcard":
      return [{ module: joined(prefix, node.namedChildren[0] ?? null), name: "*", alias: "*" }];
    case "scoped_identifier": {
      const name = node.childForFieldName("name")?.text ?? "";
      return [{ module: joined(prefix, node.childForFieldName("path")), name, alias: name }];
    }
    case "self":
      return [{ module: prefix, name: "*", alias: prefix.slice(prefix.lastIndexOf(":") + 1) }];
    case "identifier":
    case "crate":
    case "super":
      return [prefix === "" ? { module: node.text, name: "*", alias: node.text } : { module: prefix, name: node.text, alias: node.text }];
    default:
      return [];
  }
}

function joined(prefix: string, path: SyntaxNode | null): string {
  const text = path?.text.replace(/\s+/g, "") ?? "";
  return prefix === "" || text === "" ? prefix + text : `${prefix}::${text}`;
}

/** Macros known to give back the items that they are called with, as rustfmt writes them: alone on a line, closed at the same indentation. */
const ITEM_MACRO = /^([ \t]*)(?:\w+::)*(?:(?!cfg_if\b)cfg_\w+|feature|pin_project|thread_local|task_local)!\s*\{[ \t]*\r?$/gm;

/** The first and last lines of such calls: without them, the parser reads the items inside, which it otherwise takes for mere tokens. */
function itemMacros(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { index, 0: opening, 1: indent } of text.matchAll(ITEM_MACRO)) {
    const closing = `\n${indent ?? ""}}`;
    const close = text.indexOf(closing, index + opening.length);
    if (close !== -1) ranges.push({ start: index, end: index + opening.length }, { start: close + closing.length - 1, end: close + closing.length });
  }
  return ranges.sort((left, right) => left.start - right.start);
}
