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
  const open = [...body.namedChildren];
  for (let node = open.pop(); node; node = open.pop()) {
    const { type } = node;
    if (type === "expression_statement") found.push(...assignedIn(node));
    else if (BLOCKS.has(type)) {
      open.push(...node.namedChildren);
      const condition = node.childForFieldName("condition");
      if (condition) found.push(...assignedByCondition(condition));
    } else if (type === "with_clause") found.push(...enteredIn(node));
  }
  return found;
}

/** `a = b, *c = …` */
function assignedIn(statement: SyntaxNode): InnerDefinition[] {
  const found: InnerDefinition[] = [];
  const first = statement.firstNamedChild;
  if (!first) return found;
  let assignment: SyntaxNode | null = first;
  while (assignment?.type === "assignment") {
    const target = assignment.childForFieldName("left");
    if (target) found.push(...namesIn(target).map((name) => ({ node: first, name })));
    assignment = assignment.childForFieldName("right");
  }
  return found;
}

/** `with open(path) as file, lock() as (a, b):` */
function enteredIn(clause: SyntaxNode): InnerDefinition[] {
  return clause.descendantsOfType("as_pattern").flatMap((item) => {
    const target = item.childForFieldName("alias");
    return target ? namesIn(target).map((name) => ({ node: item, name })) : [];
  });
}

/** Names assigned by `:=`, except those of lambdas. */
function assignedByCondition(condition: SyntaxNode): InnerDefinition[] {
  const found: InnerDefinition[] = [];
  const open = [condition];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = node.type === "named_expression" ? node.childForFieldName("name") : null;
    if (name) found.push({ node, name });
    if (node.type !== "lambda") open.push(...node.namedChildren);
  }
  return found;
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

/** The plain names in an assignment target; members and elements (`a.b`, `a[0]`) are none. */
function namesIn(target: SyntaxNode): SyntaxNode[] {
  const names: SyntaxNode[] = [];
  const open = [target];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "identifier") names.push(node);
    else if (PATTERNS.has(node.type)) open.push(...node.namedChildren);
  }
  return names;
}
