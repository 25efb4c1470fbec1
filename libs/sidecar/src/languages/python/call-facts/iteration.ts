/**
 * Elements of iterables, where the expression says more than its value: `enumerate(a)`, `zip(a, b)`,
 * `a.items()`.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";

/** Functions that yield the elements of their argument. */
const SAME_ELEMENTS: ReadonlySet<string> = new Set(["iter", "list", "reversed", "sorted", "tuple"]);

/** The element in `for target in iterable`, or `async for`. @param value of the node */
export function elementOf(
  node: SyntaxNode,
  value: ExprId,
  tree: TreeReader<PythonNames>,
  isAsync = false,
): ExprId {
  const { flow } = tree;
  const goThrough = (): ExprId =>
    flow.goThrough(value, isAsync ? ["__aiter__", "__anext__"] : ["__iter__", "__next__"], tree.place(node));
  const called = node.type === "call" ? flow.partsOfCall(value) : null;
  const [function_, list] = called ? tree.children(node) : [];
  if (!called || !function_ || list?.type !== "argument_list") return goThrough();
  const nodes = tree.children(list);
  const elements = called.args.map((arg, at) =>
    nodes[at] && nodes.length === called.args.length ? elementOf(nodes[at], arg, tree) : flow.element(arg),
  );
  const name = tree.textOf(function_);
  if (name === "enumerate" && elements[0] !== undefined) return flow.list([flow.unknown(), elements[0]]);
  if (name === "zip" && elements.length > 0) return flow.list(elements);
  if (SAME_ELEMENTS.has(name) && elements[0] !== undefined) return elements[0];
  const object = name.endsWith(".items") && elements.length === 0 ? flow.objectOf(called.callee) : null;
  // Items of a dictionary, or the result of another method with this name.
  return object === null
    ? goThrough()
    : flow.either([goThrough(), flow.list([flow.element(object), flow.index(object, flow.unknown())])]);
}
