/** Reads assignments, loops, jumps and exceptions. */
import { BLOCK, type ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readMadeClass } from "./classes.ts";
import { constantText } from "./literals.ts";
import type { RubyNames } from "./names.ts";
import { assign, changed } from "./targets.ts";

type Tree = TreeReader<RubyNames>;

export const statementReaders: NodeReaders<RubyNames> = {
  assignment: readAssignment,
  operator_assignment: readOperatorAssignment,
  for: readFor,
  rescue: readRescue,
  return: (node, tree) => jump(node, tree, (value) => tree.names.returns(value)),
  next: (node, tree) => jump(node, tree, (value) => tree.flow.returns(value)),
  break: (node, tree) => jump(node, tree, () => undefined),
  yield: readYield,
};

/** Reads an assignment. The variable is already declared in its own value. */
function readAssignment(node: SyntaxNode, tree: Tree): ExprId {
  const [target, right] = tree.children(node);
  if (!target || !right) return tree.flow.unknown();
  const made = target.type === "constant" ? readMadeClass(target, right, tree) : null;
  if (made !== null) return made;
  if (target.type === "identifier" && !tree.names.isLocal(tree.textOf(target)))
    tree.names.declare(tree.textOf(target));
  const value = tree.read(right);
  assign(target, value, tree);
  return value;
}

const VARIABLES = new Set([
  "identifier",
  "constant",
  "instance_variable",
  "class_variable",
  "global_variable",
]);

/** `a ||= b` and `a &&= b`; the result of other operators is unknown. */
function readOperatorAssignment(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [target, right] = tree.children(node);
  if (!target || !right) return flow.unknown();
  if (target.type === "identifier" && !tree.names.isLocal(tree.textOf(target)))
    tree.names.declare(tree.textOf(target));
  const value = tree.read(right);
  const mayBeValue = /^\s*(?:\|\||&&)=/.test(tree.text.slice(target.endIndex, right.startIndex));
  if (target.type === "call" || target.type === "element_reference") {
    const before = changed(target, mayBeValue ? value : flow.unknown(), tree);
    return mayBeValue ? flow.either([before, value]) : flow.unknown();
  }
  if (mayBeValue) {
    assign(target, value, tree);
    return VARIABLES.has(target.type) ? flow.either([tree.read(target), value]) : value;
  }
  tree.read(target);
  return flow.unknown();
}

function readFor(node: SyntaxNode, tree: Tree): ExprId {
  const [target, iterable, ...rest] = tree.children(node);
  if (target && iterable) assign(target, tree.flow.element(tree.read(iterable)), tree);
  tree.readAll(rest);
  return tree.flow.unknown();
}

/** `rescue A, B => error`; its value is that of its body. */
function readRescue(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  let types: ExprId[] = [];
  let value = flow.unknown();
  for (const part of tree.children(node)) {
    const type = part.type;
    if (type === "exceptions") types = tree.children(part).map((exception) => tree.read(exception));
    else if (type === "exception_variable")
      for (const name of tree.children(part)) assign(name, flow.instance(flow.either(types)), tree);
    else value = tree.read(part);
  }
  return value;
}

function jump(node: SyntaxNode, tree: Tree, use: (value: ExprId) => void): ExprId {
  const [list] = tree.children(node);
  const values = list ? tree.children(list).map((item) => tree.read(item)) : [];
  if (values.length > 0) use(values.length === 1 ? (values[0] as ExprId) : tree.flow.list(values));
  return tree.flow.unknown();
}

/** Calls the block that was passed to the method. */
function readYield(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [list] = tree.children(node);
  const values = list ? tree.children(list).map((item) => ({ value: tree.read(item) })) : [];
  return flow.call(flow.name(BLOCK), values, tree.place(node));
}

// Reads `case … in` and `=>`, and binds names in patterns to the matched parts of the value.

export const patternReaders: NodeReaders<RubyNames> = {
  case_match: readCaseMatch,
  match_pattern: readMatch,
  test_pattern: readMatch,
};

function readCaseMatch(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [subject, ...clauses] = tree.children(node);
  const value = subject ? tree.read(subject) : flow.unknown();
  return flow.either(
    clauses.map((clause) => {
      const [pattern, ...rest] = tree.children(clause);
      if (clause.type !== "in_clause") return tree.read(clause);
      if (pattern) matchPattern(pattern, value, tree);
      return rest.map((part) => tree.read(part)).at(-1) ?? flow.unknown();
    }),
  );
}

function readMatch(node: SyntaxNode, tree: Tree): ExprId {
  const [subject, pattern] = tree.children(node);
  const value = subject ? tree.read(subject) : tree.flow.unknown();
  if (pattern) matchPattern(pattern, value, tree);
  return tree.flow.unknown();
}

function matchPattern(pattern: SyntaxNode, value: ExprId, tree: Tree): void {
  tree.descend(pattern, () => match(pattern, value, tree));
}

function match(pattern: SyntaxNode, value: ExprId, tree: Tree): ExprId {
  const { flow, names } = tree;
  const parts = tree.children(pattern);
  switch (pattern.type) {
    case "identifier":
      names.bind(tree.textOf(pattern), value);
      break;
    case "as_pattern":
      matchAs(parts, value, tree);
      break;
    case "array_pattern":
    case "find_pattern":
      for (const [at, part] of parts.entries())
        matchPattern(
          part,
          part.type === "splat_parameter" ? value : flow.index(value, flow.text(String(at))),
          tree,
        );
      break;
    case "keyword_pattern":
      matchKey(parts, value, tree);
      break;
    case "hash_pattern":
    case "parenthesized_pattern":
    case "alternative_pattern":
    case "splat_parameter":
    case "hash_splat_parameter":
      for (const part of parts) matchPattern(part, value, tree);
      break;
    case "variable_reference_pattern":
      break;
    default:
      tree.read(pattern);
  }
  return flow.unknown();
}

/** `Type => name`. */
function matchAs(parts: readonly SyntaxNode[], value: ExprId, tree: Tree): void {
  const [inner, name] = parts;
  const isType = inner?.type === "constant" || inner?.type === "scope_resolution";
  if (inner && !isType) matchPattern(inner, value, tree);
  if (name)
    tree.names.bind(tree.textOf(name), inner && isType ? tree.flow.instance(tree.read(inner)) : value);
}

/** `key: pattern`; `key:` alone binds the name. */
function matchKey([key, inner]: readonly SyntaxNode[], value: ExprId, tree: Tree): void {
  const { flow, names } = tree;
  const name = key ? constantText(key, tree) : null;
  const entry = flow.index(value, name === null ? flow.unknown() : flow.text(name));
  if (inner) matchPattern(inner, entry, tree);
  else if (name !== null) names.bind(name, entry);
}
