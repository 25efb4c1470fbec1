/** Reads C#'s calls, object creations, and accesses with `?.`. */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { positionOf, type Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { operands } from "./operands.ts";
import { lastName, readGeneric } from "./types.ts";

export function readArguments(list: SyntaxNode | null | undefined, cs: Reading): Argument[] {
  return (list ? cs.parts(list) : [])
    .filter(({ type }) => type === "argument")
    .map((argument) => {
      const parts = operands(argument, 1, cs);
      const value = parts.at(-1);
      const name =
        parts.length > 1 && /^\s*:/.test(cs.text.slice(parts[0]?.endIndex, value?.startIndex))
          ? cs.textOf(parts[0] as SyntaxNode)
          : null;
      return { name, value: cs.value(value) };
    });
}

/** `object.Name` or `object.Name<T>`. */
function memberOf(object: ExprId, name: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  return name.type === "generic_name"
    ? readGeneric(cs.parts(name), (text) => flow.member(object, text), cs)
    : flow.read(flow.member(object, cs.textOf(name)), positionOf(name));
}

export function readMember(node: SyntaxNode, cs: Reading): ExprId {
  const [object, name] = operands(node, 2, cs);
  return object && name ? memberOf(cs.value(object), name, cs) : cs.flow.unknown();
}

/** `a?.b`, `a?[0]`: what follows the question mark applies to the value before it. */
export function readConditional(node: SyntaxNode, cs: Reading): ExprId {
  const [condition, ...rest] = operands(node, 2, cs);
  const object = cs.value(condition);
  return rest.length > 0 ? readBinding(rest.at(-1) as SyntaxNode, object, cs) : object;
}

/** Reads the chain after `?.`, with the object inserted at its start. */
function readBinding(node: SyntaxNode, object: ExprId, cs: Reading): ExprId {
  const { flow } = cs;
  const parts = cs.parts(node);
  const [first, second] = parts;
  switch (first ? node.type : "") {
    case "member_binding_expression":
      return memberOf(object, first as SyntaxNode, cs);
    case "element_binding_expression":
      return flow.index(object, readKey(parts, cs));
    case "member_access_expression":
      return second ? memberOf(readBinding(first as SyntaxNode, object, cs), second, cs) : flow.unknown();
    case "element_access_expression":
      return flow.index(
        readBinding(first as SyntaxNode, object, cs),
        readKey(second ? cs.parts(second) : [], cs),
      );
    case "invocation_expression":
      return callOf(readBinding(first as SyntaxNode, object, cs), first as SyntaxNode, second, node, cs);
    case "conditional_access_expression":
      return second ? readBinding(second, readBinding(first as SyntaxNode, object, cs), cs) : flow.unknown();
    case "postfix_unary_expression":
      return readBinding(first as SyntaxNode, object, cs);
    default:
      return cs.value(node);
  }
}

/** The key of an access. With several keys it is unknown, but all of them are read. */
export function readKey(keys: readonly SyntaxNode[], cs: Reading): ExprId {
  const values = keys.map((key) => {
    const value = key.type === "argument" ? cs.parts(key).at(-1) : key;
    return value?.type === "integer_literal" ? cs.flow.text(cs.textOf(value)) : cs.value(value);
  });
  return values.length === 1 ? (values[0] as ExprId) : cs.flow.unknown();
}

export function readInvocation(node: SyntaxNode, cs: Reading): ExprId {
  const { flow, locals } = cs;
  const [callee, list] = cs.parts(node);
  if (!callee) return flow.unknown();
  const name = (text: string): ExprId => (locals.isLocal(text) ? locals.read(text) : locals.outside(text));
  switch (callee.type) {
    case "identifier": {
      const text = cs.textOf(callee);
      // `nameof` yields its argument's text.
      if (text === "nameof") return cs.builtin("string");
      return callOf(name(text), callee, list, node, cs);
    }
    case "generic_name":
      return callOf(readGeneric(cs.parts(callee), name, cs), callee, list, node, cs);
    default:
      return callOf(cs.value(callee), callee, list, node, cs);
  }
}

function callOf(
  called: ExprId,
  callee: SyntaxNode,
  list: SyntaxNode | undefined,
  node: SyntaxNode,
  cs: Reading,
): ExprId {
  const { flow } = cs;
  const args = readArguments(list, cs);
  const call = flow.call(
    calledFor(called, callee, args, cs),
    args,
    positionOf(calledName(callee, cs) ?? node),
  );
  for (const [position, name] of variablesDeclared(list, cs))
    cs.locals.assign(name, flow.handedBack(call, position));
  return call;
}

/**
 * Names of `out var name`, with the index of the argument. Variables with a declared type are read elsewhere.
 */
function variablesDeclared(list: SyntaxNode | undefined, cs: Reading): [number, string][] {
  if (!list || !cs.textOf(list).includes("out var ")) return [];
  return cs
    .parts(list)
    .filter(({ type }) => type === "argument")
    .flatMap((argument, position): [number, string][] => {
      const declared = cs.parts(argument).at(-1);
      const name = declared?.type === "declaration_expression" ? declared.childForFieldName("name") : null;
      return name && declared?.childForFieldName("type")?.type === "implicit_type"
        ? [[position, cs.textOf(name)]]
        : [];
    });
}

/**
 * The callee of a call that creates a task, with an explicit type argument:
 * `Task.FromResult<Server>(server)`.
 */
function calledFor(called: ExprId, callee: SyntaxNode, args: readonly Argument[], cs: Reading): ExprId {
  const { flow } = cs;
  const [first] = args;
  const name =
    callee.type === "member_access_expression" && first
      ? MAKING_TASKS.exec(cs.textOf(callee))?.[1]
      : undefined;
  if (!first || name === undefined) return called;
  switch (name) {
    case "FromResult":
      return flow.generic(called, [flow.typeOf(first.value)]);
    // The result of a function that returns a task is awaited.
    case "Run":
      return flow.generic(called, [flow.typeOf(flow.await(flow.result(first.value, [])))]);
    default: {
      const tasks = args.flatMap(({ value }) => [value, flow.element(value)]);
      return flow.generic(called, [
        flow.generic(flow.name("[]"), [flow.typeOf(flow.await(flow.either(tasks)))]),
      ]);
    }
  }
}

const MAKING_TASKS = /^(?:[\w.]+\.)?(?:Value)?Task\.(FromResult|Run|WhenAll)$/;

/** The node of the last name of the callee. */
function calledName(callee: SyntaxNode, cs: Reading): SyntaxNode | null {
  switch (callee.type) {
    case "identifier":
    case "this":
    case "base":
      return callee;
    case "generic_name":
      return cs.parts(callee)[0] ?? null;
    case "member_access_expression":
    case "member_binding_expression":
    case "conditional_access_expression": {
      const last = cs.parts(callee).at(-1);
      return last ? calledName(last, cs) : null;
    }
    case "parenthesized_expression":
    case "postfix_unary_expression": {
      const [inner] = cs.parts(callee);
      return inner ? calledName(inner, cs) : null;
    }
    default:
      return null;
  }
}

/** `new Type(…) { A = 1 }`. */
export function readCreation(node: SyntaxNode, cs: Reading): ExprId {
  const typeNode = node.childForFieldName("type");
  if (!typeNode) {
    cs.visitAll(cs.parts(node));
    return cs.flow.unknown();
  }
  const made = cs.flow.call(
    cs.type(typeNode),
    readArguments(node.childForFieldName("arguments"), cs),
    positionOf(lastName(typeNode, cs)),
    "new",
  );
  readInitializer(node.childForFieldName("initializer"), made, cs);
  return made;
}

/** `new(…)`: creates an object of the expected type. */
export function readImplicitCreation(node: SyntaxNode, wanted: SyntaxNode | null, cs: Reading): ExprId {
  const typeNode = wanted ?? typeWanted(node, cs);
  const parts = cs.parts(node);
  const list = parts.find(({ type }) => type === "argument_list");
  const type = typeNode
    ? cs.type(typeNode)
    : node.parent?.type.startsWith("throw_")
      ? cs.flow.name("Exception")
      : cs.flow.unknown();
  const made = cs.flow.call(
    type,
    readArguments(list, cs),
    positionOf(typeNode && type !== cs.flow.unknown() ? lastName(typeNode, cs) : node),
    "new",
  );
  readInitializer(
    parts.find((part) => part.type === "initializer_expression"),
    made,
    cs,
  );
  return made;
}

/** `{ A = 1, [key] = 2, element }` after a new object. */
export function readInitializer(list: SyntaxNode | null | undefined, made: ExprId, cs: Reading): void {
  const { flow } = cs;
  for (const entry of list ? cs.parts(list) : []) {
    const [left, right] = entry.type === "assignment_expression" ? cs.parts(entry) : [];
    if (!left || !right) {
      flow.store(flow.index(made, flow.unknown()), cs.value(entry));
      continue;
    }
    const target =
      left.type === "element_binding_expression"
        ? flow.index(made, readKey(cs.parts(left), cs))
        : flow.member(made, cs.textOf(left));
    if (right.type === "initializer_expression") readInitializer(right, target, cs);
    else flow.store(target, cs.value(right));
  }
}

// Finds the expected type of `new(…)`: the result type of the enclosing function, or the type of the
// enclosing property.

/** The node of the expected type; null if the context does not define it. */
function typeWanted(node: SyntaxNode, cs: Reading): SyntaxNode | null {
  const around = node.parent;
  switch (around?.type) {
    case "parenthesized_expression":
    case "switch_expression_arm":
    case "switch_expression":
      return typeWanted(around, cs);
    case "conditional_expression":
      return around.childForFieldName("condition")?.id === node.id ? null : typeWanted(around, cs);
    case "arrow_expression_clause":
      return around.parent ? typeGiven(around.parent, cs) : null;
    case "return_statement":
      return typeReturned(around, cs);
    default:
      return null;
  }
}

function typeReturned(statement: SyntaxNode, cs: Reading): SyntaxNode | null {
  for (let at = statement.parent; at; at = at.parent) {
    if (GIVING.has(at.type)) return typeGiven(at, cs);
    if (at.type === "lambda_expression" || at.type === "anonymous_method_expression") return null;
  }
  return null;
}

const GIVING: ReadonlySet<string> = new Set([
  "method_declaration",
  "local_function_statement",
  "accessor_declaration",
  "operator_declaration",
  "conversion_operator_declaration",
]);

/** The type of a function's or property's value; for an asynchronous function, the result of its task. */
function typeGiven(owner: SyntaxNode, cs: Reading): SyntaxNode | null {
  if (owner.type === "accessor_declaration") return owner.parent?.parent?.childForFieldName("type") ?? null;
  const type = owner.childForFieldName("returns") ?? owner.childForFieldName("type");
  const isAsync = cs.parts(owner).some((part) => part.type === "modifier" && cs.textOf(part) === "async");
  if (!isAsync || type?.type !== "generic_name") return isAsync ? null : type;
  const [held] = cs.parts(cs.parts(type)[1] ?? type);
  return held ?? null;
}
