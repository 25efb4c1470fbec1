/** Reads `match`, and binds names in patterns to the matched parts of the subject. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { pathValue } from "./paths.ts";
import { stringContent, stringKey } from "./strings.ts";

export const patternReaders: NodeReaders<PythonNames> = { match_statement: readMatch };

function readMatch(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  const parts = tree.children(node);
  const body = parts.at(-1);
  const values = parts.slice(0, -1).map((subject) => tree.read(subject));
  const subject = values.length === 1 ? (values[0] as ExprId) : flow.list(values);
  for (const clause of body ? tree.children(body) : []) {
    const block = tree.names.enterBlock();
    if (clause.type === "case_clause") readCase(clause, subject, tree);
    else tree.read(clause);
    tree.names.leaveBlock(block);
  }
  return flow.unknown();
}

/** Several patterns in a case form a tuple. */
function readCase(clause: SyntaxNode, subject: ExprId, tree: TreeReader<PythonNames>): void {
  const parts = tree.children(clause);
  const patterns = parts.filter((part) => part.type === "case_pattern");
  if (patterns.length === 1 && patterns[0]) readPattern(patterns[0], subject, tree);
  else readSequence(patterns, subject, tree);
  tree.readAll(parts.filter((part) => part.type !== "case_pattern"));
}

function readPattern(pattern: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): void {
  tree.descend(pattern, (node) => readPart(node, value, tree));
}

function readPart(pattern: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  switch (pattern.type) {
    case "identifier":
    case "dotted_name":
      bindCapture(pattern, value, tree);
      break;
    case "class_pattern":
      readClassPattern(pattern, value, tree);
      break;
    case "as_pattern":
      readAsPattern(pattern, value, tree);
      break;
    case "list_pattern":
    case "tuple_pattern":
      readSequence(tree.children(pattern), value, tree);
      break;
    case "dict_pattern":
      readEntries(tree.children(pattern), value, tree);
      break;
    default:
      for (const part of tree.children(pattern)) readPattern(part, value, tree);
  }
  return flow.unknown();
}

/** Binds a plain name; `A.B` is a value to compare with. */
function bindCapture(name: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): void {
  const text = tree.textOf(name);
  if (text !== "_" && !text.includes(".")) tree.names.bind(text, value);
}

/** `Point(x, y=0)`: positions are those of the class's `__match_args__`. */
function readClassPattern(pattern: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): void {
  const { flow } = tree;
  const [, ...parts] = tree.children(pattern);
  for (const part of parts) {
    const [inner] = tree.children(part);
    if (inner?.type !== "keyword_pattern") {
      readPattern(part, flow.unknown(), tree);
      continue;
    }
    const [name, ...values] = tree.children(inner);
    for (const sub of values)
      readPattern(sub, name ? flow.member(value, tree.textOf(name)) : flow.unknown(), tree);
  }
}

/** `Point() as p`: the value matched by a class pattern is an object of that class. */
function readAsPattern(pattern: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): void {
  const [inner, name] = tree.children(pattern);
  if (inner) readPattern(inner, value, tree);
  if (!name) return;
  const [matched] = inner ? tree.children(inner) : [];
  const [type] = matched?.type === "class_pattern" ? tree.children(matched) : [];
  bindCapture(name, type ? tree.flow.instance(pathValue(tree.textOf(type), tree.flow)) : value, tree);
}

function readSequence(parts: readonly SyntaxNode[], value: ExprId, tree: TreeReader<PythonNames>): void {
  const { flow } = tree;
  for (const [at, part] of parts.entries()) {
    const isStar = tree.text.startsWith("*", part.startIndex);
    readPattern(part, isStar ? value : flow.index(value, flow.text(String(at))), tree);
  }
}

/** Reads alternating keys and values; `**rest` is the rest of the dictionary. */
function readEntries(parts: readonly SyntaxNode[], value: ExprId, tree: TreeReader<PythonNames>): void {
  const { flow } = tree;
  let key: ExprId = flow.unknown();
  for (const part of parts) {
    const type = part.type;
    if (type === "case_pattern") readPattern(part, flow.index(value, key), tree);
    else if (type === "splat_pattern") readPattern(part, value, tree);
    else {
      const content = type === "string" ? stringContent(tree.textOf(part)) : null;
      key = content === null ? flow.unknown() : flow.text(stringKey(content));
    }
  }
}
