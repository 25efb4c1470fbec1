/** Reads calls, including built-in functions whose result the language defines. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { SitePosition } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { METHOD_OF_FUNCTION } from "../profile.ts";
import { TASK_METHODS } from "../task-methods.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { isPath, nameAt, pathValue, plainEntry, readCallee } from "./paths.ts";
import { stringContent } from "./strings.ts";
import { readType } from "./types.ts";

export const callReaders: NodeReaders<PythonNames> = { call: readCall };

/** Position of a call: the last name of its callee. */
export function callPosition(callee: SyntaxNode, tree: TreeReader<PythonNames>): SitePosition {
  return tree.place(callee.type === "attribute" ? (tree.children(callee).at(-1) ?? callee) : callee);
}

/** Position of a call by path: the last name, which is on the path's first line. */
function pathPlace(callee: SyntaxNode, path: string): SitePosition {
  return { line: callee.startRow + 1, start: callee.startIndex + lastDot(path) + 1 };
}

function readCall(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const parts = tree.children(node);
  const first = parts[0];
  const list = parts[1];
  // In `*f(), g`, the grammar puts the star inside the call.
  if (first?.type === "list_splat") return flow.element(readCallOf(tree.children(first)[0], list, tree));
  return readCallOf(first, list, tree);
}

function readCallOf(
  callee: SyntaxNode | undefined,
  list: SyntaxNode | undefined,
  tree: TreeReader<PythonNames>,
): ExprId {
  const { flow } = tree;
  if (!callee || !list) return callee ? tree.read(callee) : flow.unknown();
  // The callee ends where its arguments start: reading its type and end from the tree costs more.
  const path = tree.text.slice(callee.startIndex, list.startIndex);
  const isPlain = isPath(path);
  if (path === "super") return readSuper(list, tree);
  const called = isPlain ? readCallee(path, callee, flow) : tree.read(callee);
  const nodes = argumentNodes(list, tree);
  const args = nodes.length === 0 ? NO_ARGUMENTS : nodes.map((arg) => readArgument(arg, tree));
  const place = isPlain ? pathPlace(callee, path) : callPosition(callee, tree);
  // A call that creates an object of the enclosing class is found by the class's name.
  const own = tree.names.ownClass(path);
  const value = flow.call(called, args, own === null ? place : { ...place, name: own });
  if (isPlain) markTask(path, tree);
  const implicit = METHOD_OF_FUNCTION.get(path);
  if (implicit !== undefined && args[0] && nodes[0])
    flow.readImplicitly(args[0].value, implicit, tree.place(nodes[0]));
  const known = isPlain ? KNOWN.get(withoutModule(path)) : undefined;
  return known?.({ nodes, args }, tree) ?? value;
}

/** `super()`; `super(Base, self)` starts after `Base`, which usually is the enclosing class. */
function readSuper(list: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow, names } = tree;
  const [first] = argumentNodes(list, tree);
  tree.read(list);
  const path = first ? tree.textOf(first) : "";
  const isOwn =
    !isPath(path) || path === names.classAround || path === "__class__" || names.ownClass(path) !== null;
  return isOwn ? flow.super() : flow.above(pathValue(path, flow));
}

const NO_ARGUMENTS: readonly Argument[] = [];

/** Marks the file with `task` for `task.delay()`, so that a search for callers of `task` reads it. */
function markTask(path: string, { flow }: TreeReader<PythonNames>): void {
  const dot = lastDot(path);
  if (dot > 0 && TASK_METHODS.has(path.slice(dot + 1)))
    flow.mark(path.slice(path.lastIndexOf(".", dot - 1) + 1, dot));
}

/**
 * Offset of the last dot; -1 if there is none, which is most common. `includes` is faster than `lastIndexOf`.
 */
function lastDot(path: string): number {
  return path.includes(".") ? path.lastIndexOf(".") : -1;
}

/** Strips the module from functions that may be in `KNOWN`; empty for other modules. */
function withoutModule(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : MODULES.has(path.slice(0, dot)) ? path.slice(dot + 1) : "";
}

const MODULES = new Set(["typing", "t", "builtins", "importlib"]);

/** The argument nodes. In `f(x for x in y)`, the grammar has a generator instead of a list. */
function argumentNodes(list: SyntaxNode, tree: TreeReader<PythonNames>): readonly SyntaxNode[] {
  if (tree.text.startsWith("()", list.startIndex)) return [];
  return list.type === "argument_list" ? tree.children(list) : [list];
}

function readArgument(node: SyntaxNode, tree: TreeReader<PythonNames>): Argument {
  const plain = plainEntry(tree.text, node, tree.flow);
  if (plain !== null) return { value: plain };
  const type = node.type;
  if (type !== "keyword_argument" && type !== "list_splat" && type !== "dictionary_splat")
    return { value: tree.read(node) };
  const parts = tree.children(node);
  const first = parts[0];
  const second = parts[1];
  if (!first) return { value: tree.read(node) };
  if (second)
    return {
      name: nameAt(tree.text, first.startIndex),
      value: plainEntry(tree.text, second, tree.flow) ?? tree.read(second),
    };
  return { name: type === "list_splat" ? "*" : "**", value: tree.read(first) };
}

interface KnownCall {
  readonly nodes: readonly SyntaxNode[];
  readonly args: readonly Argument[];
}

/** Functions whose arguments determine their result or effect; a result of null means that they don't. */
const KNOWN = new Map<string, (call: KnownCall, tree: TreeReader<PythonNames>) => ExprId | null>([
  [
    "getattr",
    ({ nodes, args }, tree) => {
      const [object, , otherwise] = args;
      const name = constant(nodes[1], tree);
      return object && name !== null
        ? tree.flow.either([tree.flow.member(object.value, name), ...(otherwise ? [otherwise.value] : [])])
        : null;
    },
  ],
  [
    "setattr",
    ({ nodes, args }, tree) => {
      const name = constant(nodes[1], tree);
      if (args[0] && args[2] && name !== null)
        tree.flow.store(tree.flow.member(args[0].value, name), args[2].value);
      return null;
    },
  ],
  // `type("Name", (Base,), {})` creates a class of which only the base is known.
  [
    "type",
    ({ args }, tree) =>
      args.length === 1 && args[0]
        ? tree.flow.typeOf(args[0].value)
        : args[1]
          ? tree.flow.element(args[1].value)
          : null,
  ],
  [
    "cast",
    ({ nodes }, tree) => {
      const type = nodes.length === 2 ? typeIn(nodes[0], tree) : null;
      return type === null ? null : tree.flow.instance(type);
    },
  ],
  [
    "isinstance",
    ({ nodes }, tree) => {
      const [about, type] = nodes;
      if (
        about?.type === "identifier" &&
        type &&
        !hasCall(type, tree) &&
        tree.names.isParameter(tree.textOf(about)) &&
        !tree.names.tested.has(about.startIndex)
      )
        tree.names.bind(tree.textOf(about), oneOf(type, tree));
      return null;
    },
  ],
  ["import_module", ({ nodes }, tree) => importOf(nodes, tree)],
  ["__import__", ({ nodes }, tree) => importOf(nodes, tree)],
  [
    "TypeVar",
    ({ nodes }, tree) => {
      const bound = nodes.find((node) => tree.text.startsWith("bound", node.startIndex));
      return bound ? typeIn(tree.children(bound)[1], tree) : tree.flow.unknown();
    },
  ],
  ["NewType", ({ nodes }, tree) => typeIn(nodes[1], tree)],
]);

/** Reads an argument as a type. It was already read as a value: calls in it must not be read again. */
function typeIn(node: SyntaxNode | undefined, tree: TreeReader<PythonNames>): ExprId | null {
  return node && !hasCall(node, tree) ? readType(node, tree) : null;
}

function hasCall(node: SyntaxNode, tree: TreeReader<PythonNames>): boolean {
  return /[^\s,([|]\s*\(|lambda/.test(tree.textOf(node));
}

function constant(node: SyntaxNode | undefined, tree: TreeReader<PythonNames>): string | null {
  return node?.type === "string" ? stringContent(tree.textOf(node)) : null;
}

function importOf(nodes: readonly SyntaxNode[], tree: TreeReader<PythonNames>): ExprId | null {
  const module = nodes.length === 1 ? constant(nodes[0], tree) : null;
  return module === null ? null : tree.flow.import(module, "*");
}

/** A value of a type, or of one of several in parentheses. */
export function oneOf(type: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  if (type.type !== "tuple") return flow.instance(readType(type, tree));
  return flow.instance(flow.either(tree.children(type).map((option) => readType(option, tree))));
}
