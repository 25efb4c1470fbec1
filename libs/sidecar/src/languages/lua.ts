import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../facts.ts";
import type { LanguageDefinition } from "../language.ts";

export const lua: LanguageDefinition = {
  id: "lua",
  aliases: ["luau"],
  extensions: [".lua", ".rockspec", ".nse", ".wlua"],
  filenames: [".luacheckrc"],
  interpreters: ["lua", "luajit", "texlua"],
  grammar: {
    wasm: "lua",
    queries: ["lua"],
    callsByName: true,
    wrappers: ["variable_declaration"],
    readImports,
  },
};

/** `local a = require("m")`, `local b = require("m").b`, `local ok, c = pcall(require, "m")`, `dofile("m.lua")`. */
function readImports(call: SyntaxNode): ImportFact[] {
  const module = call.childForFieldName("arguments")?.namedChildren.at(-1)?.text.replace(/^(?:["']|\[=*\[)|(?:["']|\]=*\])$/g, "") ?? "";
  return module === "" ? [] : [{ module, kind: "import", names: boundNames(call), line: call.startRow + 1 }];
}

/** The variable that the call, or a field of what it returns, is assigned to; that of `pcall` is the next one. */
function boundNames(call: SyntaxNode): ImportedName[] {
  const field = call.parent?.type === "dot_index_expression" ? call.parent : null;
  const values = (field ?? call).parent;
  const statement = values?.type === "expression_list" ? values.parent : null;
  const isProtected = call.childForFieldName("name")?.text === "pcall";
  const at = (values?.namedChildren.findIndex((value) => value?.id === (field ?? call).id) ?? -1) + (isProtected ? 1 : 0);
  const variable = statement?.namedChildren.find((child) => child?.type === "variable_list")?.childrenForFieldName("name")[at];
  return variable?.type === "identifier" ? [{ name: field?.childForFieldName("field")?.text ?? "*", alias: variable.text }] : [];
}
