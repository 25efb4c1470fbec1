/** Reads expressions other than calls, functions and object literals, and statements that return a value. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { readSubstitutions } from "./calls.ts";
import { type EcmaReader, type EcmaNodeReader, type EcmaNodeReaders, positionOf } from "./ecma-reader.ts";
import { memberName, readIndexed, stringValue } from "./keys.ts";
import { narrow } from "./narrowing.ts";
import { unaryValue } from "./operators.ts";
import { assignPattern } from "./patterns.ts";

const inner: EcmaNodeReader = (node, ecma) => ecma.read(ecma.parts(node)[0]);
const nothing: EcmaNodeReader = (_, { flow }) => flow.unknown();
const builtin =
  (type: string): EcmaNodeReader =>
  (_, ecma) =>
    ecma.builtin(type);

function readMember(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const parts = ecma.parts(node);
  const property = parts.at(-1);
  const object = ecma.read(parts[0]);
  return property && parts.length > 1
    ? ecma.flow.read(ecma.flow.member(object, ecma.textOf(property)), positionOf(property))
    : object;
}

function readSubscript(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const parts = ecma.parts(node);
  return readIndexed(ecma.read(parts[0]), parts.length > 1 ? parts.at(-1) : null, ecma);
}

function readString(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const constant = stringValue(node, ecma);
  return constant === null ? ecma.builtin("string") : ecma.flow.text(constant);
}

function readTemplate(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const constant = stringValue(node, ecma);
  if (constant !== null) return ecma.flow.text(constant);
  readSubstitutions(node, ecma);
  return ecma.builtin("string");
}

/** Result types of operators, where they are known. */
const RESULTS: Readonly<Record<string, string>> = {
  "-": "number",
  "*": "number",
  "/": "number",
  "%": "number",
  "**": "number",
  "&": "number",
  "|": "number",
  "^": "number",
  "<<": "number",
  ">>": "number",
  ">>>": "number",
  "==": "boolean",
  "!=": "boolean",
  "===": "boolean",
  "!==": "boolean",
  "<": "boolean",
  ">": "boolean",
  "<=": "boolean",
  ">=": "boolean",
  in: "boolean",
  instanceof: "boolean",
};

/** Chains of operators nest to the left. A loop descends, so that long chains don't reach the depth limit. */
function readBinary(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const constant = stringValue(node, ecma);
  if (constant !== null) return flow.text(constant);
  const steps: { readonly operator: string; readonly left: SyntaxNode; readonly right: SyntaxNode }[] = [];
  let left: SyntaxNode = node;
  let type = "binary_expression";
  while (type === "binary_expression") {
    const [first, second] = ecma.parts(left);
    if (!first || !second) break;
    steps.push({ operator: operatorBetween(first, second, ecma), left: first, right: second });
    left = first;
    type = left.type;
  }
  let value = ecma.read(left, type);
  let before: SyntaxNode | null = null;
  ecma.names.enterBlock();
  for (const { operator, left: first, right } of steps.reverse()) {
    // The right side of `&&` is read with the left side's condition. In `a && b && c`, that of `a` already
    // applies.
    if (operator === "&&") narrow(before ?? first, right, ecma);
    else leaveAndEnter(ecma);
    before = operator === "&&" ? right : null;
    const other = ecma.read(right);
    if (operator === "||" || operator === "??") value = flow.either([value, other]);
    else if (operator === "&&") value = other;
    else value = RESULTS[operator] === undefined ? flow.unknown() : ecma.builtin(RESULTS[operator]);
  }
  ecma.names.leaveBlock();
  return value;
}

function leaveAndEnter({ names }: EcmaReader): void {
  names.leaveBlock();
  names.enterBlock();
}

/** The operator between two operands, from the text, because looking up its node costs more. */
function operatorBetween(left: SyntaxNode, right: SyntaxNode, ecma: EcmaReader): string {
  const between = ecma.text.slice(left.endIndex, right.startIndex).trim();
  return between.includes("/") ? between.replace(/\/\*(?:[^]*?\*\/|[^]*)|\/\/.*/g, "").trim() : between;
}

function readUnary(node: SyntaxNode, ecma: EcmaReader): ExprId {
  inner(node, ecma);
  return unaryValue(node, ecma);
}

/** Returns the last operand; the others are read for their calls. */
function readSequence(node: SyntaxNode, ecma: EcmaReader): ExprId {
  let parts = ecma.parts(node);
  while (parts.at(-1)?.type === "sequence_expression") {
    ecma.readAll(parts.slice(0, -1));
    parts = ecma.parts(parts.at(-1) as SyntaxNode);
  }
  ecma.readAll(parts.slice(0, -1));
  return ecma.read(parts.at(-1));
}

function readAssignment(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [left, right] = ecma.parts(node);
  const named = left && nameOfTarget(left);
  const value = ecma.readNamed(
    right,
    named ? { name: memberName(named, ecma), nameStart: named.startIndex } : null,
  );
  assignPattern(left, value, ecma, (name, of) => ecma.names.assign(name, of));
  return value;
}

function nameOfTarget(target: SyntaxNode): SyntaxNode | null {
  return target.type === "identifier"
    ? target
    : target.type === "member_expression"
      ? target.childForFieldName("property")
      : null;
}

/** `a ||= b` assigns like `=`; the result of `a += b` is not callable. */
function readAugmented(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [left, right] = ecma.parts(node);
  const operator = left && right ? operatorBetween(left, right, ecma) : "";
  if (operator === "||=" || operator === "??=" || operator === "&&=") {
    const value = readAssignment(node, ecma);
    return left?.type === "identifier" ? ecma.flow.either([ecma.name(ecma.textOf(left)), value]) : value;
  }
  return ecma.readChildren(node);
}

/** Each yielded value of a generator is one element. */
function readYield(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [operand] = ecma.parts(node);
  const value = ecma.read(operand);
  const isDelegating = operand && ecma.text.slice(node.startIndex, operand.startIndex).includes("*");
  if (operand) ecma.flow.returns(isDelegating ? ecma.flow.element(value) : value);
  return ecma.flow.unknown();
}

function readCast(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [value, type] = node.type === "type_assertion" ? ecma.parts(node).reverse() : ecma.parts(node);
  const read = ecma.read(value);
  const typed = ecma.type(type?.type === "type_arguments" ? ecma.parts(type)[0] : type);
  if (typed === ecma.flow.unknown()) return read;
  const declared = ecma.flow.instance(typed);
  // A cast does not hide a literal.
  return isWrittenDown(value, ecma) ? ecma.flow.either([declared, read]) : declared;
}

/** Whether a value is an object or function literal, possibly with casts around it. */
function isWrittenDown(value: SyntaxNode | undefined, ecma: EcmaReader): boolean {
  let inner = value;
  while (inner && CASTS.has(inner.type)) inner = ecma.parts(inner)[0];
  return inner !== undefined && WRITTEN_DOWN.has(inner.type);
}

const CASTS: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
]);
const WRITTEN_DOWN: ReadonlySet<string> = new Set(["object", "arrow_function", "function_expression"]);

export const expressionReaders: EcmaNodeReaders = {
  identifier: (node, ecma) => ecma.name(ecma.textOf(node)),
  this: (_, { flow }) => flow.this(),
  super: (_, { flow }) => flow.super(),
  undefined: nothing,
  null: nothing,
  meta_property: nothing,
  import: nothing,
  private_property_identifier: nothing,
  number: builtin("number"),
  true: builtin("boolean"),
  false: builtin("boolean"),
  regex: builtin("RegExp"),
  string: readString,
  template_string: readTemplate,
  member_expression: readMember,
  subscript_expression: readSubscript,
  parenthesized_expression: inner,
  non_null_expression: inner,
  satisfies_expression: inner,
  instantiation_expression: inner,
  as_expression: readCast,
  type_assertion: readCast,
  await_expression: (node, ecma) => ecma.flow.await(inner(node, ecma)),
  binary_expression: readBinary,
  unary_expression: readUnary,
  update_expression: (node, ecma) => {
    inner(node, ecma);
    return ecma.builtin("number");
  },
  sequence_expression: readSequence,
  assignment_expression: readAssignment,
  augmented_assignment_expression: readAugmented,
  yield_expression: readYield,
  return_statement: (node, ecma) => {
    const value = inner(node, ecma);
    // An iteration over a generator does not yield its return value.
    if (!ecma.isInGenerator) ecma.flow.returns(value);
    return ecma.flow.unknown();
  },
};
