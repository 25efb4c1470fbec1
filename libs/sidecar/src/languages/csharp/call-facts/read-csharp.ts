/**
 * Reads the call facts of C#. Conventions: all types of a file are names of the file, whose package is its
 * first namespace; `using A.B` and `using static A.B.C` are wildcards; a plain name in a type is a member of
 * it, of its base types, or of the enclosing types; the owner of an extension method is the type that it
 * extends.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { readDelegate, readEnum, readTypeDeclaration } from "./declarations.ts";
import { valueReader } from "./expressions.ts";
import { statementReader } from "./statements.ts";
import { pathOf, readType } from "./types.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

export function readCsharp(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  const cs = new Reading(text, flow, { value: readValue, type: readType, visit });
  const parts = cs.parts(root);
  const name = parts.find(({ type }) => type.endsWith("namespace_declaration"))?.childForFieldName("name");
  if (name) flow.package(pathOf(name, cs));
  cs.visitAll(parts);
  while (flow.kindOf(flow.current) === "namespace") flow.leave();
  cs.locals.finish();
}

function readValue(node: SyntaxNode, cs: Reading): ExprId {
  const type = node.type;
  const reader = valueReader(type);
  if (reader) return reader(node, cs);
  const statement = statementReader(type);
  if (statement) statement(node, cs);
  else cs.visitAll(cs.parts(node));
  return cs.flow.unknown();
}

function visit(node: SyntaxNode, cs: Reading): void {
  switch (node.type) {
    case "using_directive":
      return readUsing(node, cs);
    case "namespace_declaration": {
      enterNamespace(node, cs);
      const body = node.childForFieldName("body");
      cs.visitAll(body ? cs.parts(body) : []);
      return cs.flow.leave();
    }
    // Applies to the rest of the file.
    case "file_scoped_namespace_declaration":
      return enterNamespace(node, cs);
    case "class_declaration":
    case "struct_declaration":
    case "record_declaration":
      return readTypeDeclaration(node, "class", cs);
    case "interface_declaration":
      return readTypeDeclaration(node, "interface", cs);
    case "enum_declaration":
      return readEnum(node, cs);
    case "delegate_declaration":
      return readDelegate(node, cs);
    default:
      readValue(node, cs);
  }
}

function enterNamespace(node: SyntaxNode, cs: Reading): void {
  const { flow } = cs;
  const name = node.childForFieldName("name");
  const path = name ? pathOf(name, cs) : "";
  flow.enter({
    kind: "namespace",
    name: path,
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
  });
}

/**
 * `using A.B;`, `using static A.B.C;`, `using C = A.B.C<int>;`; with a leading `global` they apply to the
 * whole project.
 */
function readUsing(node: SyntaxNode, cs: Reading): void {
  const { flow } = cs;
  const alias = node.childForFieldName("name");
  const target = cs.parts(node).at(-1);
  if (!target || target.startIndex === alias?.startIndex) return;
  const isGlobal = /^global\b/.test(cs.text.slice(node.startIndex, target.startIndex));
  if (!alias) {
    flow.wildcard(pathOf(target, cs));
    if (isGlobal) flow.exportAll(pathOf(target, cs));
    return;
  }
  const value =
    target.type === "identifier" || (target.type === "qualified_name" && !cs.textOf(target).includes("<"))
      ? flow.import(pathOf(target, cs), "*")
      : cs.type(target);
  flow.bind(cs.textOf(alias), value);
  if (isGlobal) flow.export(cs.textOf(alias), value);
}
