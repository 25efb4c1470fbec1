/**
 * Finds the variables of a module and the fields of a class body: in targets of any form, and in conditions,
 * failed imports and `with` of any depth. Pure.
 */
import type { InnerDefinition } from "../../language.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";

/** Statements, and parts of them, whose blocks belong to the module or class; loops are left out. */
const BLOCKS: ReadonlySet<string> = new Set([
  "block",
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "with_statement",
  "match_statement",
  "case_clause",
]);

/**
 * What the statements of a module or class body assign, in no particular order: assignments, also without a
 * value (`name: int`), targets of `with`, and names that a condition assigns (`if found := …`).
 */
export function variablesIn(body: SyntaxNode): InnerDefinition[] {
  const found: InnerDefinition[] = [];
  const open = [body];
  for (let node = open.pop(); node; node = open.pop()) {
    const { type } = node;
    if (type === "expression_statement") addAssigned(found, node);
    else if (type === "with_clause") addEntered(found, node);
    else if (node === body || BLOCKS.has(type)) {
      for (const part of node.namedChildren) open.push(part);
      addFromCondition(found, node);
    }
  }
  return found;
}

/** `a = b, *c = …` */
function addAssigned(found: InnerDefinition[], statement: SyntaxNode): void {
  const first = statement.firstNamedChild;
  if (!first) return;
  let assignment: SyntaxNode | null = first;
  while (assignment?.type === "assignment") {
    addNames(found, first, assignment.childForFieldName("left"));
    assignment = assignment.childForFieldName("right");
  }
}

/** `with open(path) as file, lock() as (a, b):` */
function addEntered(found: InnerDefinition[], clause: SyntaxNode): void {
  for (const item of clause.descendantsOfType("as_pattern"))
    addNames(found, item, item.childForFieldName("alias"));
}

/** Names that a condition of a statement assigns by `:=`, except those of lambdas. */
function addFromCondition(found: InnerDefinition[], statement: SyntaxNode): void {
  const condition = statement.childForFieldName("condition");
  const open = condition ? [condition] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "named_expression") addNames(found, node, node.childForFieldName("name"));
    if (node.type !== "lambda") for (const part of node.namedChildren) open.push(part);
  }
}

/** Nodes around the names of a target. */
const PATTERNS: ReadonlySet<string> = new Set([
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
  "as_pattern_target",
  "tuple",
  "list",
  "list_splat",
  "parenthesized_expression",
]);

/** Adds the plain names in a target; members and elements (`a.b`, `a[0]`) are none. */
function addNames(found: InnerDefinition[], node: SyntaxNode, target: SyntaxNode | null): void {
  const open = target ? [target] : [];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.type === "identifier") found.push({ node, name: part });
    else if (PATTERNS.has(part.type)) for (const inner of part.namedChildren) open.push(inner);
  }
}
