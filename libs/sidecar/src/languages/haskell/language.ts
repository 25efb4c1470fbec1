/** The language Haskell; calls are resolved by the names that its query captures. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition, QualifiedName } from "../../language.ts";
import { HASKELL_LEXIS } from "../../lexical/lexical-rules.ts";

export const haskell: LanguageDefinition = {
  id: "haskell",
  aliases: ["hs"],
  extensions: [".hs", ".hsc", ".hs-boot"],
  interpreters: ["runghc", "runhaskell", "stack"],
  lexicalRules: HASKELL_LEXIS,
  grammar: {
    wasm: "haskell",
    queries: ["haskell/haskell"],
    callsByName: true,
    namesModules: true,
    mergesClauses: true,
    liftsConstructors: true,
    readName,
    readImports,
    chunkNodes: ["bind", "type_family"],
  },
};

/**
 * Unwraps a name: `(<+>)` → `<+>`, `` `op` `` → `op`; of an instance's type `(Map k a) b`, the first name,
 * `Map`.
 */
function readName(node: SyntaxNode): QualifiedName | null {
  let name = node;
  while (/^(?:type_patterns|parens|apply|prefix_id|infix_id|qualified|annotated)$/.test(name.type)) {
    const inner =
      name.childForFieldName("constructor") ?? name.childForFieldName("id") ?? name.namedChildren[0];
    if (!inner) break;
    name = inner;
  }
  return { name, scopes: [] };
}

/** Removes the parentheses of an operator in a list of names: `(<+>)`. */
function unbracketed(name: string): string {
  return name.replace(/^\(\s*(.*?)\s*\)$/, "$1");
}

/** `import qualified A.B as C (d, E (..))`, `import A hiding (b)`, and `module A` among the exports. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const module = node.childForFieldName("module")?.text ?? node.namedChildren[0]?.text ?? "";
  if (node.type === "module_export")
    return [{ module, kind: "reexport", names: [{ name: "*", alias: "*" }], line }];
  const isQualified = node.children.some((child) => child?.type === "qualified");
  const isHiding = node.children.some((child) => child?.type === "hiding");
  const listed = isHiding ? [] : (node.childForFieldName("names")?.childrenForFieldName("name") ?? []);
  const names = listed.map((child): ImportedName => {
    const name =
      (child?.childForFieldName("variable") ?? child?.childForFieldName("type") ?? child)?.text ?? "";
    return { name: unbracketed(name), alias: unbracketed(name) };
  });
  const alias = node.childForFieldName("alias")?.text ?? (isQualified ? module : "*");
  return [
    {
      module,
      kind: "import",
      names: names.length > 0 && !isQualified ? names : [{ name: "*", alias }],
      line,
    },
  ];
}
