/** Reads Ruby's expressions. The value of a body is that of its last statement. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { RUBY_IMPLICIT } from "../profile.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { wordValue } from "./literals.ts";
import type { RubyNames } from "./names.ts";
import { readIndex } from "./targets.ts";

type Tree = TreeReader<RubyNames>;

export const expressionReaders: NodeReaders<RubyNames> = {
  identifier: readWord,
  constant: (node, tree) => tree.flow.name(tree.textOf(node)),
  class_variable: (node, tree) => tree.flow.name(tree.textOf(node)),
  global_variable: (node, tree) => tree.flow.name(tree.textOf(node)),
  instance_variable: (node, tree) => tree.flow.member(tree.flow.this(), tree.textOf(node)),
  self: (_, { flow }) => flow.this(),
  scope_resolution: readScopeResolution,
  element_reference: (node, tree) => readIndex(node, ["[]"], tree),
  binary: readBinary,
  unary: readUnary,
  conditional: readBranches,
  if: readBranches,
  unless: readBranches,
  elsif: readBranches,
  if_modifier: readModified,
  unless_modifier: readModified,
  rescue_modifier: readModified,
  case: readCase,
  when: readWhen,
  ...Object.fromEntries(
    [
      "then",
      "else",
      "do",
      "ensure",
      "begin",
      "body_statement",
      "block_body",
      "parenthesized_statements",
      "interpolation",
      "begin_block",
      "end_block",
    ].map((type) => [type, readBody]),
  ),
  ...Object.fromEntries(
    ["splat_argument", "hash_splat_argument", "in", "pattern"].map((type) => [type, readBody]),
  ),
};

/** Words that on a line of their own say what the methods below are. */
const DEFINING = /^(?:private|public|protected|module_function)$/;

function readWord(node: SyntaxNode, tree: Tree): ExprId {
  const word = tree.textOf(node);
  if (DEFINING.test(word)) tree.names.define(word);
  return wordValue(word, node, tree);
}

/** Reads a body. Its value is that of its last statement, or of one of its `rescue` parts. */
export function readBody(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, text } = tree;
  let value = flow.unknown();
  const rescued: ExprId[] = [];
  for (const child of tree.children(node)) {
    const read = tree.read(child);
    const at = child.startIndex;
    if (text.startsWith("rescue", at) && child.type === "rescue") rescued.push(read);
    else if (
      !(text.startsWith("ensure", at) && child.type === "ensure") &&
      (read !== flow.unknown() || child.type !== "heredoc_body")
    )
      value = read;
  }
  return rescued.length === 0 ? value : flow.either([value, ...rescued]);
}

/** `A::B`, `::B`. */
function readScopeResolution(node: SyntaxNode, tree: Tree): ExprId {
  const [scope, name] = tree.children(node);
  if (!scope) return tree.flow.unknown();
  if (name) return tree.flow.member(tree.read(scope), tree.textOf(name));
  // `::B` is a top-level constant, even if an enclosing type has that name.
  return tree.text.startsWith("::", node.startIndex)
    ? tree.flow.within(FILE, () => tree.flow.standing(tree.read(scope)))
    : tree.read(scope);
}

const FILE = 0;

/** Chains of operators nest to the left; a loop reads them. `list << item` stores the item in the list. */
function readBinary(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const chain: { readonly operator: string; readonly right: SyntaxNode }[] = [];
  let left: SyntaxNode | undefined = node;
  while (left && (left === node || left.type === "binary")) {
    const [first, second]: readonly (SyntaxNode | undefined)[] = tree.children(left);
    if (first && second) chain.push({ operator: operatorBetween(first, second, tree), right: second });
    left = first;
  }
  let value = left ? tree.read(left) : flow.unknown();
  for (const { operator, right } of chain.reverse()) {
    const read = tree.read(right);
    if (RUBY_IMPLICIT.has(operator))
      flow.readImplicitly(value, operator, left ? tree.place(left) : tree.place(node));
    if (operator === "<<") flow.store(flow.index(value, flow.unknown()), read);
    else
      value =
        operator === "||" || operator === "or"
          ? flow.either([value, read])
          : operator === "&&" || operator === "and"
            ? read
            : flow.unknown();
  }
  return value;
}

function operatorBetween(left: SyntaxNode, right: SyntaxNode, tree: Tree): string {
  return /\S+/.exec(tree.text.slice(left.endIndex, right.startIndex).replace(/#.*/g, ""))?.[0] ?? "";
}

/** The operand of `defined?` is not evaluated. */
function readUnary(node: SyntaxNode, tree: Tree): ExprId {
  if (!tree.text.startsWith("defined?", node.startIndex)) tree.readAll(tree.children(node));
  return tree.flow.unknown();
}

/** Reads a condition and its branches; the value is that of one of the branches. */
function readBranches(node: SyntaxNode, tree: Tree): ExprId {
  const [condition, ...branches] = tree.children(node);
  if (condition) tree.read(condition);
  return tree.flow.either(branches.map((branch) => tree.read(branch)));
}

/** `value if condition`; `value rescue other`. */
function readModified(node: SyntaxNode, tree: Tree): ExprId {
  const [value, other] = tree.children(node);
  const read = value ? tree.read(value) : tree.flow.unknown();
  const otherwise = other ? tree.read(other) : tree.flow.unknown();
  return node.type === "rescue_modifier" ? tree.flow.either([read, otherwise]) : read;
}

function readCase(node: SyntaxNode, tree: Tree): ExprId {
  const values: ExprId[] = [];
  for (const part of tree.children(node)) {
    const value = tree.read(part);
    if (/^(?:when|else)\b/.test(tree.text.slice(part.startIndex, part.startIndex + 5))) values.push(value);
  }
  return tree.flow.either(values);
}

function readWhen(node: SyntaxNode, tree: Tree): ExprId {
  const values = tree.children(node).map((part) => ({ part, value: tree.read(part) }));
  const last = values.at(-1);
  return last?.part.type === "then" ? last.value : tree.flow.unknown();
}
