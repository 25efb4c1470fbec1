/** Reads conditions, and narrows names in the blocks in which they hold or do not hold. */
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { PythonNames } from "./names.ts";
import { readType } from "./types.ts";

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

// Narrows types by conditions: where `isinstance(x, Server)` holds, `x` is a `Server`, and also after `if not
// isinstance(x, Server): return`.

/** `isinstance(x, A)`, or several of one name joined by `or`. */
interface Test {
  readonly name: string;
  readonly types: readonly SyntaxNode[];
  /** Offsets of the names. */
  readonly starts: readonly number[];
}

/**
 * Reads a condition that holds from its end to the end of the block: both parts of `a and b` do, and `a` does
 * in `b`.
 */
function readHolding(condition: SyntaxNode, tree: Tree): void {
  const sides = sidesOf(condition, "and", tree);
  if (sides.length > 1) {
    for (const side of sides) tree.descend(side, () => (readHolding(side, tree), tree.flow.unknown()));
    return;
  }
  const test = testIn(sides[0] as SyntaxNode, tree);
  if (test) mark(test, tree);
  tree.read(condition);
  if (test) narrow(test, tree);
}

/** Marks the tests of a condition that is read next and followed by `narrowUnless`. */
function markRefuted(condition: SyntaxNode, tree: Tree): void {
  for (const test of refutedBy(condition, tree)) mark(test, tree);
}

/**
 * Narrows names for the rest of the block, in which the condition does not hold: neither part of `a or b`
 * does.
 */
function narrowUnless(condition: SyntaxNode, tree: Tree): void {
  for (const test of refutedBy(condition, tree)) narrow(test, tree);
}

/** Tests that hold if a condition does not: `not isinstance(x, A)`, alone or joined by `or`. */
function refutedBy(condition: SyntaxNode, tree: Tree): readonly Test[] {
  if (!tree.textOf(condition).includes(TEST)) return [];
  return sidesOf(condition, "or", tree).flatMap((side) => {
    const [negated] = side.type === "not_operator" ? tree.children(side) : [];
    const test = negated ? testIn(negated, tree) : null;
    return test ? [test] : [];
  });
}

/** Marks a test whose narrowing does not apply to the whole function. */
function mark({ starts }: Test, { names }: Tree): void {
  for (const start of starts) names.tested.add(start);
}

function narrow({ name, types }: Test, tree: Tree): void {
  tree.names.bindInBlock(
    name,
    types.map((type) => tree.flow.instance(readType(type, tree))),
  );
}

const TEST = "isinstance(";

/** The test in a condition. A search in the text rules out most conditions, because few test a type. */
function testIn(node: SyntaxNode, tree: Tree): Test | null {
  if (!tree.textOf(node).includes(TEST)) return null;
  const tests = sidesOf(node, "or", tree).map((side) => testOf(side, tree));
  const [first] = tests;
  if (!first || !tests.every((test): test is Test => test?.name === first.name)) return null;
  return {
    name: first.name,
    types: tests.flatMap(({ types }) => types),
    starts: tests.flatMap(({ starts }) => starts),
  };
}

function testOf(node: SyntaxNode, tree: Tree): Test | null {
  if (node.type !== "call" || !tree.text.startsWith(TEST, node.startIndex)) return null;
  const [name, type, ...others] = tree.children(node).at(-1)?.namedChildren ?? [];
  if (name?.type !== "identifier" || !type || others.length > 0 || !tree.names.isLocal(tree.textOf(name)))
    return null;
  const types = type.type === "tuple" ? tree.children(type) : [type];
  return types.length > 0 &&
    types.every((each) => TELLING.test(tree.textOf(each)) && !SHAPES.test(tree.textOf(each)))
    ? { name: tree.textOf(name), types, starts: [name.startIndex] }
    : null;
}

/**
 * Names of classes. Excludes built-in types and variables with a type, after which a value may still be
 * something else.
 */
const TELLING = /^(?:[A-Za-z_]\w*\.)*_*[A-Z]\w*[a-z]\w*$/;
/** Library types that describe an object's methods rather than its class. */
const SHAPES =
  /(?:^|\.)(?:(?:Async)?(?:Iterable|Iterator|Generator)|(?:Mutable)?(?:Mapping|Sequence|Set)|Collection|Container|Sized|Hashable|Reversible|Callable|Awaitable|Coroutine|Number|Integral|Real|Protocol|Supports\w+|\w+Type)$/;

function withoutBrackets(node: SyntaxNode, tree: Tree): SyntaxNode {
  let at = node;
  while (at.type === "parenthesized_expression") {
    const [inner] = tree.children(at);
    if (!inner) break;
    at = inner;
  }
  return at;
}

/**
 * Operands of a chain of one operator, in the order of the text; any other node alone. Chains nest to the
 * left, and may be long.
 */
function sidesOf(node: SyntaxNode, operator: "and" | "or", tree: Tree): readonly SyntaxNode[] {
  const sides: SyntaxNode[] = [];
  let at = withoutBrackets(node, tree);
  for (;;) {
    const [left, right] = at.type === "boolean_operator" ? tree.children(at) : [];
    if (!left || !right || !isOperator(tree.text.slice(left.endIndex, right.startIndex), operator)) break;
    sides.push(right);
    at = left;
  }
  return [...sides, at].reverse().map((side) => withoutBrackets(side, tree));
}

function isOperator(between: string, operator: string): boolean {
  return (between.includes("#") ? between.replace(/#[^\n]*/g, "") : between).includes(operator);
}
