/** Statements that name something: variables, loops, `catch`, namespaces. All others are what stands in them. */
import type { Node } from "web-tree-sitter";
import { type ExprId, NONE } from "../../facts.ts";
import { type EcmaReader, type NodeReaders, partsOf } from "./ecma-reader.ts";
import { assignPattern } from "./patterns.ts";

function readDeclarator(node: Node, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [target, ...rest] = partsOf(node);
  const annotation = rest[0]?.type === "type_annotation" ? rest[0] : undefined;
  const initialiser = rest.at(-1) === annotation ? undefined : rest.at(-1);
  const type = ecma.type(annotation);
  if (target?.type !== "identifier") {
    const value = ecma.read(initialiser);
    assignPattern(target, flow.either([...(type === flow.unknown() ? [] : [flow.instance(type)]), value]), ecma, (name, part) => ecma.declare(name, part));
    return flow.unknown();
  }
  const name = ecma.textOf(target);
  if (type !== flow.unknown()) ecma.declare(name, flow.instance(type));
  const value = ecma.readNamed(initialiser, { name, nameStart: target.startIndex });
  // Without a value it is declared all the same, and hides one outside.
  if (initialiser || type === flow.unknown()) ecma.declare(name, value);
  return flow.unknown();
}

/** `for (const x of xs)`, `for await`, `for (const key in object)`. */
function readForIn(node: Node, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const iterable = ecma.read(right);
  const head = left ? ecma.text.slice(node.startIndex, left.startIndex) : "";
  const isKeys = node.childForFieldName("operator")?.type === "in";
  const element = flow.element(iterable);
  const value = isKeys ? flow.builtin("string") : /\bawait\b/.test(head) ? flow.await(element) : element;
  const isDeclared = node.childForFieldName("kind") !== null;
  assignPattern(left, value, ecma, (name, part) => (isDeclared ? ecma.declare(name, part) : ecma.assignName(name, part)));
  ecma.readAll(node.namedChildren.filter((child) => child.startIndex !== left?.startIndex && child.startIndex !== right?.startIndex));
  return flow.unknown();
}

function readCatch(node: Node, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const parts = partsOf(node);
  const body = parts.pop();
  const type = parts.find((part) => part.type === "type_annotation");
  const value = type ? flow.instance(ecma.type(type)) : flow.unknown();
  if (parts[0] && parts[0] !== type) assignPattern(parts[0], value, ecma, (name, part) => ecma.declare(name, part));
  ecma.read(body);
  return flow.unknown();
}

/** `namespace A.B { }` is B inside A; the outline's symbol is that of the inner one. */
function readNamespace(node: Node, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [name, body] = partsOf(node);
  if (!name) return flow.unknown();
  // `declare module "m"` says what another module exports: no name of this file.
  const names = name.type === "string" ? [ecma.textOf(name)] : ecma.textOf(name).split(".").map((part) => part.trim());
  for (const [at, own] of names.entries()) {
    const around = flow.current;
    const scope = flow.enter({ kind: "namespace", name: own, nameStart: at === names.length - 1 ? name.startIndex : NONE, startLine: node.startPosition.row + 1 });
    if (name.type !== "string") ecma.declare(own, flow.scopeValue(scope), around);
  }
  ecma.readAll(body?.namedChildren ?? []);
  for (const _ of names) flow.leave();
  return flow.unknown();
}

export const statementReaders: NodeReaders = {
  variable_declarator: readDeclarator,
  for_in_statement: readForIn,
  catch_clause: readCatch,
  internal_module: readNamespace,
  module: readNamespace,
};
