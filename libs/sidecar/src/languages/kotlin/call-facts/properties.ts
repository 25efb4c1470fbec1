/**
 * Reads Kotlin's properties and variables, and binds each to its declared type and to its value; reading a
 * property calls its getter.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { destructure, readFunctionBody, readLambda } from "./functions.ts";
import { type ExtendedType, extendedType, TYPE_NODES } from "./types.ts";

export function readProperty(node: SyntaxNode, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  const parts = kotlin.parts(node).map((part) => ({ part, type: part.type }));
  const at = parts.findIndex(
    ({ type }) => type === "variable_declaration" || type === "multi_variable_declaration",
  );
  const declared = parts[at];
  if (!declared) return kotlin.visitAll(node.namedChildren);
  const rest = parts.slice(at + 1);
  const accessors = rest.filter(({ type }) => type === "getter" || type === "setter");
  const value = rest.find(
    ({ type }) => type !== "getter" && type !== "setter" && type !== "type_constraints",
  );
  if (declared.type === "multi_variable_declaration")
    return destructure(declared.part, value ? kotlin.value(value.part) : flow.unknown(), kotlin);
  const [name, typeNode] = kotlin.parts(declared.part);
  if (!name) return kotlin.visitAll(node.namedChildren);
  const type = kotlin.type(typeNode);
  const given = value ? readInitial(value.part, name, kotlin) : flow.unknown();
  const called = locals.declare(kotlin.textOf(name));
  flow.held(given, { name: kotlin.textOf(name), nameStart: name.startIndex });
  const receiver = parts.slice(0, at).find((part) => TYPE_NODES.has(part.type))?.part;
  if (!receiver) {
    if (type !== flow.unknown()) flow.bind(called, flow.instance(type));
    if (given !== flow.unknown() || (type === flow.unknown() && accessors.length === 0))
      flow.bind(called, given);
  }
  const extended = extendedType(receiver, node, kotlin);
  for (const accessor of accessors)
    readAccessor(accessor.part, accessor.type === "getter", { name, called, type, extended }, kotlin);
}

/**
 * Reads an initial value. A lambda gets the property's name; the value of `by lazy` is the result of its
 * lambda.
 */
function readInitial(value: SyntaxNode, name: SyntaxNode, kotlin: Reading): ExprId {
  if (value.type === "lambda_literal") return readLambda(value, { name }, kotlin).value;
  if (value.type !== "property_delegate") return kotlin.value(value);
  const delegate = kotlin.value(kotlin.parts(value)[0]);
  return /^by\s+lazy\b/.test(kotlin.textOf(value)) ? delegate : kotlin.flow.unknown();
}

interface Accessed {
  readonly name: SyntaxNode;
  readonly called: string;
  readonly type: ExprId;
  /** Unknown type unless it is an extension. */
  readonly extended: ExtendedType;
}

function readAccessor(
  node: SyntaxNode,
  isGetter: boolean,
  { name, called, type, extended }: Accessed,
  kotlin: Reading,
): void {
  const { flow, locals } = kotlin;
  const parts = kotlin.parts(node);
  const body = parts.find((part) => part.type === "function_body");
  if (!body) return;
  const scope = flow.enter({
    kind: "function",
    name: kotlin.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags:
      (isGetter ? SCOPE_FLAGS.getter : SCOPE_FLAGS.setter) | (extended.isStatic ? SCOPE_FLAGS.static : 0),
  });
  locals.frame("function", () => {
    const parameter = isGetter
      ? undefined
      : parts.find((part) => part.type === "identifier" || part.type === "parameter");
    const parameterName = parameter?.type === "parameter" ? kotlin.parts(parameter)[0] : parameter;
    if (parameterName)
      flow.param(locals.declare(kotlin.textOf(parameterName)), { type: kotlin.orNone(type) });
    if (isGetter) flow.returnType(kotlin.orNone(type));
    readFunctionBody(body, kotlin);
  });
  if (extended.type !== flow.unknown()) flow.owner(extended.type, scope);
  flow.leave();
  if (isGetter) flow.bind(called, flow.scopeValue(scope));
}
