/** Reads assignments, loops, jumps and exceptions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { BLOCK, type ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { readMadeClass } from "./classes.ts";
import type { RubyNames } from "./names.ts";
import { assign, changed } from "./targets.ts";

type Tree = TreeReader<RubyNames>;

export const statementReaders: NodeReaders<RubyNames> = {
  assignment: readAssignment,
  operator_assignment: readOperatorAssignment,
  for: readFor,
  rescue: readRescue,
  return: (node, tree) => jump(node, tree, (value) => tree.names.returns(value)),
  next: (node, tree) => jump(node, tree, (value) => tree.flow.returns(value)),
  break: (node, tree) => jump(node, tree, () => undefined),
  yield: readYield,
};

/** Reads an assignment. The variable is already declared in its own value. */
function readAssignment(node: SyntaxNode, tree: Tree): ExprId {
  const [target, right] = tree.children(node);
  if (!target || !right) return tree.flow.unknown();
  const made = target.type === "constant" ? readMadeClass(target, right, tree) : null;
  if (made !== null) return made;
  if (target.type === "identifier" && !tree.names.isLocal(tree.textOf(target)))
    tree.names.declare(tree.textOf(target));
  const value = tree.read(right);
  assign(target, value, tree);
  return value;
}

const VARIABLES = new Set([
  "identifier",
  "constant",
  "instance_variable",
  "class_variable",
  "global_variable",
]);

/** `a ||= b` and `a &&= b`; the result of other operators is unknown. */
function readOperatorAssignment(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [target, right] = tree.children(node);
  if (!target || !right) return flow.unknown();
  if (target.type === "identifier" && !tree.names.isLocal(tree.textOf(target)))
    tree.names.declare(tree.textOf(target));
  const value = tree.read(right);
  const mayBeValue = /^\s*(?:\|\||&&)=/.test(tree.text.slice(target.endIndex, right.startIndex));
  if (target.type === "call" || target.type === "element_reference") {
    const before = changed(target, mayBeValue ? value : flow.unknown(), tree);
    return mayBeValue ? flow.either([before, value]) : flow.unknown();
  }
  if (mayBeValue) {
    assign(target, value, tree);
    return VARIABLES.has(target.type) ? flow.either([tree.read(target), value]) : value;
  }
  tree.read(target);
  return flow.unknown();
}

function readFor(node: SyntaxNode, tree: Tree): ExprId {
  const [target, iterable, ...rest] = tree.children(node);
  if (target && iterable) assign(target, tree.flow.element(tree.read(iterable)), tree);
  tree.readAll(rest);
  return tree.flow.unknown();
}

/** `rescue A, B => error`; its value is that of its body. */
function readRescue(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  let types: ExprId[] = [];
  let value = flow.unknown();
  for (const part of tree.children(node)) {
    const type = part.type;
    if (type === "exceptions") types = tree.children(part).map((exception) => tree.read(exception));
    else if (type === "exception_variable")
      for (const name of tree.children(part)) assign(name, flow.instance(flow.either(types)), tree);
    else value = tree.read(part);
  }
  return value;
}

function jump(node: SyntaxNode, tree: Tree, use: (value: ExprId) => void): ExprId {
  const [list] = tree.children(node);
  const values = list ? tree.children(list).map((item) => tree.read(item)) : [];
  if (values.length > 0) use(values.length === 1 ? (values[0] as ExprId) : tree.flow.list(values));
  return tree.flow.unknown();
}

/** Calls the block that was passed to the method. */
function readYield(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [list] = tree.children(node);
  const values = list ? tree.children(list).map((item) => ({ value: tree.read(item) })) : [];
  return flow.call(flow.name(BLOCK), values, tree.place(node));
}
