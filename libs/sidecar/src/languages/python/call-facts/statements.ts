/** Reads statements: what they bind, store and return. */
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { callPosition, oneOf } from "./calls.ts";
import type { PythonNames } from "./names.ts";
import { readPaths } from "./paths.ts";
import { assign } from "./targets.ts";
import { makesTypeVariable } from "./definitions.ts";
import { readType } from "./types.ts";

export const statementReaders: NodeReaders<PythonNames> = {
  expression_statement: readExpressionStatement,
  assignment: readAssignment,
  augmented_assignment: readAugmented,
  for_statement: readFor,
  with_statement: readWith,
  as_pattern: readAs,
  except_clause: readExcept,
  return_statement: readReturn,
  raise_statement: readRaise,
  type_alias_statement: readTypeAlias,
  global_statement: (node, tree) => eachName(node, tree, (name) => tree.names.moveToFile(name)),
  nonlocal_statement: (node, tree) => eachName(node, tree, (name) => tree.names.moveToFunctionAround(name)),
};

/** A string as a statement is documentation. */
function readExpressionStatement(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  for (const child of tree.children(node)) {
    if (!isQuote(tree.text.charCodeAt(child.startIndex)) || child.type !== "string") tree.read(child);
  }
  return tree.flow.unknown();
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39;
}

/**
 * `target: type = value`; each part but the first may be missing. Returns the right side, because `a = b = c`
 * nests to the right.
 */
function readAssignment(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const parts = tree.children(node);
  const target = parts[0];
  const type = parts[1]?.type === "type" ? parts[1] : undefined;
  const right = type ? parts[2] : parts[1];
  if (!target) return right ? tree.read(right) : flow.unknown();
  const value = right ? readGiven(right, target, tree) : flow.unknown();
  if (type) assign(target, flow.instance(readType(type, tree)), tree);
  if (right) assign(target, value, tree);
  return value;
}

/**
 * The value of an assignment. A module's variable with the result of a call gets a scope of its own, unless
 * it is a type variable, which is never called.
 */
function readGiven(right: SyntaxNode, target: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  if (flow.kindOf(flow.current) !== "file" || right.type !== "call" || target.type !== "identifier")
    return tree.read(right);
  if (makesTypeVariable(right, tree)) {
    const made = tree.read(right);
    tree.names.typeVariables.set(tree.textOf(target), made);
    return made;
  }
  return flow.variable(
    { name: tree.textOf(target), nameStart: target.startIndex, startLine: target.startRow + 1 },
    () => tree.read(right),
  );
}

/** `handlers += [f]` adds to a list; the result of other operators is unknown. */
function readAugmented(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [target, right] = tree.children(node);
  if (!target || !right) return tree.flow.unknown();
  const value = tree.read(right);
  if (
    /^(?:list|tuple|dictionary|set|list_comprehension|dictionary_comprehension|set_comprehension)$/.test(
      right.type,
    )
  )
    assign(target, value, tree);
  else if (target.type !== "identifier") tree.read(target);
  return tree.flow.unknown();
}

function readFor(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [target, iterable, ...rest] = tree.children(node);
  if (target && iterable)
    assign(target, elementOf(iterable, tree.read(iterable), tree, isAsync(node, tree)), tree);
  tree.readAll(rest);
  return tree.flow.unknown();
}

/** `with value as target, …:`. */
function readWith(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const methods = isAsync(node, tree) ? ["__aenter__", "__aexit__"] : ["__enter__", "__exit__"];
  const [clause, ...rest] = tree.children(node);
  for (const item of clause ? tree.children(clause) : []) {
    const [entered] = tree.children(item);
    const [manager, target] = entered?.type === "as_pattern" ? tree.children(entered) : [entered];
    if (!manager) continue;
    const value = tree.read(manager);
    for (const method of methods) tree.flow.readImplicitly(value, method, tree.place(manager));
    if (target) assign(target, tree.flow.entered(value), tree);
  }
  tree.readAll(rest);
  return tree.flow.unknown();
}

function isAsync(node: SyntaxNode, tree: TreeReader<PythonNames>): boolean {
  return tree.text.startsWith("async", node.startIndex);
}

/** `case value as target`. */
function readAs(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [value, target] = tree.children(node);
  const read = value ? tree.read(value) : tree.flow.unknown();
  if (target) assign(target, read, tree);
  return read;
}

/** `except Error as name`. */
function readExcept(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [caught, ...rest] = tree.children(node);
  if (caught?.type === "as_pattern") {
    const [type, target] = tree.children(caught);
    if (type) readPaths(type, tree.textOf(type), tree.flow);
    if (type && target) tree.names.bindCaught(tree.textOf(target), oneOf(type, tree));
  } else if (caught) {
    tree.read(caught);
  }
  tree.readAll(rest);
  return tree.flow.unknown();
}

function readReturn(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const value = tree.children(node)[0];
  if (value) tree.flow.returns(tree.read(value));
  return tree.flow.unknown();
}

/**
 * `raise Error` creates an object, like `raise Error()`. A caught exception or a parameter is raised
 * unchanged.
 */
function readRaise(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow, names } = tree;
  const [error, ...rest] = tree.children(node);
  const type = error?.type;
  if (error && (type === "identifier" || type === "attribute")) {
    const name = tree.textOf(error);
    if (!names.isCaught(name) && !names.isParameter(name))
      flow.call(tree.read(error), [], callPosition(error, tree), "new");
  } else if (error) {
    tree.read(error);
  }
  tree.readAll(rest);
  return flow.unknown();
}

/** `type Name[T] = …`. */
function readTypeAlias(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const [left, right] = tree.children(node);
  const name = left && /^[\p{L}_][\p{L}\p{N}_]*/u.exec(tree.textOf(left))?.[0];
  if (name && right) tree.names.bind(name, readType(right, tree));
  return tree.flow.unknown();
}

function eachName(node: SyntaxNode, tree: TreeReader<PythonNames>, use: (name: string) => void): ExprId {
  for (const name of tree.children(node)) use(tree.textOf(name));
  return tree.flow.unknown();
}

// Elements of iterables, where the expression says more than its value: `enumerate(a)`, `zip(a, b)`,
// `a.items()`.

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
