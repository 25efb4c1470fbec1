/**
 * Reads the call facts of Java. Top-level names of a file belong to its package. Conventions: a plain name in
 * a class is a member of it, of its base classes, or of the enclosing classes; `import static a.b.C.*` is a
 * wildcard of `a.b.C`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { readTypeDeclaration } from "./classes.ts";
import { readValue } from "./expressions.ts";
import { readMethod } from "./methods.ts";
import { readStatement } from "./statements.ts";
import { readType } from "./types.ts";
import { readField } from "./variables.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

export function readJava(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  const java = new Reading(text, flow, { value: readValue, type: readType, visit });
  java.visitAll(root.namedChildren);
}

function visit(node: SyntaxNode, java: Reading): void {
  switch (node.type) {
    case "package_declaration": {
      const name = java.parts(node).at(-1);
      return name && java.flow.package(pathOf(name, java));
    }
    case "import_declaration":
      return readImport(node, java);
    case "class_declaration":
    case "enum_declaration":
    case "record_declaration":
      return readTypeDeclaration(node, "class", java);
    case "interface_declaration":
    case "annotation_type_declaration":
      return readTypeDeclaration(node, "interface", java);
    case "module_declaration":
      return;
    // In a file without a class.
    case "method_declaration":
      return readMethod(node, java);
    case "field_declaration":
      return readField(node, java);
    default:
      if (!readStatement(node, java)) java.value(node);
  }
}

/** `import a.b.C;`, `import a.b.*;`, `import static a.b.C.member;`, `import static a.b.C.*;`. */
function readImport(node: SyntaxNode, java: Reading): void {
  const [path, star] = java.parts(node);
  if (!path) return;
  const name = pathOf(path, java);
  if (star) return java.flow.wildcard(name);
  const dot = name.lastIndexOf(".");
  const isStatic = /^import\s+static\b/.test(java.text.slice(node.startIndex, path.startIndex));
  java.flow.bind(
    name.slice(dot + 1),
    isStatic
      ? java.flow.import(name.slice(0, Math.max(dot, 0)), name.slice(dot + 1))
      : java.flow.import(name, "*"),
  );
}

function pathOf(node: SyntaxNode, java: Reading): string {
  return java.textOf(node).replace(/\s+/g, "");
}
