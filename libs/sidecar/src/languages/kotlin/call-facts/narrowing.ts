/**
 * What a condition says of a name: where `x is Server` holds, `x` is a server; so it is behind `if (x !is
 * Server) return`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** Reads a condition. Of `a && b`, what `a` says counts in `b` and behind it. */
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
 * Reads `a || b`: in `b` counts what follows from `a` not being so. Chains lean to the left, and may be long.
 */
export function readAlternatives(node: SyntaxNode, kotlin: Reading): void {
  kotlin.locals.block(() => {
    for (const condition of alternativesIn(node, kotlin)) {
      kotlin.visit(condition);
      narrowUnless(condition, kotlin);
    }
  });
}

/** From here to the end of the block the condition does not hold: none of `a || b` does. */
export function narrowUnless(condition: SyntaxNode | undefined, kotlin: Reading): void {
  for (const each of condition ? alternativesIn(condition, kotlin) : []) {
    const [inner] = kotlin.parts(each);
    if (each.type === "unary_expression" && kotlin.text[each.startIndex] === "!")
      narrowWhere(withoutBrackets(inner, kotlin), "is", kotlin);
    else narrowWhere(each, "!is", kotlin);
  }
}

/** From here to the end of the block the condition holds: all of `a && b` do. It has been read before. */
export function narrowIf(condition: SyntaxNode | undefined, kotlin: Reading): void {
  const sides = condition ? operands(condition, "&&", kotlin) : [];
  if (sides.length > 0) for (const side of sides) narrowIf(side, kotlin);
  else narrowWhere(condition, "is", kotlin);
}

/** Whether nothing behind a branch is reached through it. */
export function leaves(branch: SyntaxNode, kotlin: Reading): boolean {
  const last = branch.type === "block" ? kotlin.parts(branch).at(-1) : branch;
  return (
    last !== undefined &&
    /^(?:return|throw|continue|break)\b/.test(kotlin.text.slice(last.startIndex, last.startIndex + 10))
  );
}

/** From here to the end of the block the name is of the type. */
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

/** Both sides of an operator; what is in brackets, alone; nothing of any other node. */
function operands(node: SyntaxNode, operator: "&&" | "||", kotlin: Reading): readonly SyntaxNode[] {
  if (node.type !== "binary_expression" && node.type !== "parenthesized_expression") return [];
  const [left, right] = kotlin.parts(node);
  if (left && !right) return [left];
  return left && right && kotlin.text.slice(left.endIndex, right.startIndex).trim() === operator
    ? [left, right]
    : [];
}
