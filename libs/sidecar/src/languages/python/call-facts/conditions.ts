/** Reads conditions, and narrows names in the blocks in which they hold or do not hold. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { markRefuted, narrowUnless, readHolding, sidesOf } from "./narrowing.ts";

type Tree = TreeReader<PythonNames>;

export const conditionReaders: NodeReaders<PythonNames> = {
  block: readBlock,
  if_statement: readIf,
  while_statement: readWhile,
  assert_statement: readAssert,
  if_clause: (node, tree) => {
    for (const condition of tree.children(node)) readHolding(condition, tree);
    return tree.flow.unknown();
  },
  conditional_expression: readConditional,
  boolean_operator: readBoolean,
};

function readBlock(node: SyntaxNode, tree: Tree): ExprId {
  const block = tree.names.enterBlock();
  tree.readAll(tree.children(node));
  tree.names.leaveBlock(block);
  return tree.flow.unknown();
}

/**
 * In each `elif` and in `else`, none of the previous conditions holds. After a single `if` whose block never
 * continues, its condition does not hold either.
 */
function readIf(node: SyntaxNode, tree: Tree): ExprId {
  const [condition, consequence, ...clauses] = tree.children(node);
  if (!condition) return tree.flow.unknown();
  const isLeft = consequence !== undefined && clauses.length === 0 && leaves(consequence, tree);
  readBranch(condition, consequence, { isRefuted: isLeft || clauses.length > 0 }, tree);
  if (isLeft) narrowUnless(condition, tree);
  if (clauses.length === 0) return tree.flow.unknown();
  const block = tree.names.enterBlock();
  narrowUnless(condition, tree);
  for (const clause of clauses) {
    const [test, body] = tree.children(clause);
    if (clause.type !== "elif_clause" || !test) {
      tree.read(clause);
      continue;
    }
    readBranch(test, body, { isRefuted: true }, tree);
    narrowUnless(test, tree);
  }
  tree.names.leaveBlock(block);
  return tree.flow.unknown();
}

/**
 * @param isRefuted whether code follows in which the condition does not hold
 */
function readBranch(
  condition: SyntaxNode,
  body: SyntaxNode | undefined,
  { isRefuted }: { readonly isRefuted: boolean },
  tree: Tree,
): void {
  const { names } = tree;
  const block = names.enterBlock();
  if (isRefuted) markRefuted(condition, tree);
  readHolding(condition, tree);
  if (body) tree.read(body);
  names.leaveBlock(block);
}

function readWhile(node: SyntaxNode, tree: Tree): ExprId {
  const [condition, body, ...rest] = tree.children(node);
  if (condition) readBranch(condition, body, { isRefuted: false }, tree);
  tree.readAll(rest);
  return tree.flow.unknown();
}

/** `assert condition, message` */
function readAssert(node: SyntaxNode, tree: Tree): ExprId {
  const [condition, ...rest] = tree.children(node);
  tree.readAll(rest);
  if (condition) readHolding(condition, tree);
  return tree.flow.unknown();
}

/** `then if condition else otherwise` */
function readConditional(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  const [then, condition, otherwise] = tree.children(node);
  if (!then || !condition || !otherwise) {
    tree.readAll(tree.children(node));
    return flow.unknown();
  }
  const block = names.enterBlock();
  markRefuted(condition, tree);
  readHolding(condition, tree);
  const first = tree.read(then);
  names.leaveBlock(block);
  narrowUnless(condition, tree);
  const second = tree.read(otherwise);
  names.leaveBlock(block);
  return flow.either([first, second]);
}

/** `a or b` is one of the two; for `a and b`, only `b` is a useful value. */
function readBoolean(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  const [all, any] = [sidesOf(node, "and", tree), sidesOf(node, "or", tree)];
  const block = names.enterBlock();
  let value = flow.unknown();
  if (all.length > 1) {
    for (const side of all.slice(0, -1)) readHolding(side, tree);
    value = tree.read(all.at(-1) as SyntaxNode);
  } else {
    const values = any.map((side) => {
      markRefuted(side, tree);
      const read = tree.read(side);
      narrowUnless(side, tree);
      return read;
    });
    value = flow.either(values);
  }
  names.leaveBlock(block);
  return value;
}

/** Whether a block never continues after it. */
function leaves(block: SyntaxNode, tree: Tree): boolean {
  const last = block.type === "block" ? tree.children(block).at(-1) : block;
  return (
    last !== undefined &&
    /^(?:return|raise|continue|break)\b/.test(tree.text.slice(last.startIndex, last.startIndex + 10))
  );
}
