/** Reads Java's statements, and the values of `switch` expressions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { declareVariable, readLocal, readPattern } from "./variables.ts";

/** Reads a statement; returns false for any other node. */
export function readStatement(node: SyntaxNode, java: Reading): boolean {
  const { flow, locals } = java;
  switch (node.type) {
    case "block":
    case "for_statement":
    case "try_with_resources_statement":
    case "lambda_body":
      locals.block(() => java.visitAll(node.namedChildren));
      return true;
    case "local_variable_declaration":
      readLocal(node, java);
      return true;
    case "enhanced_for_statement":
      locals.block(() => readLoop(node, java));
      return true;
    case "resource":
      readResource(node, java);
      return true;
    case "catch_clause":
      locals.block(() => readCatch(node, java));
      return true;
    case "return_statement":
      flow.returns(java.value(java.parts(node)[0]));
      return true;
    case "yield_statement":
      java.give(java.value(java.parts(node)[0]));
      return true;
    case "explicit_constructor_invocation":
      readConstructorCall(node, java);
      return true;
    case "labeled_statement":
      java.visit(java.parts(node)[1]);
      return true;
    default:
      return false;
  }
}

/** `for (Type name : iterable) …` */
function readLoop(node: SyntaxNode, java: Reading): void {
  const parts = java.parts(node).filter(({ type }) => type !== "modifiers");
  const [type, name, iterable, ...rest] = parts;
  if (!type || !name || !iterable) return java.visitAll(parts);
  const element = java.flow.goThrough(
    java.value(iterable),
    ["iterator", "hasNext", "next"],
    positionOf(iterable),
  );
  declareVariable(name, java.type(type), element, java);
  java.visitAll(rest);
}

/** `Type name = value`, or an existing variable: it is closed at the end. */
function readResource(node: SyntaxNode, java: Reading): void {
  const { flow } = java;
  const parts = java.parts(node).filter(({ type }) => type !== "modifiers");
  const [type, name, value] = parts;
  if (type && name && value) {
    const declared = java.type(type);
    const given = java.value(value);
    declareVariable(name, declared, given, java);
    flow.readImplicitly(
      declared === flow.unknown() ? given : flow.instance(declared),
      "close",
      positionOf(name),
    );
  } else if (type && !name) flow.readImplicitly(java.value(type), "close", positionOf(type));
  else java.visitAll(parts);
}

function readCatch(node: SyntaxNode, java: Reading): void {
  const [parameter, body] = java.parts(node);
  const parts = parameter ? java.parts(parameter).filter(({ type }) => type !== "modifiers") : [];
  const [type, name] = parts;
  if (type && name) declareVariable(name, java.type(type), java.flow.unknown(), java);
  java.visit(body);
}

/** `super(…)` calls a base constructor, `this(…)` another constructor of the class. */
function readConstructorCall(node: SyntaxNode, java: Reading): void {
  const { flow } = java;
  const parts = java.parts(node).filter(({ type }) => type !== "type_arguments");
  const list = parts.pop();
  const which = parts.pop();
  if (!which || list?.type !== "argument_list") return java.visitAll(node.namedChildren);
  java.visitAll(parts);
  const args = java.parts(list).map((arg) => ({ value: java.value(arg) }));
  const ownName = which.type === "super" ? null : node.parent?.parent?.childForFieldName("name");
  flow.call(
    which.type === "super"
      ? flow.super()
      : ownName
        ? java.locals.outside(java.textOf(ownName))
        : flow.unknown(),
    args,
    positionOf(which),
  );
}

/** Reads a `switch`. As an expression, its value is that of its branches. */
export function readSwitch(node: SyntaxNode, java: Reading): ExprId {
  const { flow } = java;
  const [condition, body] = java.parts(node);
  const matched = java.value(condition);
  const given = java.collect(() => {
    for (const branch of body ? java.parts(body) : [])
      java.locals.block(() => readBranch(branch, matched, java));
  });
  return flow.either(given);
}

function readBranch(branch: SyntaxNode, matched: ExprId, java: Reading): void {
  const isRule = branch.type === "switch_rule";
  for (const part of java.parts(branch)) {
    const type = part.type;
    if (type === "switch_label") readLabel(part, matched, java);
    else if (isRule && type === "expression_statement") java.give(java.value(java.parts(part)[0]));
    else java.visit(part);
  }
}

/** Constants of enums may be unqualified in labels; they contain no calls. */
function readLabel(label: SyntaxNode, matched: ExprId, java: Reading): void {
  for (const part of java.parts(label)) {
    const type = part.type;
    if (type === "pattern") readPattern(part, matched, java);
    else if (type !== "identifier") java.visit(part);
  }
}
