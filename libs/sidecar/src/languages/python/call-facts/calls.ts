/** Calls, and the built-in functions whose meaning is part of the language. */
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

/** Where the call of something stands: at its last name. */
export function callPosition(callee: SyntaxNode, tree: TreeReader<PythonNames>): SitePosition {
  return tree.place(callee.type === "attribute" ? (tree.children(callee).at(-1) ?? callee) : callee);
}

/** A path has its last name at its end, and in its first line. */
function pathPlace(callee: SyntaxNode, path: string): SitePosition {
  return { line: callee.startRow + 1, start: callee.startIndex + lastDot(path) + 1 };
}

function readCall(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const parts = tree.children(node);
  const first = parts[0];
  const list = parts[1];
  // The grammar has the star of `*f(), g` inside of the call.
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
  // The callee ends where its arguments begin: asking the tree for its type and end costs more.
  const path = tree.text.slice(callee.startIndex, list.startIndex);
  const isPlain = isPath(path);
  if (path === "super") return readSuper(list, tree);
  const called = isPlain ? readCallee(path, callee, flow) : tree.read(callee);
  const nodes = argumentNodes(list, tree);
  const args = nodes.length === 0 ? NO_ARGUMENTS : nodes.map((arg) => readArgument(arg, tree));
  const place = isPlain ? pathPlace(callee, path) : callPosition(callee, tree);
  // What makes an object of the class around is looked for by the name of that.
  const own = tree.names.ownClass(path);
  const value = flow.call(called, args, own === null ? place : { ...place, name: own });
  if (isPlain) markTask(path, tree);
  const implicit = METHOD_OF_FUNCTION.get(path);
  if (implicit !== undefined && args[0] && nodes[0])
    flow.readImplicitly(args[0].value, implicit, tree.place(nodes[0]));
  const known = isPlain ? KNOWN.get(withoutModule(path)) : undefined;
  return known?.({ nodes, args }, tree) ?? value;
}

/** `super()`; `super(Base, self)` begins above `Base`, which most often is the class around. */
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

/** Whoever looks for the callers of `task` has to look at `task.delay()`. */
function markTask(path: string, { flow }: TreeReader<PythonNames>): void {
  const dot = lastDot(path);
  if (dot > 0 && TASK_METHODS.has(path.slice(dot + 1)))
    flow.mark(path.slice(path.lastIndexOf(".", dot - 1) + 1, dot));
}

/** -1 where there is none, which is most often so. To look from behind takes longer. */
function lastDot(path: string): number {
  return path.includes(".") ? path.lastIndexOf(".") : -1;
}

/** Functions that may be known ones are called with their module's name too. */
function withoutModule(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : MODULES.has(path.slice(0, dot)) ? path.slice(dot + 1) : "";
}

const MODULES = new Set(["typing", "t", "builtins", "importlib"]);

/** `f(x for x in y)` has a generator instead of a list of arguments. */
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

/** Functions whose call has a value, or an effect, that their arguments tell; null where they do not. */
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
  // `type("Name", (Base,), {})` makes a class of which nothing is known but that.
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

/** An argument as a type. It has been read as a value: one with calls in it must not be read again. */
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
