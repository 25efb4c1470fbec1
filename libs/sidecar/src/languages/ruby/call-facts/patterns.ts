/** Reads `case … in` and `=>`, and binds names in patterns to the matched parts of the value. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { constantText } from "./literals.ts";
import type { RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

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
