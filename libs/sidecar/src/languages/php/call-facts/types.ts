/**
 * Reads PHP's types. `array` and `iterable` are plain names; `null` is left out of unions, and `static` is
 * the class itself. `int`, `string` and similar types are built in.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PhpNames } from "./names.ts";
import { keywordClass, pathValue } from "./paths.ts";

const TYPES = new Set([
  "named_type",
  "optional_type",
  "union_type",
  "intersection_type",
  "disjunctive_normal_form_type",
  "primitive_type",
  "type_list",
  "bottom_type",
]);

export function isType(type: string): boolean {
  return TYPES.has(type);
}

export function readType(node: SyntaxNode, tree: TreeReader<PhpNames>): ExprId {
  return tree.descend(node, () => typeOf(node, tree));
}

function typeOf(node: SyntaxNode, tree: TreeReader<PhpNames>): ExprId {
  const { flow, names } = tree;
  switch (node.type) {
    case "primitive_type": {
      const name = tree.textOf(node).toLowerCase();
      return name === "null" || name === "mixed" || name === "false"
        ? flow.unknown()
        : name === "array" || name === "iterable"
          ? flow.name(name)
          : flow.builtin(name);
    }
    case "named_type": {
      const name = tree.textOf(node);
      if (/^(?:self|static)$/i.test(name)) return names.ownClass();
      return keywordClass(name, tree) ?? pathValue(name, tree);
    }
    default:
      return flow.either(tree.children(node).map((part) => readType(part, tree)));
  }
}
