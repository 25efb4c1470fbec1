/** The language Dart; calls are resolved by the names that its query captures. */
import type { CallFactsBuilder } from "../../call-facts/builder.ts";
import { OR, PART } from "../../call-facts/import-marks.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName, TextRange } from "../../facts.ts";
import { type ScopeMemo, type LanguageDefinition, type QualifiedName, TYPE_NAME } from "../../language.ts";
import { DART_LEXIS } from "../../lexical/lexical-rules.ts";

export const dart: LanguageDefinition = {
  id: "dart",
  aliases: ["flutter"],
  extensions: [".dart"],
  interpreters: ["dart"],
  lexicalRules: DART_LEXIS,
  grammar: {
    wasm: "dart",
    queries: ["dart/dart"],
    constructors: [TYPE_NAME],
    callsByName: true,
    namesHolders: true,
    readName,
    readImports,
    takeImports,
    namingNodes: new Set([
      "formal_parameter",
      "label",
      "typed_identifier",
      "scoped_identifier",
      "annotation",
      "constructor_signature",
      "constructor_param",
      "super_formal_parameter",
      "field_initializer",
      "representation_declaration",
      "constant_constructor_signature",
      "symbol_literal",
      "catch_parameters",
      "import_specification",
      "combinator",
      "factory_constructor_signature",
      "variable_pattern",
      "qualified",
    ]),
    accessorsOf: (text, name) =>
      text.slice(0, Math.max(0, text.search(/=>|\{|$/))).includes(`set ${name}`) ? "set" : "get",
    hidden: unknownWords,
    chunkNodes: [
      "mixin_declaration",
      "enum_declaration",
      "extension_declaration",
      "extension_type_declaration",
    ],
  },
};

/**
 * The qualifiers of a called name. `a.b(1).c(2)` is one flat list of nodes, in which everything before `.c`
 * qualifies `c`.
 */
function readName(name: SyntaxNode, known: ScopeMemo): QualifiedName | null {
  const holder = name.parent;
  if (!holder || !/^(?:un)?conditional_assignable_selector$|^cascade_selector$/.test(holder.type))
    return null;
  const part =
    holder.parent?.type === "selector" || holder.parent?.type === "cascade_section" ? holder.parent : holder;
  if (!known.has(part.id)) readScopes(part.parent?.children ?? [], known);
  const scopes = known.get(part.id) ?? [];
  return scopes.length > 0 ? { name, scopes } : null;
}

/**
 * Records for each part of a list the first and last node of the chain before it. Lists may have any length.
 */
function readScopes(parts: readonly SyntaxNode[], known: ScopeMemo): void {
  let first: SyntaxNode | null = null;
  let last: SyntaxNode | null = null;
  for (const part of parts) {
    known.set(part.id, first && last ? [first, last] : []);
    if (!first || !/selector$|^cascade_section$/.test(part.type)) first = part;
    // Every `..` applies to the object before the first of them.
    if (part.type !== "cascade_section") last = part;
  }
}

/** `import "a" if (dart.library.io) "b" as c show D hide E`, `export "a"`, `part "a"`, `part of "a"`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const modules = node
    .descendantsOfType("uri")
    .map((uri) => uri.text.slice(1, -1))
    .filter((module) => module !== "");
  if (node.type !== "import_or_export")
    return modules.map((module) => ({
      module,
      kind: "include",
      names: node.type === "part_directive" ? [] : [LIBRARY],
      line,
    }));
  const directive = node.namedChildren[0];
  const shown = node
    .descendantsOfType("combinator")
    .filter((combinator) => combinator?.text.startsWith("show"));
  const names = shown
    .flatMap((combinator) => combinator?.namedChildren ?? [])
    .map((name): ImportedName => ({ name: name?.text ?? "", alias: name?.text ?? "" }));
  const prefix = node
    .descendantsOfType("import_specification")[0]
    ?.namedChildren.find((child) => child?.type === "identifier")?.text;
  const kind = directive?.type === "library_export" ? "reexport" : "import";
  const all: ImportedName = { name: "*", alias: prefix ?? "*" };
  return modules.map((module) => ({
    module,
    kind,
    names: prefix !== undefined || names.length === 0 ? [all] : names,
    line,
  }));
}

/** Marks an import of a part's library. */
const LIBRARY: ImportedName = { name: "library", alias: "library" };

function takeImports(flow: CallFactsBuilder, imports: readonly ImportFact[]): void {
  // Modules on one line are alternatives, of which a platform takes one.
  for (const [line, { kind, names }] of new Map(imports.map((fact) => [fact.line, fact]))) {
    const module = imports
      .filter((fact) => fact.line === line)
      .map((fact) => fact.module)
      .join(OR);
    if (kind === "include" && names.length > 0) flow.package(module);
    else if (kind === "include") flow.exportAll(PART + module);
    for (const { name, alias } of kind === "include" ? [] : names) {
      if (kind === "reexport" && alias === "*") flow.exportAll(module);
      else if (kind === "reexport") flow.export(alias, flow.import(module, name));
      else if (alias === "*") flow.wildcard(module);
      else flow.bind(alias, flow.import(module, name));
    }
  }
}

/** Words that the grammar does not know: `library;` without a name, and `abstract` before fields. */
function unknownWords(text: string): TextRange[] {
  return [
    ...text.matchAll(
      /^library\s*;|^[ \t]+abstract(?=\s+(?:covariant\s+)?(?:final|var|late)\s(?!\s*class\b))/gm,
    ),
  ].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
}
