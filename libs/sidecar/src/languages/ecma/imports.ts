/**
 * Reads imports of JavaScript and TypeScript: `import`, `export … from`, `require()`, `import()`, `import x =
 * require()`.
 */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";

export function readEcmaImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  if (node.type === "call_expression") {
    const module = stringValue(node.childForFieldName("arguments")?.namedChildren[0]);
    return module === null ? [] : [{ module, kind: "import", names: boundNames(node), line }];
  }
  const source =
    node.childForFieldName("source") ??
    node.descendantsOfType("import_require_clause")[0]?.childForFieldName("source");
  const module = stringValue(source);
  if (module === null) return [];
  if (node.type === "export_statement")
    return [{ module, kind: "reexport", names: exportedNames(node), line }];
  return [{ module, kind: "import", names: clauseNames(node), line }];
}

function stringValue(node: SyntaxNode | null | undefined): string | null {
  return node?.type === "string" ? node.text.slice(1, -1) : null;
}

/**
 * Names bound by `const { a, b: c } = require("m")` and `const m = require("m")`; none for a call in an
 * array.
 */
function boundNames(call: SyntaxNode): ImportedName[] {
  if (call.parent?.type === "array") return [];
  const declarator = [call.parent, call.parent?.parent].find((node) => node?.type === "variable_declarator");
  const target = declarator?.childForFieldName("name");
  if (target?.type === "identifier") return [{ name: "*", alias: target.text }];
  return (target?.namedChildren ?? []).flatMap((child) => {
    if (child?.type === "shorthand_property_identifier_pattern")
      return [{ name: child.text, alias: child.text }];
    const key = child?.childForFieldName("key");
    const value = child?.childForFieldName("value");
    return key && value ? [{ name: key.text, alias: value.text }] : [];
  });
}

function clauseNames(statement: SyntaxNode): ImportedName[] {
  const clause = statement.namedChildren.find(
    (child) => child?.type === "import_clause" || child?.type === "import_require_clause",
  );
  return (clause?.namedChildren ?? []).flatMap((child): ImportedName[] => {
    if (child?.type === "identifier")
      return [{ name: clause?.type === "import_clause" ? "default" : "*", alias: child.text }];
    if (child?.type === "namespace_import")
      return [{ name: "*", alias: child.namedChildren[0]?.text ?? "*" }];
    return child?.type === "named_imports" ? specifiers(child) : [];
  });
}

function exportedNames(statement: SyntaxNode): ImportedName[] {
  const clause = statement.namedChildren.find((child) => child?.type === "export_clause");
  if (clause) return specifiers(clause);
  const namespace = statement.namedChildren.find((child) => child?.type === "namespace_export");
  return [{ name: "*", alias: namespace?.namedChildren[0]?.text ?? "*" }];
}

function specifiers(clause: SyntaxNode): ImportedName[] {
  return clause.namedChildren.flatMap((child) => {
    if (child?.type !== "import_specifier" && child?.type !== "export_specifier") return [];
    // In some grammars, the keyword `default` has no field.
    const name = child.childForFieldName("name")?.text ?? "default";
    return [{ name, alias: child.childForFieldName("alias")?.text ?? name }];
  });
}
