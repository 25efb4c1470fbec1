/** The language Python; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { PYTHON_LEXIS } from "../../lexical/lexical-rules.ts";
import { variablesIn } from "./variables.ts";

export const python: LanguageDefinition = {
  id: "python",
  aliases: ["py"],
  extensions: [".py", ".pyi", ".pyw", ".pyx", ".pxd"],
  filenames: ["SConstruct", "SConscript", "wscript"],
  interpreters: ["python", "pypy"],
  lexicalRules: PYTHON_LEXIS,
  grammar: {
    wasm: "python",
    isIPython: true,
    queries: ["python/python"],
    wrappers: ["decorated_definition"],
    constructors: ["__init__"],
    readImports,
    definitionsIn: variablesIn,
    loadCallFactsReader: async () => (await import("./call-facts/read-python.ts")).readPython,
  },
};

/** `import a.b as c, d`, `from .x import y as z, *`, `from __future__ import …`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  if (node.type === "import_statement") {
    return node.namedChildren
      .filter((child) => child !== null)
      .map((child) => {
        const { name, alias } = nameAndAlias(child);
        return {
          module: name,
          kind: "import",
          names: [{ name: "*", alias: alias === name ? (name.split(".", 1)[0] ?? name) : alias }],
          line,
        };
      });
  }
  const module = node.childForFieldName("module_name")?.text ?? "__future__";
  const names: ImportedName[] = node
    .childrenForFieldName("name")
    .filter((child) => child !== null)
    .map(nameAndAlias);
  if (node.namedChildren.some((child) => child?.type === "wildcard_import"))
    names.push({ name: "*", alias: "*" });
  return [{ module, kind: "import", names, line }];
}

function nameAndAlias(node: SyntaxNode): ImportedName {
  const name = node.childForFieldName("name")?.text ?? node.text;
  return { name, alias: node.childForFieldName("alias")?.text ?? name };
}
