/** The language Kotlin; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import { plainName } from "../../symbols/plain-name.ts";
import type { LanguageDefinition } from "../../language.ts";
import { joinHeads } from "./heads.ts";
import { KOTLIN_LEXIS } from "../../lexical/lexical-rules.ts";
import { rewriteWords } from "./words.ts";

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  aliases: ["kt", "kts"],
  extensions: [".kt", ".kts"],
  interpreters: ["kotlin", "kotlinc"],
  lexicalRules: KOTLIN_LEXIS,
  grammar: {
    wasm: "kotlin",
    queries: ["kotlin/kotlin"],
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-kotlin.ts")).readKotlin,
    rewrite: (text) => rewriteWords(joinHeads(text)),
    chunkNodes: ["property_declaration", "secondary_constructor", "anonymous_initializer"],
  },
};

/** `import a.b.C`, `import a.b.C as D`, `import a.b.*`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const path = node.namedChildren[0]?.namedChildren.map((part) => plainName(part?.text ?? "")) ?? [];
  const line = node.startRow + 1;
  if (node.children.some((child) => child?.type === "*"))
    return [{ module: path.join("."), kind: "import", names: [{ name: "*", alias: "*" }], line }];
  const name = path.at(-1);
  if (name === undefined) return [];
  return [
    {
      module: path.slice(0, -1).join(".") || name,
      kind: "import",
      names: [{ name, alias: plainName(node.namedChildren[1]?.text ?? name) }],
      line,
    },
  ];
}
