/** Reads imports and exports. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { patternNames } from "./blocks.ts";
import { readGiven } from "./given.ts";
import { type EcmaReader, type EcmaNodeReaders } from "./ecma-reader.ts";
import { readDecorator } from "./functions.ts";
import { memberName, stringValue } from "./keys.ts";

function readImport(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const clause = ecma
    .parts(node)
    .find(({ type }) => type === "import_clause" || type === "import_require_clause");
  const source = (clause?.type === "import_require_clause" ? clause : node).childForFieldName("source");
  const module = stringValue(source, ecma);
  if (!clause || module === null) return flow.unknown();
  for (const part of ecma.parts(clause)) {
    if (part.type === "identifier")
      ecma.declare(ecma.textOf(part), flow.import(module, clause.type === "import_clause" ? "default" : "*"));
    else if (part.type === "namespace_import")
      for (const name of ecma.parts(part)) ecma.declare(ecma.textOf(name), flow.import(module, "*"));
    else if (part.type === "named_imports")
      for (const { name, alias } of specifiers(part, ecma)) ecma.declare(alias, flow.import(module, name));
  }
  return flow.unknown();
}

/** `{ a as b, "c" as d, default as e }` */
function specifiers(
  clause: SyntaxNode,
  ecma: EcmaReader,
): { readonly name: string; readonly alias: string }[] {
  return ecma.parts(clause).flatMap((specifier) => {
    if (specifier.type !== "import_specifier" && specifier.type !== "export_specifier") return [];
    const nameNode = specifier.childForFieldName("name");
    const aliasNode = specifier.childForFieldName("alias");
    // In some grammars, the keyword `default` has no field.
    const name = nameNode ? memberName(nameNode, ecma) : "default";
    return [{ name, alias: aliasNode ? memberName(aliasNode, ecma) : name }];
  });
}

/** `import x = A.B`. */
function readImportAlias(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [name, target] = ecma.parts(node);
  if (name) ecma.declare(ecma.textOf(name), ecma.type(target));
  return ecma.flow.unknown();
}

function readExport(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const parts = ecma.parts(node);
  const source = node.childForFieldName("source");
  const declaration = parts.find(({ type }) => DECLARATIONS.has(type));
  if (source) reexport(parts, source, ecma);
  else if (declaration) exportDeclaration(node, declaration, ecma);
  else {
    const clause = parts.find(({ type }) => type === "export_clause");
    if (clause) for (const { name, alias } of specifiers(clause, ecma)) give(alias, ecma.name(name), ecma);
    else exportValue(node, parts.at(-1), ecma);
  }
  for (const decorator of parts)
    if (decorator.type === "decorator") readDecorator(decorator, decoratedBelow(declaration, ecma), ecma);
  return flow.unknown();
}

const DECLARATIONS: ReadonlySet<string> = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "class_declaration",
  "abstract_class_declaration",
  "lexical_declaration",
  "variable_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "enum_declaration",
  "internal_module",
  "module",
  "ambient_declaration",
  "import_alias",
]);

function decoratedBelow(declaration: SyntaxNode | undefined, ecma: EcmaReader): ExprId {
  const name = declaration?.childForFieldName("name");
  return name ? ecma.flow.name(ecma.textOf(name)) : ecma.flow.unknown();
}

function reexport(parts: readonly SyntaxNode[], source: SyntaxNode, ecma: EcmaReader): void {
  const { flow } = ecma;
  const module = stringValue(source, ecma);
  if (module === null) return;
  const clause = parts.find(({ type }) => type === "export_clause" || type === "namespace_export");
  if (!clause) flow.exportAll(module);
  else if (clause.type === "export_clause")
    for (const { name, alias } of specifiers(clause, ecma)) give(alias, flow.import(module, name), ecma);
  else for (const name of ecma.parts(clause)) give(memberName(name, ecma), flow.import(module, "*"), ecma);
}

/** Exports a name. Inside a namespace, names are members of it, exported or not. */
function give(name: string, value: ExprId, { flow }: EcmaReader): void {
  if (flow.kindOf(flow.current) === "file") flow.export(name, value);
  else flow.bind(name, value);
}

function exportDeclaration(node: SyntaxNode, declaration: SyntaxNode, ecma: EcmaReader): void {
  const { flow } = ecma;
  const isDefault = /^export\s+default\b/.test(ecma.text.slice(node.startIndex, node.startIndex + 40));
  const value = ecma.read(declaration);
  if (flow.kindOf(flow.current) !== "file") return;
  if (isDefault) {
    const name = declaration.childForFieldName("name");
    flow.export("default", name ? flow.name(ecma.textOf(name)) : value);
    return;
  }
  for (const name of new Set(declaredNames(declaration, ecma))) flow.export(name, flow.name(name));
}

/** Names that a declaration declares. */
function declaredNames(declaration: SyntaxNode, ecma: EcmaReader): string[] {
  switch (declaration.type) {
    case "lexical_declaration":
    case "variable_declaration":
      return ecma.parts(declaration).flatMap((declarator) => patternNames(ecma.parts(declarator)[0], ecma));
    case "ambient_declaration":
      return ecma.parts(declaration).flatMap((inner) => declaredNames(inner, ecma));
    case "import_alias":
      return ecma
        .parts(declaration)
        .slice(0, 1)
        .map((name) => ecma.textOf(name));
    default: {
      const name = declaration.childForFieldName("name");
      return name && name.type !== "string" ? [ecma.textOf(name).split(".")[0] as string] : [];
    }
  }
}

/**
 * `export default value`. `export = value` assigns `module.exports`; `export as namespace` exports nothing to
 * modules.
 */
function exportValue(node: SyntaxNode, value: SyntaxNode | undefined, ecma: EcmaReader): void {
  const { flow } = ecma;
  if (!value) return;
  const words = ecma.text.slice(node.startIndex, value.startIndex);
  if (/^export\s*=/.test(words)) flow.store(flow.member(flow.name("module"), "exports"), ecma.read(value));
  else if (/^export\s+as\b/.test(words)) return;
  else {
    // A value without a name is named by the keyword, like its symbol.
    const keyword = node.children.find(({ type }) => type === "default");
    give(
      "default",
      keyword ? readGiven(value, { name: "default", nameStart: keyword.startIndex }, ecma) : ecma.read(value),
      ecma,
    );
  }
}

export const moduleReaders: EcmaNodeReaders = {
  import_statement: readImport,
  import_alias: readImportAlias,
  export_statement: readExport,
};
