/** The language CSS: rules are symbols; there are no calls. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition, QualifiedName } from "../../language.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";

export const css: LanguageDefinition = {
  id: "css",
  aliases: [],
  extensions: [".css", ".pcss", ".postcss"],
  grammar: {
    wasm: "css",
    queries: ["css/css"],
    readName,
    readImports,
    rewrite: plainUrls,
    chunkNodes: ["rule_set", "keyframes_statement", "media_statement", "supports_statement", "at_rule"],
  },
};

/** A rule is named after its selectors; if the list is long, after the first one. */
function readName(selectors: SyntaxNode): QualifiedName | null {
  const first = selectors.namedChildren[0];
  return first && selectors.text.length > SIDECAR_LIMITS.nameChars ? { name: first, scopes: [] } : null;
}

/** `@import "a.css";`, `@import url(a.css) screen;`. */
function readImports(statement: SyntaxNode): ImportFact[] {
  const [target] = statement.namedChildren;
  const value = target?.type === "call_expression" ? target.namedChildren[1]?.namedChildren[0] : target;
  const module = value?.text.replace(/^["']|["']$/g, "") ?? "";
  return module === "" ? [] : [{ module, kind: "import", names: [], line: statement.startRow + 1 }];
}

/**
 * Replaces characters in unquoted addresses that the grammar does not accept, as in `url(../a.svg)`, by
 * letters.
 */
function plainUrls(text: string): string {
  return text.replace(
    /(?<!@import\s{1,4})(\burl\(\s*)([^"'()\s][^"'()]*)(?=\))/gi,
    (_, opening: string, address: string) => opening + address.replace(/[^\w\s]/g, "x"),
  );
}
