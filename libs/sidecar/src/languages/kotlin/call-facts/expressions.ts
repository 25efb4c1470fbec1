/**
 * Reads Kotlin's expressions. Prefix operators are ignored, because in the grammar they bind tighter than a
 * call after them.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { readIf, readTry, readWhen } from "./branches.ts";
import { readCall, readGenericCall, readInfix } from "./calls.ts";
import { readObjectLiteral } from "./classes.ts";
import { readFunction, readLambda } from "./functions.ts";
import { readAlternatives, readCondition } from "./narrowing.ts";

/** Reads names, accesses, calls and functions; leaves all other nodes to the functions below. */
export function readValue(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  const { type } = node;
  switch (type) {
    case "identifier":
      return readName(node, kotlin);
    case "this_expression":
      return readThis(node, kotlin);
    case "super_expression":
      return flow.super();
    case "navigation_expression":
      return readNavigation(node, kotlin);
    case "index_expression":
      return readIndex(node, kotlin);
    case "callable_reference": {
      const name = kotlin.parts(node).at(-1);
      return name ? kotlin.locals.outside(kotlin.textOf(name)) : flow.unknown();
    }
    case "call_expression":
      return readCall(node, kotlin);
    case "infix_expression":
      return readInfix(node, kotlin);
    case "object_literal":
      return readObjectLiteral(node, kotlin);
    case "collection_literal":
      return flow.list(kotlin.parts(node).map((item) => kotlin.value(item)));
    case "lambda_literal":
      return readLambda(node, {}, kotlin).value;
    case "annotated_lambda":
      return kotlin.value(kotlin.parts(node).at(-1));
    case "anonymous_function":
      return readFunction(node, kotlin);
    default:
      if (WITHOUT_VALUE.has(type)) return flow.unknown();
      return readLiteral(type, node, kotlin) ?? readOperation(type, node, kotlin);
  }
}

/** Nodes without a value, whose children are not read. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  "modifiers",
  "annotation",
  "label",
  "line_comment",
  "block_comment",
  "string_content",
]);

/**
 * The value of a literal; null for any other node. In the grammar, `true`, `false` and `null` are
 * identifiers: see `readName`.
 */
function readLiteral(type: string, node: SyntaxNode, kotlin: Reading): ExprId | null {
  switch (type) {
    case "string_literal":
    case "multiline_string_literal":
      return readString(node, kotlin);
    case "number_literal":
    case "long_literal":
    case "unsigned_literal":
      return kotlin.builtin(kotlin.textOf(node).endsWith("L") ? "Long" : "Int");
    case "float_literal":
      return kotlin.builtin("Double");
    case "character_literal":
      return kotlin.builtin("Char");
    default:
      return null;
  }
}

/** Reads operators, casts and branches; of any other node, all children. */
function readOperation(type: string, node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  switch (type) {
    case "binary_expression":
      return readBinary(node, kotlin);
    case "unary_expression":
    case "parenthesized_expression":
      return kotlin.value(kotlin.parts(node)[0]);
    case "as_expression":
      return readCast(node, kotlin);
    case "is_expression":
      kotlin.visit(kotlin.parts(node)[0]);
      return kotlin.builtin("Boolean");
    case "if_expression":
      return readIf(node, kotlin);
    case "when_expression":
      return readWhen(node, kotlin);
    case "try_expression":
      return readTry(node, kotlin);
    default:
      kotlin.visitAll(node.namedChildren);
      return flow.unknown();
  }
}

function readCast(node: SyntaxNode, kotlin: Reading): ExprId {
  const [value, type] = kotlin.parts(node);
  kotlin.visit(value);
  return kotlin.flow.instance(kotlin.type(type));
}

/** A name that is not a variable may be a property of the current object, or of the file. */
function readName(node: SyntaxNode, kotlin: Reading): ExprId {
  const name = kotlin.textOf(node);
  if (name === "null") return kotlin.flow.unknown();
  if (name === "true" || name === "false") return kotlin.builtin("Boolean");
  const value = kotlin.locals.read(name);
  return kotlin.locals.isVariable(name) ? value : kotlin.flow.read(value, positionOf(node));
}

function readString(node: SyntaxNode, kotlin: Reading): ExprId {
  const text = kotlin.textOf(node);
  if (!text.includes("$")) return kotlin.flow.text(text.replace(/^"+|"+$/g, ""));
  kotlin.visitAll(node.namedChildren);
  return kotlin.builtin("String");
}

/** `this`, `this@Outer`; with the label of a function, it is that function's receiver. */
function readThis(node: SyntaxNode, kotlin: Reading): ExprId {
  const label = kotlin.parts(node)[0];
  const name = label ? kotlin.textOf(label) : "";
  return /^\p{Lu}/u.test(name) ? kotlin.flow.instance(kotlin.locals.outside(name)) : kotlin.flow.this();
}

function readIndex(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  const [object, key, ...more] = kotlin.parts(node);
  const value = kotlin.value(object);
  const at = key?.type === "number_literal" ? flow.text(kotlin.textOf(key)) : kotlin.value(key);
  kotlin.visitAll(more);
  return flow.index(value, more.length === 0 ? at : flow.unknown());
}

/** `object.name`, `object?.name`, `Type::name`, `Type::class`. */
function readNavigation(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  const [object, name] = kotlin.parts(node);
  if (!object || !name) return kotlin.value(object);
  const value = kotlin.value(object);
  const text = kotlin.textOf(name);
  return text === "class"
    ? flow.instance(flow.generic(flow.name("KClass"), [value]))
    : flow.read(flow.member(value, text), positionOf(name));
}

/** Chains of operators nest to the left, and may be longer than the depth limit of expressions. */
function readBinary(node: SyntaxNode, kotlin: Reading): ExprId {
  const { flow } = kotlin;
  const generic = readGenericCall(node, kotlin);
  if (generic !== null) return generic;
  const operator = operatorOf(node, kotlin);
  if (operator === "?:") return flow.either(kotlin.parts(node).map((part) => kotlin.value(part)));
  if (operator === "&&") {
    kotlin.locals.block(() => readCondition(node, kotlin));
    return kotlin.builtin("Boolean");
  }
  if (operator === "||") {
    readAlternatives(node, kotlin);
    return kotlin.builtin("Boolean");
  }
  const rights: { readonly right: SyntaxNode | undefined; readonly operator: string }[] = [];
  let left: SyntaxNode | undefined = node;
  while (left?.type === "binary_expression" && !/^(?:\?:|&&|\|\|)$/.test(operatorOf(left, kotlin))) {
    const [first, second]: (SyntaxNode | undefined)[] = kotlin.parts(left);
    rights.push({ right: second, operator: operatorOf(left, kotlin) });
    left = first;
  }
  let value = kotlin.value(left);
  for (const { right, operator: each } of rights.reverse()) {
    const other = kotlin.value(right);
    const name = OPERATORS[each];
    value =
      name === undefined
        ? kotlin.builtin("Boolean")
        : value === flow.unknown()
          ? value
          : flow.result(flow.member(value, name), [{ value: other }]);
  }
  return value;
}

/** Functions of operators whose result is not a boolean. They are not recorded as calls. */
const OPERATORS: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "div",
  "%": "rem",
  "..": "rangeTo",
  "..<": "rangeUntil",
};

function operatorOf(node: SyntaxNode, kotlin: Reading): string {
  const [left, right] = kotlin.parts(node);
  return left && right ? kotlin.text.slice(left.endIndex, right.startIndex).trim() : "";
}
