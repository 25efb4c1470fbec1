/** Reads Kotlin's `if`, `when` and `try`, which have values, and its loops. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { destructure, lastValue } from "./functions.ts";
import { leaves, narrow, narrowIf, narrowUnless, readCondition } from "./narrowing.ts";
import { TYPE_NODES } from "./types.ts";

/** The value of a branch. A block has the value of its last statement. */
export function branchValue(node: SyntaxNode | undefined, kotlin: Reading): ExprId {
  if (node?.type !== "block") return kotlin.value(node);
  let value = kotlin.flow.unknown();
  kotlin.locals.block(() => (value = lastValue(kotlin.parts(node), kotlin)));
  return value;
}

export function readIf(node: SyntaxNode, kotlin: Reading): ExprId {
  const [condition, ...branches] = kotlin.parts(node);
  const values: ExprId[] = [];
  const [first, second] = branches;
  // There may be an `else` without a first branch.
  const hasThen = first && !/\belse\b[\s\S]*$/.test(kotlin.text.slice(condition?.endIndex, first.startIndex));
  kotlin.locals.block(() => {
    readCondition(condition, kotlin);
    if (hasThen) values.push(branchValue(first, kotlin));
  });
  const otherwise = hasThen ? second : first;
  kotlin.locals.block(() => {
    if (!otherwise) return;
    narrowUnless(condition, kotlin);
    values.push(branchValue(otherwise, kotlin));
  });
  if (hasThen && !otherwise && leaves(first, kotlin)) narrowUnless(condition, kotlin);
  if (otherwise && leaves(otherwise, kotlin)) narrowIf(condition, kotlin);
  return kotlin.flow.either(values);
}

export function readWhen(node: SyntaxNode, kotlin: Reading): ExprId {
  const parts = kotlin.parts(node);
  const values: ExprId[] = [];
  kotlin.locals.block(() => {
    const subject =
      parts[0]?.type === "when_subject" ? readSubject(parts.shift() as SyntaxNode, kotlin) : null;
    for (const entry of parts) kotlin.locals.block(() => values.push(readEntry(entry, subject, kotlin)));
  });
  return kotlin.flow.either(values);
}

/** Reads the subject of a `when`. Returns its name, or null if it is not a variable. */
function readSubject(node: SyntaxNode, kotlin: Reading): SyntaxNode | null {
  const [first, second] = kotlin.parts(node);
  if (first?.type !== "variable_declaration") {
    kotlin.visit(first);
    return first?.type === "identifier" ? first : null;
  }
  const name = kotlin.parts(first)[0] ?? null;
  const value = kotlin.value(second);
  if (name) kotlin.locals.bind(kotlin.textOf(name), value);
  return name;
}

function readEntry(entry: SyntaxNode, subject: SyntaxNode | null, kotlin: Reading): ExprId {
  const conditions = kotlin.parts(entry);
  const body = conditions.pop();
  const guard = takeGuard(conditions, kotlin);
  for (const condition of conditions) {
    const kind = condition.type;
    if (kind !== "type_test") {
      if (subject) kotlin.visit(condition);
      else readCondition(condition, kotlin);
      continue;
    }
    const type = kotlin.parts(condition).find((part) => TYPE_NODES.has(part.type));
    if (subject && type && conditions.length === 1 && !kotlin.text.startsWith("!", condition.startIndex))
      narrow(subject, type, kotlin);
  }
  if (guard) readCondition(guard, kotlin);
  return branchValue(body, kotlin);
}

/**
 * Removes the guard in `is B if ready ->` from the conditions; the parser treats it as one more condition.
 */
function takeGuard(conditions: SyntaxNode[], kotlin: Reading): SyntaxNode | undefined {
  const [before, last] = conditions.slice(-2);
  return before && last && kotlin.text.slice(before.endIndex, last.startIndex).trim() === "if"
    ? conditions.pop()
    : undefined;
}

export function readTry(node: SyntaxNode, kotlin: Reading): ExprId {
  const values: ExprId[] = [];
  for (const part of kotlin.parts(node)) {
    const type = part.type;
    if (type === "catch_block") kotlin.locals.block(() => values.push(readCatch(part, kotlin)));
    else if (type === "finally_block") kotlin.visitAll(part.namedChildren);
    else values.push(branchValue(part, kotlin));
  }
  return kotlin.flow.either(values);
}

function readCatch(node: SyntaxNode, kotlin: Reading): ExprId {
  const parts = kotlin.parts(node).filter(({ type }) => !type.endsWith("annotation"));
  const [name, type] = parts;
  if (name && type) kotlin.locals.bind(kotlin.textOf(name), kotlin.flow.instance(kotlin.type(type)));
  return branchValue(parts.at(-1), kotlin);
}

/** `for (name in iterable) …` */
export function readLoop(node: SyntaxNode, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  const parts = kotlin.parts(node).filter(({ type }) => type !== "label" && !type.endsWith("annotation"));
  const [variable, iterable, body] = parts;
  if (!variable || !iterable) return kotlin.visitAll(parts);
  const element = flow.element(kotlin.value(iterable));
  if (variable.type === "multi_variable_declaration") destructure(variable, element, kotlin);
  else {
    const [name, type] = kotlin.parts(variable);
    const declared = kotlin.type(type);
    if (name)
      locals.bind(kotlin.textOf(name), declared === flow.unknown() ? element : flow.instance(declared));
  }
  kotlin.visit(body);
}
