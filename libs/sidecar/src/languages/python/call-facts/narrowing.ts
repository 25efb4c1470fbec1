/**
 * Narrows types by conditions: where `isinstance(x, Server)` holds, `x` is a `Server`, and also after `if not
 * isinstance(x, Server): return`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { readType } from "./types.ts";

type Tree = TreeReader<PythonNames>;

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
export function readHolding(condition: SyntaxNode, tree: Tree): void {
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
export function markRefuted(condition: SyntaxNode, tree: Tree): void {
  for (const test of refutedBy(condition, tree)) mark(test, tree);
}

/**
 * Narrows names for the rest of the block, in which the condition does not hold: neither part of `a or b`
 * does.
 */
export function narrowUnless(condition: SyntaxNode, tree: Tree): void {
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
export function sidesOf(node: SyntaxNode, operator: "and" | "or", tree: Tree): readonly SyntaxNode[] {
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
