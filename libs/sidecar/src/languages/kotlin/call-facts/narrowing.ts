/**
 * Narrows types by conditions: where `x is Server` holds, `x` is a `Server`, and also after `if (x !is
 * Server) return`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** Reads a condition. In `a && b`, the condition `a` narrows names in `b` and after it. */
export function readCondition(node: SyntaxNode | undefined, kotlin: Reading): void {
  const [left, right] = node ? operands(node, "&&", kotlin) : [];
  if (left && right) {
    readCondition(left, kotlin);
    return readCondition(right, kotlin);
  }
  if (left) return readCondition(left, kotlin);
  kotlin.visit(node);
  narrowWhere(node, "is", kotlin);
}

/**
 * Reads `a || b`: in `b`, names are narrowed by the negation of `a`. Chains nest to the left, and may be
 * long.
 */
export function readAlternatives(node: SyntaxNode, kotlin: Reading): void {
  kotlin.locals.block(() => {
    for (const condition of alternativesIn(node, kotlin)) {
      kotlin.visit(condition);
      narrowUnless(condition, kotlin);
    }
  });
}

/**
 * Narrows names for the rest of the block, in which the condition does not hold: neither part of `a || b`
 * does.
 */
export function narrowUnless(condition: SyntaxNode | undefined, kotlin: Reading): void {
  for (const each of condition ? alternativesIn(condition, kotlin) : []) {
    const [inner] = kotlin.parts(each);
    if (each.type === "unary_expression" && kotlin.text[each.startIndex] === "!")
      narrowWhere(withoutBrackets(inner, kotlin), "is", kotlin);
    else narrowWhere(each, "!is", kotlin);
  }
}

/**
 * Narrows names for the rest of the block, in which the condition holds: both parts of `a && b` do. The
 * condition must have been read before.
 */
export function narrowIf(condition: SyntaxNode | undefined, kotlin: Reading): void {
  const sides = condition ? operands(condition, "&&", kotlin) : [];
  if (sides.length > 0) for (const side of sides) narrowIf(side, kotlin);
  else narrowWhere(condition, "is", kotlin);
}

/** Whether a branch never continues after it. */
export function leaves(branch: SyntaxNode, kotlin: Reading): boolean {
  const last = branch.type === "block" ? kotlin.parts(branch).at(-1) : branch;
  return (
    last !== undefined &&
    /^(?:return|throw|continue|break)\b/.test(kotlin.text.slice(last.startIndex, last.startIndex + 10))
  );
}

/** Narrows a name to a type for the rest of the block. */
export function narrow(name: SyntaxNode, type: SyntaxNode, kotlin: Reading): void {
  if (name.type !== "identifier") return;
  const value = kotlin.flow.instance(kotlin.type(type));
  if (value !== kotlin.flow.unknown())
    kotlin.flow.bind(kotlin.locals.declareAnew(kotlin.textOf(name)), value);
}

function narrowWhere(test: SyntaxNode | undefined, operator: "is" | "!is", kotlin: Reading): void {
  if (test?.type !== "is_expression") return;
  const [left, right] = kotlin.parts(test);
  if (left && right && kotlin.text.slice(left.endIndex, right.startIndex).trim() === operator)
    narrow(left, right, kotlin);
}

function alternativesIn(condition: SyntaxNode, kotlin: Reading): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  let at: SyntaxNode | undefined = withoutBrackets(condition, kotlin);
  while (at) {
    const [left, right]: readonly SyntaxNode[] =
      at.type === "binary_expression" ? operands(at, "||", kotlin) : [];
    found.push(right ?? at);
    at = right ? left : undefined;
  }
  return found.reverse();
}

function withoutBrackets(node: SyntaxNode | undefined, kotlin: Reading): SyntaxNode | undefined {
  let at = node;
  while (at?.type === "parenthesized_expression") at = kotlin.parts(at)[0];
  return at;
}

/** Both sides of an operator; the content of parentheses alone; nothing for any other node. */
function operands(node: SyntaxNode, operator: "&&" | "||", kotlin: Reading): readonly SyntaxNode[] {
  if (node.type !== "binary_expression" && node.type !== "parenthesized_expression") return [];
  const [left, right] = kotlin.parts(node);
  if (left && !right) return [left];
  return left && right && kotlin.text.slice(left.endIndex, right.startIndex).trim() === operator
    ? [left, right]
    : [];
}
