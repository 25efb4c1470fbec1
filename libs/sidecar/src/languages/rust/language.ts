/** The language Rust; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { RUST_LEXIS } from "../../lexical/lexical-rules.ts";
import { itemMacros } from "./item-macros.ts";
import { plainItems } from "./macro-items.ts";

export const rust: LanguageDefinition = {
  id: "rust",
  aliases: ["rs"],
  extensions: [".rs"],
  interpreters: ["rust-script", "cargo"],
  lexicalRules: RUST_LEXIS,
  grammar: {
    wasm: "rust",
    queries: ["rust/rust"],
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-rust.ts")).readRust,
    rewrite: plainItems,
    hidden: itemMacros,
    hiddenDespite: itemMacros,
    chunkNodes: ["foreign_mod_item", "const_item", "static_item"],
  },
};

/** `use a::b::{self, C as D, e::*};`, `extern crate a as b;`, and `mod a;`, which includes a file. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  if (node.type === "use_declaration") {
    const kind = node.namedChildren.some((child) => child?.type === "visibility_modifier")
      ? "reexport"
      : "import";
    const byModule = new Map<string, ImportedName[]>();
    for (const { module, ...name } of usedNames(node.childForFieldName("argument"), "")) {
      const names = byModule.get(module);
      if (names) names.push(name);
      else byModule.set(module, [name]);
    }
    return [...byModule].map(([module, names]) => ({ module, kind, names, line }));
  }
  const name = node.childForFieldName("name")?.text ?? "";
  const alias = node.childForFieldName("alias")?.text ?? name;
  return [
    {
      module: node.type === "mod_item" ? `self::${name}` : name,
      kind: "import",
      names: [{ name: "*", alias }],
      line,
    },
  ];
}

interface UsedName extends ImportedName {
  readonly module: string;
}

/** Names in a `use` tree, each with its full path. */
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
      return [
        prefix === ""
          ? { module: node.text, name: "*", alias: node.text }
          : { module: prefix, name: node.text, alias: node.text },
      ];
    default:
      return [];
  }
}

function joined(prefix: string, path: SyntaxNode | null): string {
  const text = path?.text.replace(/\s+/g, "") ?? "";
  return prefix === "" || text === "" ? prefix + text : `${prefix}::${text}`;
}
