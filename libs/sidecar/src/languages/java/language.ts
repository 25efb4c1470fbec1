/** The language Java; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { JAVA_LEXIS } from "../../lexical/lexical-rules.ts";

export const java: LanguageDefinition = {
  id: "java",
  aliases: [],
  extensions: [".java"],
  lexicalRules: JAVA_LEXIS,
  grammar: {
    wasm: "java",
    queries: ["java/java"],
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-java.ts")).readJava,
    chunkNodes: ["annotation_type_declaration", "compact_constructor_declaration", "field_declaration"],
  },
};

/** `import a.b.C;`, `import a.b.*;`, `import static a.b.C.member;`, and `requires a.b;` in a module. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const path = node.namedChildren.find(
    (child) => child?.type === "scoped_identifier" || child?.type === "identifier",
  );
  if (!path) return [];
  if (
    node.type === "requires_module_directive" ||
    node.namedChildren.some((child) => child?.type === "asterisk")
  ) {
    return [{ module: path.text, kind: "import", names: [{ name: "*", alias: "*" }], line }];
  }
  const name = path.childForFieldName("name")?.text ?? path.text;
  return [
    {
      module: path.childForFieldName("scope")?.text ?? path.text,
      kind: "import",
      names: [{ name, alias: name }],
      line,
    },
  ];
}
