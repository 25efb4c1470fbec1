/** The language PHP; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { PHP_LEXIS } from "../../lexical/lexical-rules.ts";

export const php: LanguageDefinition = {
  id: "php",
  aliases: ["php8"],
  extensions: [".php", ".phtml", ".php5", ".php7"],
  interpreters: ["php"],
  lexicalRules: PHP_LEXIS,
  grammar: {
    wasm: "php",
    opening: "<?php\n",
    queries: ["php/php"],
    constructors: ["__construct"],
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-php.ts")).readPhp,
    chunkNodes: ["property_declaration", "const_declaration"],
  },
};

/** `use A\B, A\C as D;`, `use A\{B, C as D};`, and the files of `require` and `include`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  if (node.type !== "namespace_use_declaration") {
    const module = includedFile(node);
    return module === null ? [] : [{ module, kind: "include", names: [], line }];
  }
  const base = node.namedChildren.find((child) => child?.type === "namespace_name")?.text ?? "";
  const clauses = node.descendantsOfType("namespace_use_clause").filter((clause) => clause !== null);
  return clauses.flatMap((clause): ImportFact[] => {
    const own = clause.namedChildren[0]?.text ?? "";
    const path = [base, own]
      .join("\\")
      .split("\\")
      .filter((part) => part !== "");
    const name = path.at(-1);
    if (own === "" || name === undefined) return [];
    const alias = clause.childForFieldName("alias")?.text ?? name;
    return [
      {
        module: path.slice(0, -1).join("\\") || name,
        kind: "import",
        names: [{ name, alias }],
        line: clause.startRow + 1,
      },
    ];
  });
}

/** A string, or a nested include: its string is not part of the path before it. */
const PATH_PART: ReadonlySet<string> = new Set([
  "string_content",
  "include_expression",
  "include_once_expression",
  "require_expression",
  "require_once_expression",
]);

/** The literal part of the path; `__DIR__ . "/a.php"` is `./a.php`. */
function includedFile(node: SyntaxNode): string | null {
  const part = node.firstDescendantOfType(PATH_PART);
  if (part?.type !== "string_content") return null;
  const file = part.text;
  const isBesideThis = /^\w+\s*(?:\(\s*)?(?:__DIR__|dirname\s*\(\s*__FILE__)/.test(node.text);
  return isBesideThis && file.startsWith("/") ? `.${file}` : file;
}
