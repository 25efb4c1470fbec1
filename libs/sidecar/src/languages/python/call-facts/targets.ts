/** Reads assignment targets: names, members, entries, and patterns of them. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { nameAt } from "./paths.ts";

/** Assigns a value to a target. */
export function assign(target: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): void {
  if (target.type === "identifier") {
    const name = nameAt(tree.text, target.startIndex);
    tree.names.bind(name, value);
    tree.flow.held(value, { name, nameStart: target.startIndex });
  } else tree.descend(target, () => assignTo(target, value, tree));
}

function assignTo(target: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): ExprId {
  const { flow } = tree;
  switch (target.type) {
    case "attribute":
      flow.store(flow.written(tree.read(target)), value);
      break;
    case "subscript":
      storeEntry(target, value, tree);
      break;
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "tuple":
    case "list":
    case "expression_list":
      assignParts(tree.children(target), value, tree);
      break;
    case "list_splat_pattern":
    case "list_splat":
    case "parenthesized_expression":
    case "as_pattern_target": {
      const [inner] = tree.children(target);
      if (inner) assign(inner, value, tree);
      break;
    }
    default:
      tree.read(target);
  }
  return flow.unknown();
}

/** `a[k] = v`; `a[1:] = v` stores the elements of `v`. */
function storeEntry(target: SyntaxNode, value: ExprId, tree: TreeReader<PythonNames>): void {
  const { flow } = tree;
  const [object, key, ...rest] = tree.children(target);
  if (!object) return;
  const of = tree.read(object);
  const at = key ? tree.read(key) : flow.unknown();
  tree.readAll(rest);
  flow.readImplicitly(of, "__setitem__", tree.place(object));
  if (key?.type === "slice") flow.store(flow.index(of, flow.unknown()), flow.element(value));
  else flow.store(flow.index(of, rest.length === 0 ? at : flow.unknown()), value);
}

/** Each part gets the value at its position; a starred one gets the whole, and those after it any element. */
function assignParts(parts: readonly SyntaxNode[], value: ExprId, tree: TreeReader<PythonNames>): void {
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
