/** Reads functions, methods and closures, with their parameters. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { PHP_IMPLICIT } from "../profile.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { docOf, docType, isVague } from "./docs.ts";
import type { PhpNames } from "./names.ts";
import { isType, readType } from "./types.ts";

type Tree = TreeReader<PhpNames>;

export const functionReaders: NodeReaders<PhpNames> = {
  function_definition: readDefinition,
  method_declaration: readDefinition,
  anonymous_function: (node, tree) =>
    tree.flow.scopeValue(readFunction(node, { name: null, flags: SCOPE_FLAGS.arrow, isMethod: false }, tree)),
  arrow_function: (node, tree) =>
    tree.flow.scopeValue(readFunction(node, { name: null, flags: SCOPE_FLAGS.arrow, isMethod: false }, tree)),
  property_hook: readHook,
};

function readDefinition(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const parts = tree.children(node);
  const types = parts.map(({ type }) => type);
  const nameNode = parts[types.indexOf("name")];
  const name = nameNode ? tree.textOf(nameNode) : "";
  const isMethod = node.type === "method_declaration";
  const isDeclared = isMethod && types.at(-1) !== "compound_statement";
  const flags =
    (types.includes("static_modifier") ? SCOPE_FLAGS.static : 0) |
    (isMethod && name.toLowerCase() === "__construct" ? SCOPE_FLAGS.constructor : 0) |
    (isDeclared ? SCOPE_FLAGS.abstract : 0) |
    (isMethod && PHP_IMPLICIT.has(name) ? SCOPE_FLAGS.implicit : 0);
  const scope = readFunction(node, { name: nameNode ?? null, flags, isMethod }, tree);
  if (name !== "") flow.bind(name, flow.scopeValue(scope));
  return flow.unknown();
}

/** Reads a property hook: `get` and `set` have their own `$this`. */
function readHook(node: SyntaxNode, tree: Tree): ExprId {
  readFunction(node, { name: null, flags: 0, isMethod: true }, tree);
  return tree.flow.unknown();
}

interface FunctionHead {
  /** Null if it has no name. */
  readonly name: SyntaxNode | null;
  readonly flags: number;
  readonly isMethod: boolean;
}

export function readFunction(
  node: SyntaxNode,
  { name, flags, isMethod }: FunctionHead,
  tree: Tree,
  nameStart = (name ?? node).startIndex,
): number {
  const { flow, names } = tree;
  const scope = flow.enter({
    kind: "function",
    name: name ? tree.textOf(name) : "",
    nameStart,
    startLine: node.startRow + 1,
    flags,
  });
  const parts = tree.children(node).map((part) => ({ part, type: part.type }));
  const list = parts.find(({ type }) => type === "formal_parameters")?.part;
  const parameters =
    list && !tree.text.startsWith("()", list.startIndex)
      ? tree.children(list).map((parameter) => readHead(parameter, tree))
      : [];
  const isStatic = isMethod
    ? (flags & SCOPE_FLAGS.static) !== 0
    : (flags & SCOPE_FLAGS.arrow) !== 0 && names.isInStatic;
  names.enterFunction(
    parameters.map(({ name }) => name),
    { isStatic },
  );
  const doc = name ? docOf(node, tree) : "";
  for (const parameter of parameters) readParameter(parameter, doc, tree);
  const returned = docType(doc, "return", null, tree);
  if (returned !== flow.unknown()) flow.returnType(returned);
  let isBehindParameters = false;
  for (const { part, type } of parts) {
    if (part === list) isBehindParameters = true;
    else if (type === "anonymous_function_use_clause") readCaptured(part, tree);
    else if (isBehindParameters && isType(type)) readReturnType(part, returned, tree);
    else if (type === "compound_statement" || type === "attribute_list") tree.read(part);
    else if (type !== "name" && type !== "reference_modifier" && !type.endsWith("_modifier"))
      flow.returns(tree.read(part));
  }
  names.leaveFunction();
  flow.leave();
  return scope;
}

/**
 * Reads a result type. `static` is the object's own class. A doc comment's type counts if this one is vague.
 */
function readReturnType(type: SyntaxNode, told: ExprId, tree: Tree): void {
  const { flow, names } = tree;
  if (told !== flow.unknown() && isVague(tree.textOf(type))) return;
  if (/^\??static$/i.test(tree.textOf(type)))
    flow.returns(names.isInStatic ? flow.instance(flow.this()) : flow.this());
  else flow.returnType(readType(type, tree));
}

/**
 * Closures copy captured variables, which keep their names; variables captured by reference are the same as
 * the outer ones.
 */
function readCaptured(clause: SyntaxNode, tree: Tree): void {
  for (const variable of tree.children(clause))
    if (variable.type === "by_ref")
      tree.names.moveToFunctionAround(tree.textOf(variable).replace(/^&\s*/, ""));
}

interface ParameterHead {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly typeNode: SyntaxNode | null;
  /** Default value, attributes and hooks. */
  readonly others: readonly { readonly part: SyntaxNode; readonly type: string }[];
}

function readHead(node: SyntaxNode, tree: Tree): ParameterHead {
  const parts = tree.children(node).map((part) => ({ part, type: part.type }));
  const at = parts.findIndex(({ type }) => type === "variable_name" || type === "by_ref");
  const variable = parts[at]?.part;
  const typeNode = parts.find(({ type }) => isType(type))?.part ?? null;
  const others = parts.filter(
    ({ part, type }) => part !== variable && part !== typeNode && !type.endsWith("_modifier"),
  );
  return { node, name: variable ? tree.textOf(variable).replace(/^&\s*/, "") : "", typeNode, others };
}

function readParameter({ node, name, typeNode, others }: ParameterHead, doc: string, tree: Tree): void {
  const { flow } = tree;
  const type = node.type;
  if (!type.endsWith("_parameter")) return void tree.read(node);
  const isBeside = (other: string): boolean => other === "attribute_list" || other === "property_hook_list";
  const value = others.findLast((other) => !isBeside(other.type))?.part;
  for (const other of others) if (isBeside(other.type)) tree.read(other.part);
  const told =
    !typeNode || isVague(tree.textOf(typeNode)) ? docType(doc, "param", name, tree) : flow.unknown();
  const declared = told !== flow.unknown() ? told : typeNode ? readType(typeNode, tree) : NONE;
  const known = declared === flow.unknown() ? NONE : declared;
  const isRest = type === "variadic_parameter";
  flow.param(name, {
    kind: isRest ? "rest" : "positional",
    type: isRest && known !== NONE ? flow.generic(flow.name("array"), [known]) : known,
    default: value ? tree.read(value) : NONE,
  });
  if (type === "property_promotion_parameter") promote(name, known, tree);
}

/** Binds a promoted parameter (one with a visibility), which is also a field. */
function promote(name: string, type: ExprId, { flow }: Tree): void {
  const around = flow.parentOf(flow.current);
  if (type !== NONE) flow.bind(name, flow.instance(type), around);
  flow.store(flow.member(flow.this(), name), flow.name(name));
}
