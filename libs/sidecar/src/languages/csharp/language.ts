/** The language C#; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition, QualifiedName } from "../../language.ts";
import { CSHARP_LEXIS } from "../../lexical/lexical-rules.ts";
import { bodiesForHeads, hiddenParts } from "./bodies.ts";
import { EXTENSION_NAME, extensionsAsClasses } from "./extensions.ts";

export const csharp: LanguageDefinition = {
  id: "csharp",
  aliases: ["cs", "c#"],
  extensions: [".cs", ".csx"],
  interpreters: ["dotnet-script"],
  lexicalRules: CSHARP_LEXIS,
  grammar: {
    wasm: "csharp",
    queries: ["csharp/csharp"],
    readName,
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-csharp.ts")).readCsharp,
    rewrite: (text) => emptyListsAsNames(extensionsAsClasses(bodiesForHeads(text))),
    hidden: hiddenParts,
    chunkNodes: [
      "property_declaration",
      "field_declaration",
      "indexer_declaration",
      "operator_declaration",
      "conversion_operator_declaration",
      "delegate_declaration",
      "event_declaration",
    ],
  },
};

/**
 * A finalizer is named `~Store`, because `Store` would be the constructor. A block of extension members has
 * no name.
 */
function readName(name: SyntaxNode): QualifiedName | null {
  const declaration = name.parent;
  if (declaration?.type === "destructor_declaration") return { name, text: `~${name.text}`, scopes: [] };
  const isExtension =
    declaration?.type === "class_declaration" &&
    name.text === EXTENSION_NAME &&
    declaration.text.startsWith("extension");
  return isExtension ? { name, text: "", scopes: [] } : null;
}

// The pattern starts with the bracket, so that runs of blanks are not scanned once for each blank.
const EMPTY_LIST = /\[(?<=(?:[=(,:]|=>|\?\?|\s\?|\breturn)\s*\[)\s*\]/g;

/**
 * Replaces `[]` as a value, which the grammar takes for an array type without element type, by a name of the
 * same length; calls read it from the original text.
 */
function emptyListsAsNames(text: string): string {
  return text.includes("[")
    ? text.replace(EMPTY_LIST, (list) => list.replace("[", "_").replace("]", " "))
    : text;
}

/** `using A.B;` and `using static A.B;` import everything, `using C = A.B;` one name of A. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const alias = node.childForFieldName("name")?.text;
  const target = node.namedChildren.at(-1);
  if (!target) return [];
  if (alias === undefined)
    return [{ module: withoutRoot(target.text), kind: "import", names: [{ name: "*", alias: "*" }], line }];
  const name = target.childForFieldName("name")?.text ?? target.text;
  const module = withoutRoot(target.childForFieldName("qualifier")?.text ?? target.text);
  return [{ module, kind: "import", names: [{ name, alias }], line }];
}

function withoutRoot(name: string): string {
  return name.replace(/^global::/, "");
}
