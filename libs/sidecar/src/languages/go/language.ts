/** The language Go; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { GO_LEXIS } from "../../lexical/lexical-rules.ts";

export const go: LanguageDefinition = {
  id: "go",
  aliases: ["golang"],
  extensions: [".go"],
  lexicalRules: GO_LEXIS,
  grammar: {
    wasm: "go",
    queries: ["go/go"],
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-go.ts")).readGo,
  },
};

/** Reads one import specification: `"fmt"`, `kr "k8s.io/retry"`, `. "math"`, `_ "embed"`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const module = node.childForFieldName("path")?.text.slice(1, -1);
  return module === undefined
    ? []
    : [
        {
          module,
          kind: "import",
          names: boundNames(node.childForFieldName("name")?.text, module),
          line: node.startRow + 1,
        },
      ];
}

function boundNames(alias: string | undefined, module: string): ImportedName[] {
  if (alias === "_") return [];
  return [{ name: "*", alias: alias === "." ? "*" : (alias ?? packageName(module)) }];
}

/**
 * The conventional name of a package: the path's last part without its version (`x/yaml.v3`, `x/cobra/v2`,
 * `x/go-diff`).
 */
function packageName(module: string): string {
  const parts = module.split("/").filter((part, at) => at === 0 || !/^v\d+$/.test(part));
  return (parts.at(-1) ?? module).replace(/\.v\d+$/, "").replace(/^go-|-go$|\.go$/g, "");
}
