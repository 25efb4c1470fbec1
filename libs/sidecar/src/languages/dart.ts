import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../facts.ts";
import type { KnownScopes, LanguageDefinition, QualifiedName } from "../language.ts";

export const dart: LanguageDefinition = {
  id: "dart",
  aliases: ["flutter"],
  extensions: [".dart"],
  interpreters: ["dart"],
  grammar: {
    wasm: "dart",
    queries: ["dart"],
    callsByName: true,
    hidesMembers: true,
    readName,
    readImports,
    chunkNodes: ["mixin_declaration", "enum_declaration", "extension_declaration", "extension_type_declaration"],
  },
};

/** In `a.b(1).c(2)`, all of it is one flat list of nodes: what stands in front of `.c` qualifies `c`. */
function readName(name: SyntaxNode, known: KnownScopes): QualifiedName | null {
  const holder = name.parent;
  if (!holder || !/^(?:un)?conditional_assignable_selector$|^cascade_selector$/.test(holder.type)) return null;
  const part = holder.parent?.type === "selector" || holder.parent?.type === "cascade_section" ? holder.parent : holder;
  if (!known.has(part.id)) readScopes(part.parent?.children ?? [], known);
  const scopes = known.get(part.id) ?? [];
  return scopes.length > 0 ? { name, scopes } : null;
}

/** For each part of a list, which may be of any length: where the chain begins that goes on with it, and where it has got to. */
function readScopes(parts: readonly SyntaxNode[], known: KnownScopes): void {
  let first: SyntaxNode | null = null;
  let last: SyntaxNode | null = null;
  for (const part of parts) {
    known.set(part.id, first && last ? [first, part.type === "cascade_section" ? first : last] : []);
    if (!first || !/selector$|^cascade_section$/.test(part.type)) first = part;
    last = part;
  }
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
