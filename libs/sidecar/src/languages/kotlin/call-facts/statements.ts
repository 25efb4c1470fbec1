/** Reads Kotlin's statements. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { readLoop } from "./branches.ts";

/** Reads a statement; returns false for any other node. */
export function readStatement(node: SyntaxNode, kotlin: Reading): boolean {
  const { locals } = kotlin;
  switch (node.type) {
    case "block":
    case "while_statement":
    case "do_while_statement":
      locals.block(() => kotlin.visitAll(node.namedChildren));
      return true;
    case "for_statement":
      locals.block(() => readLoop(node, kotlin));
      return true;
    case "assignment":
      readAssignment(node, kotlin);
      return true;
    case "return_expression":
      readReturn(node, kotlin);
      return true;
    case "type_alias": {
      const parts = kotlin
        .parts(node)
        .filter(({ type }) => type !== "modifiers" && type !== "type_parameters");
      if (parts[0]) locals.bind(kotlin.textOf(parts[0]), kotlin.type(parts.at(-1)));
      return true;
    }
    default:
      return false;
  }
}

function readAssignment(node: SyntaxNode, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  const [left, right] = kotlin.parts(node);
  if (!left || !right) return kotlin.visitAll(node.namedChildren);
  if (kotlin.text.slice(left.endIndex, right.startIndex).trim() !== "=")
    return kotlin.visitAll([left, right]);
  if (left.type !== "identifier") {
    const target = flow.written(kotlin.value(left));
    const isPlace = left.type === "navigation_expression" || left.type === "index_expression";
    const value = kotlin.value(right);
    if (isPlace) flow.store(target, value);
    return;
  }
  const name = kotlin.textOf(left);
  const value = kotlin.value(right);
  if (locals.assign(name, value)) return;
  // A name that no function declares is a property of the class or file.
  if (locals.isInClass) flow.store(flow.write(flow.member(flow.this(), name), positionOf(left)), value);
  else locals.assignOutside(name, value);
}

/** A `return` without a label returns from the function around all lambdas. */
function readReturn(node: SyntaxNode, kotlin: Reading): void {
  const { flow } = kotlin;
  const parts = kotlin.parts(node);
  const isLabelled = kotlin.text.startsWith("return@", node.startIndex);
  if (isLabelled) parts.shift();
  const value: ExprId = kotlin.value(parts[0]);
  if (isLabelled) return flow.returns(value);
  const scope = kotlin.locals.functionAround;
  if (scope === flow.current) return flow.returns(value);
  const standing = flow.standing(value);
  flow.within(scope, () => flow.returns(standing));
}
