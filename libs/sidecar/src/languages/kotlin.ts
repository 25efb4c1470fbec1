import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact } from "../facts.ts";
import type { LanguageDefinition } from "../language.ts";

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  aliases: ["kt", "kts"],
  extensions: [".kt", ".kts"],
  interpreters: ["kotlin", "kotlinc"],
  grammar: {
    wasm: "kotlin",
    queries: ["kotlin"],
    readImports,
    loadFlowReader: async () => (await import("../flow/readers/kotlin.ts")).readKotlin,
    rewrite: suspendAsName,
    chunkNodes: ["property_declaration", "secondary_constructor", "anonymous_initializer"],
  },
};

/** `import a.b.C`, `import a.b.C as D`, `import a.b.*`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const path = node.namedChildren[0]?.namedChildren.map((part) => part?.text ?? "") ?? [];
  const line = node.startRow + 1;
  if (node.children.some((child) => child?.type === "*")) return [{ module: path.join("."), kind: "import", names: [{ name: "*", alias: "*" }], line }];
  const name = path.at(-1);
  if (name === undefined) return [];
  return [{ module: path.slice(0, -1).join(".") || name, kind: "import", names: [{ name, alias: node.namedChildren[1]?.text ?? name }], line }];
}

/** What follows a name, but no modifier; parentheses also stand in `suspend(Int) -> Unit`, a type. */
const SUSPEND_AS_NAME = /\bsuspend(?=[ \t]*[{=:,)]|\((?:[^()]|\([^()]*\)){0,400}\)(?!\s*->))/g;

/**
 * `suspend { … }`, `f(suspend = true)`, `if (suspend)`: a name, which the grammar takes for the modifier. Any other of its
 * length will do, also in strings and comments: what a symbol is called is read from the text itself.
 */
function suspendAsName(text: string): string {
  return text.replace(SUSPEND_AS_NAME, "_uspend");
}
