/** The language PowerShell; calls are resolved by the names that its query captures. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import { type LanguageDefinition, type QualifiedName, TYPE_NAME } from "../../language.ts";
import { POWERSHELL_LEXIS } from "../../lexical/lexical-rules.ts";

export const powershell: LanguageDefinition = {
  id: "powershell",
  aliases: ["ps1", "pwsh"],
  extensions: [".ps1", ".psm1", ".psd1"],
  interpreters: ["pwsh", "powershell"],
  lexicalRules: POWERSHELL_LEXIS,
  grammar: {
    wasm: "powershell",
    queries: ["powershell/powershell"],
    callsByName: true,
    makesByNew: true,
    constructors: [TYPE_NAME],
    readName,
    readImports,
    chunkNodes: [
      "function_statement",
      "class_statement",
      "class_method_definition",
      "enum_statement",
      "command",
    ],
  },
};

/** `$Global:Name` → `Name`, `script:Get-It` → `Get-It`. */
function readName(name: SyntaxNode): QualifiedName | null {
  return { name, text: name.text.replace(/^\[[\w.]+\]|\s+$/g, "").replace(/^\$?(?:\w+:)?/, ""), scopes: [] };
}

/** `using module a`, `Import-Module a -Force`, `. ./a.ps1`. */
function readImports(command: SyntaxNode): ImportFact[] {
  const line = command.startRow + 1;
  const name = command.childForFieldName("command_name");
  if (name?.type === "command_name_expr")
    return [{ module: unquoted(name.text), kind: "include", names: [], line }];
  const words = (command.childForFieldName("command_elements")?.namedChildren ?? [])
    .map((word) => unquoted(word?.text ?? ""))
    .filter((word) => word !== "" && !word.startsWith("-"));
  const isUsing = name?.text.toLowerCase() === "using";
  if (isUsing && words[0] === "namespace") return [];
  const module = words[isUsing ? 1 : 0] ?? "";
  return module === "" ? [] : [{ module, kind: "import", names: [], line }];
}

function unquoted(text: string): string {
  return text.trim().replace(/^["']|["']$/g, "");
}
