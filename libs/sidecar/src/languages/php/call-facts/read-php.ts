/**
 * Reads the call facts of PHP. Conventions: names of variables, parameters, fields and named arguments
 * include the `$`, to distinguish them from functions, classes and methods; a plain name is never a member of
 * the enclosing class; a path is an import of its full name.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type NodeReaders, ReaderTable, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { callReaders } from "./calls.ts";
import { classReaders } from "./classes.ts";
import { expressionReaders } from "./expressions.ts";
import { functionReaders } from "./functions.ts";
import { PhpNames } from "./names.ts";
import { assign } from "./targets.ts";
import { readType } from "./types.ts";

// Reads statements: namespaces and imports, loops, exceptions, `return` and `yield`.

type Tree = TreeReader<PhpNames>;

const statementReaders: NodeReaders<PhpNames> = {
  php_tag: null,
  php_end_tag: null,
  text_interpolation: null,
  text: null,
  comment: null,
  declare_directive: null,
  goto_statement: null,
  named_label_statement: null,
  namespace_definition: readNamespace,
  namespace_use_declaration: readUses,
  foreach_statement: readForeach,
  catch_clause: readCatch,
  return_statement: readReturn,
  yield_expression: readYield,
  global_declaration: readGlobals,
  static_variable_declaration: readStatic,
};

function readNamespace(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  for (const part of tree.children(node)) {
    if (part.type !== "namespace_name") {
      tree.read(part);
      continue;
    }
    // A file with several namespaces is assigned to the first.
    if (names.namespace === "") flow.package(tree.textOf(part));
    names.namespace = tree.textOf(part);
  }
  return flow.unknown();
}

/** `use A\B, A\C as D;`, `use A\{B, function c};`. */
function readUses(node: SyntaxNode, tree: Tree): ExprId {
  const text = tree
    .textOf(node)
    .replace(/\/\*(?:[^]*?\*\/|[^]*)|(?:#|\/\/).*/g, "")
    .replace(/^use\s+(?:(?:function|const)\b)?|;$/g, "")
    .trim();
  const [, base = "", group] = /^([\w\\\u0080-\uffff]*)\{([^}]*)\}/.exec(text) ?? [];
  for (const clause of (group ?? text).split(",")) {
    const [, path = "", alias] =
      /^\s*(?:(?:function|const)\s+)?([\w\\\u0080-\uffff]+)(?:\s+as\s+([\w\u0080-\uffff]+))?/i.exec(clause) ??
      [];
    const full = `${base}${path}`.replace(/^\\/, "");
    if (path !== "") tree.names.import(alias ?? full.slice(full.lastIndexOf("\\") + 1), full);
  }
  return tree.flow.unknown();
}

/** `foreach ($all as $key => $value)`. */
function readForeach(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [iterable, target, ...rest] = tree.children(node);
  const value = iterable ? tree.read(iterable) : flow.unknown();
  const [key, element] = target?.type === "pair" ? tree.children(target) : [undefined, target];
  if (iterable) flow.readImplicitly(value, "getIterator", tree.place(iterable));
  if (key) assign(key, flow.unknown(), tree);
  if (element) assign(element, flow.element(value), tree);
  tree.readAll(rest);
  return flow.unknown();
}

function readCatch(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  let types: ExprId = flow.unknown();
  for (const part of tree.children(node)) {
    const type = part.type;
    if (type === "type_list") types = readType(part, tree);
    else if (type === "variable_name") assign(part, flow.instance(types), tree);
    else tree.read(part);
  }
  return flow.unknown();
}

function readReturn(node: SyntaxNode, tree: Tree): ExprId {
  const [value] = tree.children(node);
  if (value) tree.flow.returns(tree.read(value));
  return tree.flow.unknown();
}

/** The value sent to a generator is unknown. */
function readYield(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [yielded] = tree.children(node);
  flow.flag(SCOPE_FLAGS.generator);
  if (!yielded) return flow.unknown();
  const values =
    yielded.type === "array_element_initializer" ? tree.children(yielded).map((part) => tree.read(part)) : [];
  flow.returns(values.at(-1) ?? flow.element(tree.read(yielded)));
  return flow.unknown();
}

function readGlobals(node: SyntaxNode, tree: Tree): ExprId {
  for (const variable of tree.children(node)) tree.names.moveToFile(tree.textOf(variable));
  return tree.flow.unknown();
}

function readStatic(node: SyntaxNode, tree: Tree): ExprId {
  const [name, value] = tree.children(node);
  if (name && value) assign(name, tree.read(value), tree);
  return tree.flow.unknown();
}

const readers = new ReaderTable({
  ...expressionReaders,
  ...callReaders,
  ...functionReaders,
  ...classReaders,
  ...statementReaders,
});

export function readPhp(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  new TreeReader({ text, flow, names: new PhpNames(flow), readers, isComment }).read(root);
}

/** Whether a comment starts at an offset. `#[` starts an attribute. */
function isComment(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  const second = first === SLASH || first === HASH ? text.charCodeAt(at + 1) : 0;
  return first === HASH ? second !== BRACKET : first === SLASH && (second === SLASH || second === STAR);
}

const HASH = 35;
const STAR = 42;
const SLASH = 47;
const BRACKET = 91;
