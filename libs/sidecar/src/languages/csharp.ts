import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact } from "../facts.ts";
import type { LanguageDefinition } from "../language.ts";
import { hiddenParts } from "./csharp-hidden.ts";

export const csharp: LanguageDefinition = {
  id: "csharp",
  aliases: ["cs", "c#"],
  extensions: [".cs", ".csx"],
  interpreters: ["dotnet-script"],
  grammar: {
    wasm: "csharp",
    queries: ["csharp"],
    readImports,
    loadFlowReader: async () => (await import("../flow/readers/csharp.ts")).readCsharp,
    hidden: hiddenParts,
    chunkNodes: [
      "property_declaration", "field_declaration", "indexer_declaration", "operator_declaration", "conversion_operator_declaration",
      "delegate_declaration", "event_declaration",
    ],
  },
};

/** `using A.B;` and `using static A.B;` bring in all of it, `using C = A.B;` one name of A. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const alias = node.childForFieldName("name")?.text;
  const target = node.namedChildren.at(-1);
  if (!target) return [];
  if (alias === undefined) return [{ module: withoutRoot(target.text), kind: "import", names: [{ name: "*", alias: "*" }], line }];
  const name = target.childForFieldName("name")?.text ?? target.text;
  const module = withoutRoot(target.childForFieldName("qualifier")?.text ?? target.text);
  return [{ module, kind: "import", names: [{ name, alias }], line }];
}

function withoutRoot(name: string): string {
  return name.replace(/^global::/, "");
}
