/** The language Lua; calls are resolved by the names that its query captures. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { LUA_LEXIS } from "../../lexical/lexical-rules.ts";

export const lua: LanguageDefinition = {
  id: "lua",
  aliases: ["luau"],
  extensions: [".lua", ".rockspec", ".nse", ".wlua"],
  filenames: [".luacheckrc"],
  interpreters: ["lua", "luajit", "texlua"],
  lexicalRules: LUA_LEXIS,
  grammar: {
    wasm: "lua",
    queries: ["lua/lua"],
    callsByName: true,
    hasTables: true,
    hides: /^local\b/,
    wrappers: ["variable_declaration"],
    readImports,
  },
};

/**
 * `local a = require("m")`, `local b = require("m").b`, `local ok, c = pcall(require, "m")`,
 * `dofile("m.lua")`.
 */
function readImports(call: SyntaxNode): ImportFact[] {
  const module =
    call
      .childForFieldName("arguments")
      ?.namedChildren.at(-1)
      ?.text.replace(/^(?:["']|\[=*\[)|(?:["']|\]=*\])$/g, "") ?? "";
  return module === "" ? [] : [{ module, kind: "import", names: boundNames(call), line: call.startRow + 1 }];
}

/**
 * More variables than a function may have. Limits how much of a list of values is scanned for each call in
 * it.
 */
const MAX_VARIABLES = 256;

/** The variable that the call, or a field of its result, is assigned to; for `pcall`, the next variable. */
function boundNames(call: SyntaxNode): ImportedName[] {
  const field = call.parent?.type === "dot_index_expression" ? call.parent : null;
  const values = (field ?? call).parent;
  const at = values?.type === "expression_list" ? positionIn(values, field ?? call) : null;
  if (at === null) return [];
  const isProtected = call.childForFieldName("name")?.text === "pcall";
  const variables = values?.parent?.namedChildren.find((child) => child.type === "variable_list");
  const variable = variables?.childForFieldName("name", at + (isProtected ? 1 : 0));
  return variable?.type === "identifier"
    ? [{ name: field?.childForFieldName("field")?.text ?? "*", alias: variable.text }]
    : [];
}

/** Index among the named children of a list; null beyond `MAX_VARIABLES`. */
function positionIn(list: SyntaxNode, value: SyntaxNode): number | null {
  let at = 0;
  for (let child = list.firstNamedChild; child && at < MAX_VARIABLES; child = child.nextSibling) {
    if (child.id === value.id) return at;
    if (child.isNamed) at++;
  }
  return null;
}
