import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../facts.ts";
import type { LanguageDefinition, QualifiedName } from "../language.ts";

export const dart: LanguageDefinition = {
  id: "dart",
  aliases: ["flutter"],
  extensions: [".dart"],
  interpreters: ["dart"],
  grammar: {
    wasm: "dart",
    queries: ["dart"],
    callsByName: true,
    readName,
    readImports,
    chunkNodes: ["mixin_declaration", "enum_declaration", "extension_declaration", "extension_type_declaration"],
  },
};

/** In `a.b(1).c(2)`, all of it is one flat list of nodes: what stands in front of `.c` qualifies `c`. */
function readName(name: SyntaxNode): QualifiedName | null {
  const holder = name.parent;
  if (!holder || !/^(?:un)?conditional_assignable_selector$|^cascade_selector$/.test(holder.type)) return null;
  const part = holder.parent?.type === "selector" || holder.parent?.type === "cascade_section" ? holder.parent : holder;
  const last = part.previousSibling;
  let first = last;
  while (first?.previousSibling && /selector$|^cascade_section$/.test(first.type)) first = first.previousSibling;
  return first && last ? { name, scopes: [first, part.type === "cascade_section" ? first : last] } : null;
}

/** `import "a" as b show C hide D`, `export "a"`, `part "a"`, `part of "a"`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const module = node.descendantsOfType("uri")[0]?.text.slice(1, -1) ?? "";
  if (module === "") return [];
  if (node.type !== "import_or_export") return [{ module, kind: "include", names: [], line }];
  const directive = node.namedChildren[0];
  const shown = node.descendantsOfType("combinator").filter((combinator) => combinator?.text.startsWith("show"));
  const names = shown.flatMap((combinator) => combinator?.namedChildren ?? []).map((name): ImportedName => ({ name: name?.text ?? "", alias: name?.text ?? "" }));
  const prefix = node.descendantsOfType("import_specification")[0]?.namedChildren.find((child) => child?.type === "identifier")?.text;
  const kind = directive?.type === "library_export" ? "reexport" : "import";
  const all: ImportedName = { name: "*", alias: prefix ?? "*" };
  return [{ module, kind, names: prefix !== undefined || names.length === 0 ? [all] : names, line }];
}
