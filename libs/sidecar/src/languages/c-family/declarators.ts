/** Reads includes, and names inside declarators, for both C and C++. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { QualifiedName } from "../../language.ts";

/** `#include "a.h"`, `#include <a>`. */
export function readIncludes(node: SyntaxNode): ImportFact[] {
  const module = node.childForFieldName("path")?.text.replace(/^["<]|[">]$/g, "") ?? "";
  return module === "" ? [] : [{ module, kind: "include", names: [], line: node.startRow + 1 }];
}

/** `*(*name[3])(int)` → `name`; `a::b<int>::name` → `name`, qualified by `a` and `b<int>`. */
export function readDeclarator(node: SyntaxNode): QualifiedName | null {
  const scopes: SyntaxNode[] = [];
  let name = node;
  for (let inner = innerName(node); inner; inner = innerName(name)) {
    const scope = name.type === "qualified_identifier" ? name.childForFieldName("scope") : null;
    if (scope) scopes.push(scope);
    if (isTestCase(name)) return { name, scopes };
    name = inner;
  }
  if (name.type !== "nested_namespace_specifier") return named(name, scopes);
  const parts = name.namedChildren.filter((child) => child !== null);
  const last = parts.pop();
  return last ? { name: last, scopes: parts } : null;
}

/** A keyword that a syntax error turns into a name is not a name. */
const KEYWORD =
  /^(?:auto|bool|break|case|char|class|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|return|short|signed|sizeof|static|struct|switch|template|typedef|typename|union|unsigned|using|void|volatile|while)$/;

function named(name: SyntaxNode, scopes: readonly SyntaxNode[]): QualifiedName {
  // In `operator bool() const`, the grammar includes the parentheses in the type.
  if (name.type === "operator_cast")
    return { name, text: name.text.replace(/\(\s*\)[^()]*(?:\([^()]*\)\s*)?$/, "").trimEnd(), scopes };
  return KEYWORD.test(name.text) ? { name, text: "", scopes } : { name, scopes };
}

/** One step from a declarator or qualified name towards the name; null at the name. */
function innerName(node: SyntaxNode): SyntaxNode | null {
  switch (node.type) {
    case "function_declarator":
    case "pointer_declarator":
    case "array_declarator":
    case "init_declarator":
      return node.childForFieldName("declarator");
    case "reference_declarator":
    case "parenthesized_declarator":
    case "attributed_declarator":
      return (
        node.namedChildren.find((child) => child && /declarator$|identifier$|_name$/.test(child.type)) ?? null
      );
    case "qualified_identifier":
    case "template_type":
    case "template_function":
    case "template_method":
      return node.childForFieldName("name");
    default:
      return null;
  }
}

/**
 * Whether a declarator is the head of a test, such as `TEST(Store, Opens)`. Its name includes the macro's
 * arguments, which distinguish it from other tests.
 */
function isTestCase(declarator: SyntaxNode): boolean {
  if (declarator.type !== "function_declarator") return false;
  const macro = declarator.childForFieldName("declarator");
  const parameters = declarator.childForFieldName("parameters")?.namedChildren ?? [];
  return (
    declarator.parent?.type === "function_definition" &&
    declarator.parent.childForFieldName("type") === null &&
    macro?.type === "identifier" &&
    /^[A-Z][A-Z\d_]+$/.test(macro.text) &&
    parameters.length > 0 &&
    parameters.every(
      (parameter) =>
        parameter?.namedChildCount === 1 && parameter.namedChildren[0]?.type === "type_identifier",
    )
  );
}
