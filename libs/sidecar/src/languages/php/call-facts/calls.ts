/** Reads calls of functions and methods, and `new`. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { SitePosition } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { readClass } from "./classes.ts";
import { constantText } from "./expressions.ts";
import type { PhpNames } from "./names.ts";
import { classValue, fieldPath, keywordClass, pathPosition, pathValue, plainVariable } from "./paths.ts";

type Tree = TreeReader<PhpNames>;

export const callReaders: NodeReaders<PhpNames> = {
  function_call_expression: readFunctionCall,
  member_call_expression: (node, tree) => readMethodCall(node, readObject, tree),
  nullsafe_member_call_expression: (node, tree) => readMethodCall(node, readObject, tree),
  scoped_call_expression: (node, tree) => readMethodCall(node, readScope, tree),
  object_creation_expression: readNew,
  attribute: readAttribute,
};

function readFunctionCall(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [callee, list] = tree.children(node);
  if (!callee || !list) return flow.unknown();
  const type = callee.type;
  const isPath = type === "name" || type === "qualified_name" || type === "relative_name";
  const called = isPath
    ? pathValue(tree.textOf(callee), tree)
    : (callableText(callee, tree) ?? tree.read(callee));
  const name = isPath ? tree.textOf(callee).replace(/^.*\\/s, "") : "";
  if (CONSTRUCTS.has(name.toLowerCase())) {
    tree.read(list);
    return flow.unknown();
  }
  return finish(
    { callee: called, list, place: isPath ? pathPosition(callee, tree) : tree.place(callee), name },
    tree,
  );
}

/** Language constructs that look like functions. */
const CONSTRUCTS = new Set(["isset", "empty", "unset"]);

/** The object of a member access. @param text from the object to the name of its method */
function readObject(object: SyntaxNode, text: string, tree: Tree): ExprId {
  return fieldPath(text, tree.flow) ?? tree.read(object);
}

function readScope(type: SyntaxNode, text: string, tree: Tree): ExprId {
  return /^\w+::$/.test(text)
    ? (keywordClass(text.slice(0, -2), tree) ?? tree.flow.name(text.slice(0, -2)))
    : classValue(type, tree);
}

/** Reads a method call. With a computed name, the method is unknown. */
function readMethodCall(
  node: SyntaxNode,
  readOwner: (object: SyntaxNode, text: string, tree: Tree) => ExprId,
  tree: Tree,
): ExprId {
  const { flow } = tree;
  const [object, name, list] = tree.children(node);
  if (!object || !name || !list) return flow.unknown();
  const of = readOwner(object, tree.text.slice(object.startIndex, name.startIndex), tree);
  const plain = nameAt(tree.text, name.startIndex);
  const constant = plain === "" ? constantText(name, tree) : plain;
  const callee = constant === null ? flow.index(of, tree.read(name)) : flow.member(of, constant);
  return finish(
    {
      callee,
      list,
      place: plain === "" ? { line: name.startRow + 1, start: node.startIndex } : tree.place(name),
      name: "",
    },
    tree,
  );
}

/** The name that starts at an offset; empty if it is computed. */
function nameAt(text: string, start: number): string {
  NAME.lastIndex = start;
  return NAME.exec(text)?.[0] ?? "";
}

const NAME = /[\w\u0080-\uffff]*/y;

interface Call {
  readonly callee: ExprId;
  readonly list: SyntaxNode;
  readonly place: SitePosition;
  /** Name of the called function. */
  readonly name: string;
}

/** Records a call. `f(...)` is the function itself. */
function finish({ callee, list, place, name }: Call, tree: Tree): ExprId {
  const { flow, text } = tree;
  const nodes = text.startsWith("()", list.startIndex) ? [] : tree.children(list);
  if (text.startsWith("(...)", list.startIndex)) return callee;
  const takesCallable = CALLABLE_TAKERS.has(name.toLowerCase());
  const args = nodes.map((arg) => readArgument(arg, { takesCallable }, tree));
  const value = flow.call(callee, args, place);
  const [first] = args;
  const implicit = nodes[0] && METHOD_OF_FUNCTION.get(name);
  if (implicit && first && nodes[0]) flow.readImplicitly(first.value, implicit, tree.place(nodes[0]));
  if (name === "define" && nodes[0]) bindConstant(nodes[0], args[1], tree);
  // The call of the passed function is positioned at its name.
  if (/^call_user_func(?:_array)?$/i.test(name) && first && nodes[0])
    return flow.call(first.value, /array$/i.test(name) ? [] : args.slice(1), {
      line: place.line,
      start: nodes[0].startIndex + 1,
    });
  return value;
}

/** Methods that built-in functions call on their first argument. */
const METHOD_OF_FUNCTION: ReadonlyMap<string, string> = new Map([
  ["count", "count"],
  ["sizeof", "count"],
  ["strval", "__toString"],
  ["iterator_to_array", "getIterator"],
]);

/** Built-in functions that accept a function by name. */
const CALLABLE_TAKERS = new Set([
  "call_user_func",
  "call_user_func_array",
  "array_map",
  "array_filter",
  "array_walk",
  "array_reduce",
  "usort",
  "uasort",
  "uksort",
  "preg_replace_callback",
  "register_shutdown_function",
  "spl_autoload_register",
  "set_error_handler",
  "set_exception_handler",
  "iterator_apply",
  "is_callable",
]);

function readArgument(
  node: SyntaxNode,
  { takesCallable }: { readonly takesCallable: boolean },
  tree: Tree,
): Argument {
  const plain = plainVariable(tree.text, node.startIndex, tree.flow);
  if (plain !== null) return { value: plain };
  if (node.type !== "argument") return { value: tree.read(node) };
  // Most arguments are a plain value.
  const only =
    /[\w$'"([!\\-]/.test(tree.text.charAt(node.startIndex)) &&
    !NAMED.test(tree.text.slice(node.startIndex, node.startIndex + 60))
      ? node.firstNamedChild
      : null;
  const children = only ? [only] : tree.children(node);
  const parts = children.length < 2 ? children : children.filter(({ type }) => type !== "reference_modifier");
  const value = parts.at(-1);
  if (!value) return { value: tree.flow.unknown() };
  if (value.type === "variadic_unpacking") {
    const [inner] = tree.children(value);
    return { name: "*", value: inner ? tree.read(inner) : tree.flow.unknown() };
  }
  const callable = takesCallable ? callableText(value, tree) : null;
  const name = parts[0] && parts.length > 1 ? `$${tree.textOf(parts[0])}` : null;
  return { name, value: callable ?? tree.read(value) };
}

const NAMED = /^\w+\s*(?::(?!:)|\/|#)/;

/** A function given by name: `'strlen'`, `'App\f'`, `'Type::method'`. */
function callableText(node: SyntaxNode, tree: Tree): ExprId | null {
  const text = constantText(node, tree);
  if (text === null || !/^\\?[A-Za-z_][\w\\]*(?:::\w+)?$/.test(text)) return null;
  const [path = "", method] = text.replace(/\\\\/g, "\\").split("::");
  const value = path.includes("\\") ? tree.flow.import(path.replace(/^\\/, ""), "*") : tree.flow.name(path);
  return method === undefined ? value : tree.flow.member(value, method);
}

/** `define('NAME', value)`. */
function bindConstant(argument: SyntaxNode, value: Argument | undefined, tree: Tree): void {
  const [text] = argument.type === "argument" ? tree.children(argument) : [];
  const name = text ? constantText(text, tree) : null;
  if (name !== null && value) tree.flow.bind(name, value.value, 0);
}

/** `new Type(…)`, `new $type`, `new class(…) { … }`. */
function readNew(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [type, list] = tree.children(node).filter((part) => part.type !== "attribute_list");
  if (!type) return flow.unknown();
  if (type.type === "anonymous_class") {
    const own = tree.children(type).find((part) => part.type === "arguments");
    const args = own
      ? tree.children(own).map((arg) => readArgument(arg, { takesCallable: false }, tree))
      : [];
    return flow.call(flow.scopeValue(readClass(type, null, tree)), args, tree.place(node), "new");
  }
  const callee = classValue(type, tree);
  const args = list
    ? tree.children(list).map((arg) => readArgument(arg, { takesCallable: false }, tree))
    : [];
  const isPath = /^[\w\\\u0080-\uffff]+$/.test(tree.textOf(type));
  return flow.call(callee, args, isPath ? pathPosition(type, tree) : tree.place(type), "new");
}

/**
 * Reads an attribute for the calls in its arguments. Attributes are data: a call happens only on reflection.
 */
function readAttribute(node: SyntaxNode, tree: Tree): ExprId {
  const list = tree.children(node).find(({ type }) => type === "arguments");
  for (const argument of list ? tree.children(list) : [])
    readArgument(argument, { takesCallable: false }, tree);
  return tree.flow.unknown();
}
