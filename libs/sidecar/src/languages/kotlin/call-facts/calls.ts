/**
 * Reads Kotlin's calls and their trailing lambdas, including functions of the library that run a lambda with
 * an object.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { calledFor, pairOf } from "../../jvm/containers.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { readLambda } from "./functions.ts";
import { narrowIf } from "./narrowing.ts";

interface CallParts {
  readonly callee: SyntaxNode;
  readonly typeArguments: SyntaxNode | undefined;
  readonly list: SyntaxNode | undefined;
  /** The lambda after the parentheses. */
  readonly lambda: SyntaxNode | undefined;
}

export function readCall(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  const parts = callParts(node, kotlin);
  if (!parts) {
    kotlin.visitAll(node.namedChildren);
    return flow.unknown();
  }
  const { called, subject } = readCallee(parts.callee, kotlin);
  const types = parts.typeArguments ? kotlin.parts(parts.typeArguments).map((arg) => kotlin.type(arg)) : [];
  const args = parts.list ? readArguments(parts.list, kotlin) : [];
  const name = nameNode(parts.callee, kotlin);
  const isPlain = parts.callee.type === "identifier";
  const generic =
    types.length > 0
      ? flow.generic(called, types)
      : isPlain
        ? calledFor(called, kotlin.textOf(name), args, flow)
        : called;
  const call = parts.lambda
    ? callWithLambda({ called: generic, subject, args, name }, parts.lambda, kotlin)
    : flow.call(generic, args, positionOf(name));
  const made =
    kotlin.textOf(name) === "awaitAll" ? flow.either([call, allAwaited(subject, args, kotlin)]) : call;
  const first =
    isPlain && CHECKS.has(kotlin.textOf(name)) && parts.list ? kotlin.parts(parts.list)[0] : undefined;
  if (first) narrowIf(kotlin.parts(first)[0], kotlin);
  return made;
}

/** `deferreds.awaitAll()`, `awaitAll(one, other)`: a list of the results. */
function allAwaited(subject: ExprId | null, args: readonly Argument[], { flow }: Reading): ExprId {
  const awaited =
    subject === null
      ? args.map(({ name, value }) => (name === "*" ? flow.element(value) : value))
      : [flow.element(subject)];
  return flow.instance(
    flow.generic(flow.import("kotlin.collections.List", "*"), [
      flow.typeOf(flow.await(flow.either(awaited))),
    ]),
  );
}

/** Functions after which their condition holds. */
const CHECKS: ReadonlySet<string> = new Set(["assertTrue", "check", "require"]);

/** `a infix b` is `a.infix(b)`. */
export function readInfix(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  const [object, name, argument] = kotlin.parts(node);
  if (!object || !name || !argument) {
    kotlin.visitAll(node.namedChildren);
    return flow.unknown();
  }
  const [left, right] = [kotlin.value(object), kotlin.value(argument)];
  const text = kotlin.textOf(name);
  const call = flow.call(flow.member(left, text), [{ value: right }], positionOf(name));
  return text === "to" ? pairOf(call, left, right, flow) : call;
}

/** `pick<Type>(argument)`, which the grammar parses as two comparisons; null for anything else. */
export function readGenericCall(node: SyntaxNode, kotlin: Reading): ExprId | null {
  const { flow, text } = kotlin;
  const [left, argument] = kotlin.parts(node);
  if (
    argument?.type !== "parenthesized_expression" ||
    left?.type !== "binary_expression" ||
    text[argument.startIndex - 1] !== ">"
  )
    return null;
  const [callee, type] = kotlin.parts(left);
  if (!callee || !type || text[callee.endIndex] !== "<" || text[callee.endIndex + 1] === " ") return null;
  const { called } = readCallee(callee, kotlin);
  return flow.call(
    flow.generic(called, [kotlin.type(type)]),
    [{ value: kotlin.value(argument) }],
    positionOf(nameNode(callee, kotlin)),
  );
}

export function readArguments(list: SyntaxNode, kotlin: Reading): Argument[] {
  return kotlin.parts(list).map((argument): Argument => {
    const [first, second] = kotlin.parts(argument);
    if (second && first) return { name: kotlin.textOf(first), value: kotlin.value(second) };
    return first?.type === "spread_expression"
      ? { name: "*", value: kotlin.value(kotlin.parts(first)[0]) }
      : { value: kotlin.value(first) };
  });
}

/** The node of the callee's name. In the grammar, a prefix operator wrongly binds tighter than the call. */
function nameNode(callee: SyntaxNode, kotlin: Reading): SyntaxNode {
  let named = callee;
  while (named.type === "unary_expression" || named.type === "parenthesized_expression") {
    const inner = kotlin.parts(named)[0];
    if (!inner) return named;
    named = inner;
  }
  return named.type === "navigation_expression" ? (kotlin.parts(named).at(-1) ?? named) : named;
}

interface Callee {
  readonly called: ExprId;
  /** The object that it is called on. */
  readonly subject: ExprId | null;
}

function readCallee(callee: SyntaxNode, kotlin: Reading): Callee {
  if (callee.type !== "navigation_expression") return { called: kotlin.value(callee), subject: null };
  const [object, name] = kotlin.parts(callee);
  if (!object || !name) return { called: kotlin.flow.unknown(), subject: null };
  const subject = kotlin.value(object);
  return { called: kotlin.flow.member(subject, kotlin.textOf(name)), subject };
}

interface CallWithLambda extends Callee {
  readonly args: Argument[];
  readonly name: SyntaxNode;
}

/** How functions of the library pass their object to a lambda: as `it`, as `this`, or not at all. */
const SCOPE_FUNCTIONS: ReadonlyMap<string, "it" | "this" | "nothing"> = new Map([
  ...["let", "also", "takeIf", "takeUnless", "use"].map((name) => [name, "it"] as const),
  ...["apply", "run", "with"].map((name) => [name, "this"] as const),
  ...[
    "lazy",
    "synchronized",
    "buildString",
    "buildList",
    "buildMap",
    "buildSet",
    "launch",
    "async",
    "withContext",
    "runBlocking",
    "coroutineScope",
    "supervisorScope",
    "withTimeout",
    "withLock",
    "flow",
    "sequence",
    "thread",
    "runCatching",
  ].map((name) => [name, "nothing"] as const),
]);
const GIVES_SUBJECT: ReadonlySet<string> = new Set(["apply", "also", "takeIf", "takeUnless"]);
const GIVES_RESULT: ReadonlySet<string> = new Set([
  "let",
  "use",
  "run",
  "with",
  "lazy",
  "synchronized",
  "withContext",
  "runBlocking",
  "coroutineScope",
  "supervisorScope",
  "withTimeout",
  "withLock",
]);

function callWithLambda(
  { called, subject: object, args, name }: CallWithLambda,
  lambda: SyntaxNode,
  kotlin: Reading,
): ExprId {
  const { flow } = kotlin;
  const text = kotlin.textOf(name);
  const subject = text === "with" ? (args[0]?.value ?? null) : (object ?? implicitSubject(text, kotlin));
  const kind = SCOPE_FUNCTIONS.get(text);
  const isKnown =
    kind === "nothing" || (kind === "this" && text === "run") || (kind !== undefined && subject !== null);
  if (!isKnown)
    return flow.call(called, [...args, { value: readLambda(lambda, {}, kotlin).value }], positionOf(name));
  const about = subject === null ? null : flow.standing(subject);
  const { value, result } = readLambda(
    lambda,
    kind === "it"
      ? { it: about }
      : { it: null, ...(kind === "this" && about !== null ? { receiver: about } : {}) },
    kotlin,
  );
  const call = flow.call(called, [...args, { value }], positionOf(name));
  if (GIVES_SUBJECT.has(text)) return subject ?? call;
  if (text === "async")
    return flow.either([
      call,
      flow.instance(flow.generic(flow.import("kotlinx.coroutines.Deferred", "*"), [flow.typeOf(result)])),
    ]);
  return GIVES_RESULT.has(text) ? result : call;
}

/**
 * `fun name(…) = apply { … }` applies to the current object. `use` and `let` without an object are more
 * likely functions of the class or file.
 */
function implicitSubject(name: string, kotlin: Reading): ExprId | null {
  return GIVES_SUBJECT.has(name) && !kotlin.locals.isLocal(name) ? kotlin.flow.this() : null;
}

/** The parts of a call. With a trailing lambda, the parentheses are a nested call in the tree. */
function callParts(node: SyntaxNode, kotlin: Reading): CallParts | null {
  const parts = kotlin.parts(node).map((part) => ({ part, type: part.type }));
  const [first, ...rest] = parts;
  if (!first || rest.length === 0) return null;
  const named = (name: string): SyntaxNode | undefined => rest.find(({ type }) => type === name)?.part;
  const trailing = named("annotated_lambda");
  const lambda = trailing ? kotlin.parts(trailing).find((part) => part.type === "lambda_literal") : undefined;
  const list = named("value_arguments");
  if (lambda && !list && first.type === "call_expression") {
    const inner = callParts(first.part, kotlin);
    if (inner?.list && !inner.lambda) return { ...inner, lambda };
  }
  return { callee: first.part, typeArguments: named("type_arguments"), list, lambda };
}
