/** Reads expressions other than calls, functions and object literals, and statements that return a value. */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readSubstitutions, sitePosition, unaryValue } from "./calls.ts";
import { type EcmaNodeReader, type EcmaNodeReaders, type EcmaReader, positionOf } from "./ecma-reader.ts";
import { readMethod } from "./functions.ts";
import { keyName, memberName, readIndexed, stringValue } from "./keys.ts";
import { narrow } from "./narrowing.ts";
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
  switch (target.type) {
    case "identifier":
      return target;
    case "member_expression":
      return target.childForFieldName("property");
    case "subscript_expression": {
      const index = target.childForFieldName("index");
      return index?.type === "string" ? index : null;
    }
    default:
      return null;
  }
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

// Reads JSX: an element of a component is a call of it with its attributes; HTML elements call nothing.

function readElement(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [opening, ...children] = ecma.parts(node);
  if (opening?.type !== "jsx_opening_element") return ecma.readChildren(node);
  const values = children
    .filter(({ type }) => type !== "jsx_closing_element" && type !== "jsx_text")
    .map((child) => ecma.read(child));
  const shown = flow.either(values);
  return readTag(opening, shown === flow.unknown() ? [] : [{ name: "children", value: shown }], ecma);
}

function readTag(tag: SyntaxNode, children: readonly Argument[], ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [name, ...attributes] = ecma.parts(tag);
  const isComponent =
    name &&
    (name.type === "member_expression" ||
      (name.type === "identifier" && /^[\p{Lu}_$]/u.test(ecma.textOf(name))));
  const component = isComponent ? ecma.read(name) : null;
  const props = flow.record([
    ...attributes.flatMap((attribute) => readAttribute(attribute, ecma)),
    ...children,
  ]);
  if (component !== null && name)
    flow.call(component, [{ value: props }], sitePosition(name, name.type, tag, ecma));
  // The framework creates the rendered element, not the component.
  return flow.unknown();
}

function readAttribute(attribute: SyntaxNode, ecma: EcmaReader): Argument[] {
  if (attribute.type === "jsx_attribute") {
    const [name, value] = ecma.parts(attribute);
    return name && value ? [{ name: ecma.textOf(name), value: ecma.read(value) }] : [];
  }
  return attribute.type === "jsx_expression" ? [{ value: ecma.read(attribute) }] : [];
}

export const jsxReaders: EcmaNodeReaders = {
  jsx_element: readElement,
  jsx_self_closing_element: (node, ecma) => readTag(node, [], ecma),
  jsx_expression: (node, ecma) => {
    const [value] = ecma.parts(node);
    return ecma.read(value?.type === "spread_element" ? ecma.parts(value)[0] : value);
  },
};

// Reads object and array literals.

/** An entry whose key is only known at run time. */
interface ComputedEntry {
  readonly key: ExprId;
  readonly value: ExprId;
}

function readObject(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const entries: Argument[] = [];
  const computed: ComputedEntry[] = [];
  for (const entry of ecma.parts(node)) readEntry(entry, ecma, entries, computed);
  const record = flow.record(entries);
  for (const { key, value } of computed) flow.store(flow.index(record, key), value);
  return record;
}

function readEntry(node: SyntaxNode, ecma: EcmaReader, entries: Argument[], computed: ComputedEntry[]): void {
  const { flow } = ecma;
  const put = (key: SyntaxNode, value: (name: string) => ExprId | null): void => {
    const name = keyName(key, ecma);
    const computedKey = name === null ? ecma.read(ecma.parts(key)[0]) : null;
    const made = value(name ?? "");
    if (made === null) return;
    if (computedKey === null) entries.push({ name, value: made });
    else computed.push({ key: computedKey, value: made });
  };
  const type = node.type;
  switch (type) {
    case "shorthand_property_identifier":
      entries.push({ name: ecma.textOf(node), value: ecma.name(ecma.textOf(node)) });
      break;
    case "pair": {
      const [key, value] = ecma.parts(node);
      if (key) put(key, (name) => ecma.readNamed(value, { name, nameStart: key.startIndex }));
      break;
    }
    case "method_definition": {
      const key = node.childForFieldName("name");
      if (!key) break;
      put(key, () => {
        const { scope, isSetter } = readMethod(node, key, ecma);
        return isSetter ? null : flow.scopeValue(scope);
      });
      break;
    }
    case "spread_element":
      entries.push({ value: ecma.read(ecma.parts(node)[0]) });
      break;
    default:
      ecma.read(node, type);
  }
}

function readArray(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  return flow.list(
    ecma.parts(node).map((item) => {
      const type = item.type;
      return type === "spread_element" ? flow.element(ecma.read(ecma.parts(item)[0])) : ecma.read(item, type);
    }),
  );
}

export const objectReaders: EcmaNodeReaders = {
  object: readObject,
  array: readArray,
};
