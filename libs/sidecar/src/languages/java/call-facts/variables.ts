/**
 * Reads Java's fields, local variables and patterns, and binds each to its declared type and to its value.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { readLambda } from "./methods.ts";
import { arrayOf } from "./types.ts";

/** Reads fields. A lambda as a field's value gets its name. */
export function readField(node: SyntaxNode, java: Reading): void {
  for (const { name, type, value } of declarators(node, java)) {
    const given = value?.type === "lambda_expression" ? readLambda(value, name, java) : java.value(value);
    bindBoth((each) => java.flow.bind(java.textOf(name), each), type, given, java);
  }
}

export function readLocal(node: SyntaxNode, java: Reading): void {
  for (const { name, type, value } of declarators(node, java))
    declareVariable(name, type, java.value(value), java);
}

/** Declares a variable and binds it to its declared type and to its value. */
export function declareVariable(name: SyntaxNode, type: ExprId, value: ExprId, java: Reading): void {
  const called = java.locals.declare(java.textOf(name));
  bindBoth((each) => java.flow.bind(called, each), type, value, java);
}

function bindBoth(bind: (value: ExprId) => void, type: ExprId, value: ExprId, { flow }: Reading): void {
  if (type !== flow.unknown()) bind(flow.instance(type));
  if (value !== flow.unknown() || type === flow.unknown()) bind(value);
}

interface Declarator {
  readonly name: SyntaxNode;
  readonly type: ExprId;
  readonly value: SyntaxNode | undefined;
}

function* declarators(node: SyntaxNode, java: Reading): Generator<Declarator> {
  const parts = java.parts(node).map((part) => ({ part, type: part.type }));
  const first = parts.findIndex(({ type }) => type === "variable_declarator");
  if (first < 0)
    return java.visitAll(parts.filter(({ type }) => type !== "modifiers").map(({ part }) => part));
  const type = java.type(parts[first - 1]?.part);
  for (const { part } of parts.slice(first)) {
    const [name, ...rest] = java.parts(part);
    if (!name) continue;
    const dimensions = rest[0]?.type === "dimensions" ? rest.shift() : undefined;
    yield {
      name,
      type: type === java.flow.unknown() ? type : arrayOf(type, dimensions, java),
      value: rest[0],
    };
  }
}

/**
 * `x instanceof Foo f`, `case Foo f`, `Point(int x, var y)`: each variable is a new one, even if its name was
 * declared before.
 */
export function readPattern(node: SyntaxNode, matched: ExprId, java: Reading): void {
  const { flow } = java;
  switch (node.type) {
    case "pattern":
      return java.parts(node).forEach((part) => readPattern(part, matched, java));
    case "type_pattern":
    case "record_pattern_component": {
      const parts = java.parts(node);
      const name = parts.at(-1);
      if (name?.type !== "identifier")
        return parts.forEach((part) => readPattern(part, flow.unknown(), java));
      return bindPattern(name, java.type(parts.at(-2)), matched, java);
    }
    case "record_pattern": {
      const body = java.parts(node)[1];
      return (body ? java.parts(body) : []).forEach((component) =>
        readPattern(component, flow.unknown(), java),
      );
    }
    default:
      return java.visit(node);
  }
}

/** Declares a new variable and binds it to its declared type, or else to the matched value. */
export function bindPattern(name: SyntaxNode, type: ExprId, matched: ExprId, java: Reading): void {
  java.flow.bind(
    java.locals.declareAnew(java.textOf(name)),
    type === java.flow.unknown() ? matched : java.flow.instance(type),
  );
}
