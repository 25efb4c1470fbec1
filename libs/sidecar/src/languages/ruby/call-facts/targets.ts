/** Reads assignment targets: variables, constants, members, entries, and lists of them. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

export function assign(target: SyntaxNode, value: ExprId, tree: Tree): void {
  tree.descend(target, () => assignTo(target, value, tree));
}

function assignTo(target: SyntaxNode, value: ExprId, tree: Tree): ExprId {
  const { flow, names } = tree;
  switch (target.type) {
    case "identifier":
      names.bind(tree.textOf(target), value);
      break;
    case "constant":
    case "class_variable":
      names.bindInType(tree.textOf(target), value);
      flow.held(value, { name: tree.textOf(target), nameStart: target.startIndex });
      break;
    case "global_variable":
      names.bindInFile(tree.textOf(target), value);
      break;
    case "instance_variable":
    case "scope_resolution":
      flow.store(tree.read(target), value);
      break;
    case "element_reference":
      flow.store(readIndex(target, ["[]="], tree), value);
      break;
    case "call":
      callWriter(target, value, tree);
      break;
    case "left_assignment_list":
    case "destructured_left_assignment":
    case "destructured_parameter":
    case "array_pattern":
      assignParts(tree.children(target), value, tree);
      break;
    case "rest_assignment":
    case "splat_parameter": {
      const [inner] = tree.children(target);
      if (inner) assign(inner, value, tree);
      break;
    }
    default:
      tree.read(target);
  }
  return flow.unknown();
}

/** `object.name = value` calls the method `name=`. */
function callWriter(target: SyntaxNode, value: ExprId, tree: Tree): void {
  const { flow } = tree;
  const [object, name] = tree.children(target);
  if (!object || !name) return void tree.read(target);
  flow.call(flow.member(tree.read(object), `${tree.textOf(name)}=`), [{ value }], tree.place(name));
}

function assignParts(parts: readonly SyntaxNode[], value: ExprId, tree: Tree): void {
  const { flow } = tree;
  let isBehindStar = false;
  for (const [at, part] of parts.entries()) {
    const isStar = tree.text.startsWith("*", part.startIndex);
    isBehindStar ||= isStar;
    assign(
      part,
      isStar ? value : flow.index(value, isBehindStar ? flow.unknown() : flow.text(String(at))),
      tree,
    );
  }
}

/**
 * Records the reader and writer calls of `object.name += value` and `object[key] += value`. Returns the value
 * that is read.
 */
export function changed(target: SyntaxNode, value: ExprId, tree: Tree): ExprId {
  const { flow } = tree;
  const [object, name] = tree.children(target);
  if (!object || !name) return tree.read(target);
  if (target.type === "element_reference") {
    const at = readIndex(target, ["[]", "[]="], tree);
    flow.store(at, value);
    return at;
  }
  const of = tree.read(object);
  const read = flow.call(flow.member(of, tree.textOf(name)), [], tree.place(name));
  flow.call(flow.member(of, `${tree.textOf(name)}=`), [{ value }], tree.place(name));
  return read;
}

/** `object[key]`: on an object, it calls methods. */
export function readIndex(node: SyntaxNode, methods: readonly ("[]" | "[]=")[], tree: Tree): ExprId {
  const { flow } = tree;
  const [object, ...keys] = tree.children(node);
  const of = object ? tree.read(object) : flow.unknown();
  const values = keys.map((key) => tree.read(key));
  if (object) for (const method of methods) flow.readImplicitly(of, method, tree.place(object));
  return flow.index(of, values.length === 1 ? (values[0] as ExprId) : flow.unknown());
}
