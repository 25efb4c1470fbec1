/** Reads assignment targets: variables, fields, entries, and lists of them. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PhpNames } from "./names.ts";

type Tree = TreeReader<PhpNames>;

export function assign(target: SyntaxNode, value: ExprId, tree: Tree): void {
  tree.descend(target, () => assignTo(target, value, tree));
}

function assignTo(target: SyntaxNode, value: ExprId, tree: Tree): ExprId {
  const { flow, names } = tree;
  switch (target.type) {
    case "variable_name":
      names.bind(tree.textOf(target), value);
      break;
    case "member_access_expression":
    case "nullsafe_member_access_expression":
    case "scoped_property_access_expression":
      flow.store(tree.read(target), value);
      break;
    case "subscript_expression":
      flow.store(readIndex(target, "offsetSet", tree), value);
      break;
    case "list_literal":
    case "array_creation_expression":
      assignParts(target, value, tree);
      break;
    case "by_ref":
    case "array_element_initializer": {
      const last = tree.children(target).at(-1);
      if (last) assign(last, value, tree);
      break;
    }
    default:
      tree.read(target);
  }
  return flow.unknown();
}

/** `[$a, , 'key' => $b]`: counts commas for positions, and recognizes keys by the `=>` after them. */
function assignParts(list: SyntaxNode, value: ExprId, tree: Tree): void {
  const { flow, text } = tree;
  const parts = tree
    .children(list)
    .flatMap((part) => (part.type === "array_element_initializer" ? tree.children(part) : [part]));
  let at = 0;
  let key: ExprId | null = null;
  let end = list.startIndex;
  for (const [position, part] of parts.entries()) {
    at += text.slice(end, part.startIndex).split(",").length - 1;
    end = part.endIndex;
    const next = parts[position + 1];
    if (next && text.slice(end, next.startIndex).includes("=>")) key = tree.read(part);
    else {
      assign(part, flow.index(value, key ?? flow.text(String(at))), tree);
      key = null;
    }
  }
}

/** `$object[$key]`: on an object, it calls a method. */
export function readIndex(node: SyntaxNode, method: "offsetGet" | "offsetSet", tree: Tree): ExprId {
  const { flow } = tree;
  const [object, key] = tree.children(node);
  if (!object) return flow.unknown();
  const of = tree.read(object);
  flow.readImplicitly(of, method, tree.place(object));
  return flow.index(of, key ? tree.read(key) : flow.unknown());
}
