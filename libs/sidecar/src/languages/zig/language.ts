/** The language Zig; calls are resolved by the names that its query captures. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { ZIG_LEXIS } from "../../lexical/lexical-rules.ts";

export const zig: LanguageDefinition = {
  id: "zig",
  aliases: [],
  extensions: [".zig", ".zon"],
  lexicalRules: ZIG_LEXIS,
  grammar: {
    wasm: "zig",
    queries: ["zig/zig"],
    callsByName: true,
    returnsTypes: true,
    readImports,
    chunkNodes: ["variable_declaration", "test_declaration"],
  },
};

/** `const a = @import("a.zig");`, `const B = @import("a.zig").B;`, `usingnamespace @import("a.zig");`. */
function readImports(call: SyntaxNode): ImportFact[] {
  const module =
    call.namedChildren.find((child) => child?.type === "arguments")?.namedChildren[0]?.text.slice(1, -1) ??
    "";
  return module === "" ? [] : [{ module, kind: "import", names: boundNames(call), line: call.startRow + 1 }];
}

function boundNames(call: SyntaxNode): ImportedName[] {
  const field = call.parent?.type === "field_expression" ? call.parent : null;
  const statement = (field ?? call).parent;
  if (statement?.type === "using_namespace_declaration") return [{ name: "*", alias: "*" }];
  const alias = statement?.type === "variable_declaration" ? statement.namedChildren[0]?.text : undefined;
  return alias === undefined ? [] : [{ name: field?.childForFieldName("member")?.text ?? "*", alias }];
}
