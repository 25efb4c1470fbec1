/**
 * Operands of C#'s nodes. In the grammar, `this` and `base` are anonymous nodes, but they are operands as
 * well.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/**
 * Named children of a node, with `this` and `base`. @param count number of operands, unless one is missing
 */
export function operands(node: SyntaxNode, count: number, cs: Reading): SyntaxNode[] {
  const parts = cs.parts(node);
  const { text } = cs;
  const isHidden =
    parts.length < count || isWordAt(text, node.startIndex) || text.endsWith("this", node.endIndex);
  return isHidden
    ? node.children.filter((child) => WORDS.has(child.type) || parts.some(({ id }) => id === child.id))
    : parts;
}

const WORDS: ReadonlySet<string> = new Set(["this", "base"]);

function isWordAt(text: string, at: number): boolean {
  return text.startsWith("this", at) || text.startsWith("base", at);
}
