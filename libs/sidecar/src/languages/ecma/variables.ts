/** Finds the variables that a module or namespace declares, in patterns of any depth. Pure. */
import type { InnerDefinition } from "../../language.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";

/** Statements around a declaration: `export`, `declare`. */
const WRAPPERS: ReadonlySet<string> = new Set(["export_statement", "ambient_declaration"]);
const DECLARATIONS: ReadonlySet<string> = new Set(["lexical_declaration", "variable_declaration"]);

/** Statements, and parts of them, in which `var` declares a variable of the module; loops are left out. */
const BLOCKS: ReadonlySet<string> = new Set([
  "if_statement",
  "else_clause",
  "try_statement",
  "catch_clause",
  "finally_clause",
  "switch_statement",
  "switch_body",
  "switch_case",
  "switch_default",
  "labeled_statement",
  "statement_block",
]);

/**
 * Variables of a module or namespace, given its statements, in no particular order. Of the blocks inside,
 * only those of `var` count. `const { join } = require("path")` imports names instead, unless it exports them
 * as well.
 */
export function variablesIn(block: SyntaxNode): InnerDefinition[] {
  const found: InnerDefinition[] = [];
  const inner: SyntaxNode[] = [];
  for (const statement of block.namedChildren) {
    const declaration = unwrapped(statement);
    if (!declaration) continue;
    if (DECLARATIONS.has(declaration.type))
      addNames(found, declaration, statement.id === declaration.id ? "own" : "exported");
    else if (BLOCKS.has(declaration.type)) inner.push(declaration);
  }
  for (let part = inner.pop(); part; part = inner.pop())
    for (const child of part.namedChildren) {
      const { type } = child;
      if (type === "variable_declaration") addNames(found, child, "own");
      else if (BLOCKS.has(type)) inner.push(child);
    }
  return found;
}

function addNames(found: InnerDefinition[], declaration: SyntaxNode, visibility: "own" | "exported"): void {
  for (const declarator of declaration.namedChildren)
    if (visibility === "exported" || !importsNames(declarator))
      for (const name of declaredNames(declarator)) found.push({ node: declaration, name });
}

/** Begins a value that is another module, or a part of one. */
export const MODULE_VALUE = /^(?:require\b|await import\b)/;

/** Whether a declarator takes names out of another module. */
function importsNames(declarator: SyntaxNode): boolean {
  return (
    declarator.childForFieldName("name")?.type === "object_pattern" &&
    MODULE_VALUE.test(declarator.childForFieldName("value")?.text ?? "")
  );
}

/** The declaration in `export` and `declare`. */
function unwrapped(statement: SyntaxNode): SyntaxNode | null {
  let inner: SyntaxNode | undefined = statement;
  while (inner && WRAPPERS.has(inner.type))
    inner = inner.namedChildren.find(({ type }) => WRAPPERS.has(type) || DECLARATIONS.has(type));
  return inner ?? null;
}

function declaredNames(declarator: SyntaxNode): SyntaxNode[] {
  const target = declarator.type === "variable_declarator" ? declarator.childForFieldName("name") : null;
  return target ? namesIn(target) : [];
}

/** The names that a pattern binds, in the order of the text; defaults and keys bind none. */
export function namesIn(pattern: SyntaxNode): SyntaxNode[] {
  const names: SyntaxNode[] = [];
  const open = [pattern];
  for (let node = open.pop(); node; node = open.pop()) {
    switch (node.type) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        names.push(node);
        break;
      case "object_pattern":
      case "array_pattern":
      case "rest_pattern":
        for (const part of node.namedChildren.reverse()) open.push(part);
        break;
      case "pair_pattern":
        addField(open, node, "value");
        break;
      case "assignment_pattern":
      case "object_assignment_pattern":
        addField(open, node, "left");
        break;
      default:
    }
  }
  return names;
}

function addField(nodes: SyntaxNode[], node: SyntaxNode, field: string): void {
  const child = node.childForFieldName(field);
  if (child) nodes.push(child);
}
