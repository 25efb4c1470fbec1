/**
 * Reads Kotlin's functions, lambdas and their parameters. The `owner` of an extension is the type that it
 * extends.
 */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { TYPE_NODES, extendedType } from "./types.ts";

interface FunctionParts {
  readonly modifiers: SyntaxNode | undefined;
  readonly typeParameters: SyntaxNode | undefined;
  /** Receiver type of an extension. */
  readonly receiver: SyntaxNode | undefined;
  readonly name: SyntaxNode | undefined;
  readonly parameters: SyntaxNode | undefined;
  readonly returnType: SyntaxNode | undefined;
  readonly body: SyntaxNode | undefined;
}

/**
 * Reads `fun name(…)` and binds it in the enclosing scope, or an anonymous `fun (…)`. Returns the function.
 */
export function readFunction(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow, locals } = kotlin;
  const parts = functionParts(node, kotlin);
  const name = parts.name ? kotlin.textOf(parts.name) : "";
  const called = parts.name ? locals.declare(name) : "";
  const { type: owner, isStatic } = extendedType(parts.receiver, node, kotlin);
  const modifiers = modifiersOf(parts.modifiers, kotlin);
  // An `actual` declaration counts as a definition, even if it is abstract or external.
  const flags =
    visibility(modifiers) |
    (isStatic ? SCOPE_FLAGS.static : 0) |
    (parts.body || modifiers.has("actual") ? 0 : SCOPE_FLAGS.abstract);
  const scope = flow.enter({
    kind: "function",
    name,
    nameStart: (parts.name ?? node).startIndex,
    startLine: node.startRow + 1,
    flags,
  });
  locals.frame("function", () => {
    bindTypeParameters(parts.typeParameters, kotlin);
    readParameters(parts.parameters, kotlin);
    if (parts.returnType) flow.returnType(kotlin.orNone(kotlin.type(parts.returnType)));
    readFunctionBody(parts.body, kotlin);
  });
  if (parts.receiver && owner !== flow.unknown()) flow.owner(owner, scope);
  flow.leave();
  if (parts.name) flow.bind(called, flow.scopeValue(scope));
  return flow.scopeValue(scope);
}

/** `= expression`, `{ statements }`. */
export function readFunctionBody(body: SyntaxNode | undefined, kotlin: Reading): void {
  const inner = body ? kotlin.parts(body)[0] : undefined;
  if (inner?.type === "block") kotlin.visitAll(inner.namedChildren);
  else if (inner) kotlin.flow.returns(kotlin.value(inner));
}

/** Context in which a lambda is read. */
export interface LambdaUse {
  /** The variable that it is assigned to. */
  readonly name?: SyntaxNode | null;
  /** The value of `it`; if undefined, `it` is a parameter; null if there is no `it`. */
  readonly it?: ExprId | null;
  /** The value of `this`; if undefined, that of the enclosing function. */
  readonly receiver?: ExprId;
}

export interface Lambda {
  readonly value: ExprId;
  /** Its result, as an expression for the enclosing scope. */
  readonly result: ExprId;
}

/** `{ a, b -> … }`: its result is its last statement. */
export function readLambda(node: SyntaxNode, { name, it, receiver }: LambdaUse, kotlin: Reading): Lambda {
  const { flow, locals } = kotlin;
  const parts = kotlin.parts(node);
  const parameters = parts[0]?.type === "lambda_parameters" ? parts.shift() : undefined;
  const scope = flow.enter({
    kind: "function",
    name: name ? kotlin.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
    flags: receiver === undefined ? SCOPE_FLAGS.arrow : 0,
  });
  let result = flow.unknown();
  locals.frame("lambda", () => {
    if (parameters) readLambdaParameters(parameters, it, kotlin);
    else if (it === undefined) flow.param(locals.declare("it"));
    else if (it !== null) locals.bind("it", it);
    result = lastValue(parts, kotlin);
    flow.returns(result);
    result = flow.standing(result);
  });
  if (receiver !== undefined) flow.owner(flow.typeOf(receiver), scope);
  flow.leave();
  return { value: flow.scopeValue(scope), result };
}

/** The value of the last statement. */
export function lastValue(statements: readonly SyntaxNode[], kotlin: Reading): ExprId {
  kotlin.visitAll(statements.slice(0, -1));
  return kotlin.value(statements.at(-1));
}

function readLambdaParameters(list: SyntaxNode, it: ExprId | null | undefined, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  for (const [at, parameter] of kotlin.parts(list).entries()) {
    const isSeveral = parameter.type === "multi_variable_declaration";
    const [name, type] = isSeveral ? [parameter] : kotlin.parts(parameter);
    if (!name) continue;
    const called = locals.declare(kotlin.textOf(name));
    if (at === 0 && it !== undefined && it !== null) flow.bind(called, it);
    else flow.param(called, { type: kotlin.orNone(kotlin.type(type)) });
    if (isSeveral) destructure(parameter, flow.name(called), kotlin);
  }
}

/** `(a, b) = value`. */
export function destructure(names: SyntaxNode, value: ExprId, kotlin: Reading): void {
  for (const [at, variable] of kotlin.parts(names).entries()) {
    const [name, type] = kotlin.parts(variable);
    if (!name || kotlin.textOf(name) === "_") continue;
    const declared = kotlin.type(type);
    const { flow } = kotlin;
    kotlin.locals.bind(
      kotlin.textOf(name),
      declared === flow.unknown() ? flow.member(value, `component${at + 1}`) : flow.instance(declared),
    );
  }
}

/**
 * Binds type parameters to their bounds, as generic types without arguments, which marks them as type
 * parameters.
 */
export function bindTypeParameters(list: SyntaxNode | undefined, kotlin: Reading): void {
  for (const parameter of list ? kotlin.parts(list) : []) {
    const parts = kotlin.parts(parameter);
    const name = parts.find(({ type }) => type === "identifier");
    if (!name) continue;
    const bound = parts.at(-1) === name ? kotlin.flow.unknown() : kotlin.type(parts.at(-1));
    kotlin.flow.bind(kotlin.textOf(name), kotlin.flow.generic(bound, []));
  }
}

export function readParameters(list: SyntaxNode | undefined, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  const parts = list ? kotlin.parts(list).map((part) => ({ part, type: part.type })) : [];
  for (const [at, { part, type: kind }] of parts.entries()) {
    if (kind !== "parameter") continue;
    const [name, typeNode] = kotlin.parts(part);
    const [before, after] = [parts[at - 1], parts[at + 1]];
    if (!name) continue;
    const type = kotlin.orNone(kotlin.type(typeNode));
    const isRest = before?.type === "parameter_modifiers" && kotlin.textOf(before.part).includes("vararg");
    const given =
      after && after.type !== "parameter" && after.type !== "parameter_modifiers"
        ? kotlin.value(after.part)
        : NONE;
    flow.param(locals.declare(kotlin.textOf(name)), {
      kind: isRest ? "rest" : "positional",
      type: isRest && type !== NONE ? flow.generic(flow.name("Array"), [type]) : type,
      default: given,
    });
  }
}

function functionParts(node: SyntaxNode, kotlin: Reading): FunctionParts {
  const parts = kotlin.parts(node).map((part) => ({ part, type: part.type }));
  const named = (among: typeof parts, name: string): SyntaxNode | undefined =>
    among.find(({ type }) => type === name)?.part;
  const list = parts.findIndex(({ type }) => type === "function_value_parameters");
  const [before, after] = [parts.slice(0, Math.max(list, 0)), parts.slice(list + 1)];
  return {
    modifiers: named(before, "modifiers"),
    typeParameters: named(before, "type_parameters"),
    receiver: before.find(({ type }) => TYPE_NODES.has(type))?.part,
    name: named(before, "identifier"),
    parameters: parts[list]?.part,
    returnType: after.find(({ type }) => TYPE_NODES.has(type))?.part,
    body: named(after, "function_body"),
  };
}

// Reads modifiers of Kotlin's declarations.

export function modifiersOf(modifiers: SyntaxNode | undefined, kotlin: Reading): ReadonlySet<string> {
  return new Set(
    modifiers
      ? kotlin
          .textOf(modifiers)
          .replace(/@[\w.:]+(?:\s*\([^)]*\))?/g, " ")
          .split(/\s+/)
      : [],
  );
}

/** Visibility flags. The default is public. */
export function visibility(modifiers: ReadonlySet<string>): number {
  return modifiers.has("private")
    ? SCOPE_FLAGS.private
    : modifiers.has("internal") || modifiers.has("protected")
      ? 0
      : SCOPE_FLAGS.exported;
}
