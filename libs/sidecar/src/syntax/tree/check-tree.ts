/**
 * For tests: compares trees that were copied out of the parser's memory with what the parser reports for each
 * of their nodes.
 */
import type { Node, Tree } from "web-tree-sitter";
import { detectLanguage } from "../../languages/detect-language.ts";
import { loadGrammar } from "../../grammar.ts";
import { NODE_WORDS, SLOT, type SyntaxNode, type SyntaxTree } from "./syntax-tree.ts";

/** Differences between the trees of a text, and of cut variants of it; at most one line per variant. */
export async function treeDifferences(path: string, text: string): Promise<string[]> {
  const grammar = detectLanguage(path, text)?.grammar;
  if (!grammar) return [];
  const { parser, read } = await loadGrammar(grammar);
  const differences: string[] = [];
  for (const variant of variantsOf(text)) {
    const tree = parser.parse(variant) as Tree;
    const own = read(tree, variant);
    const difference =
      tree.rootNode.hasError === own.hasError ? firstDifference(tree.rootNode, own.root, own) : "hasError";
    if (difference !== null) differences.push(difference);
    tree.delete();
  }
  return differences;
}

/** A text, its two halves, and the text with a mistake in the middle. */
export function variantsOf(text: string): readonly string[] {
  const half = text.length >> 1;
  return [text, text.slice(0, half), text.slice(half), `${text.slice(0, half)}(${text.slice(half + 1)}`];
}

function firstDifference(theirs: Node, ours: SyntaxNode, tree: SyntaxTree): string | null {
  const open: [Node, SyntaxNode][] = [[theirs, ours]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [their, our] = pair;
    for (const [what, wanted, found] of aspects(their, our, tree)) {
      if (String(wanted) !== String(found))
        return (
          `${what} of ${their.type} in line ${their.startPosition.row + 1}: ${String(wanted)} became ` +
          `${String(found)}`
        );
    }
    const children = our.children;
    their.children.forEach((child, at) => open.push([child as Node, children[at] as SyntaxNode]));
  }
  return null;
}

function* aspects(
  their: Node,
  our: SyntaxNode,
  tree: SyntaxTree,
): Generator<readonly [string, unknown, unknown]> {
  const addressOf = (node: SyntaxNode | null): number | undefined =>
    node ? tree.nodes[node.id * NODE_WORDS + SLOT] : undefined;
  const ids = (nodes: readonly (Node | null)[]): unknown => nodes.map((node) => node?.id);
  const addresses = (nodes: readonly SyntaxNode[]): unknown => nodes.map(addressOf);
  yield ["id", their.id, addressOf(our)];
  yield ["type", their.type, our.type];
  yield ["isNamed", their.isNamed, our.isNamed];
  yield ["range", [their.startIndex, their.endIndex], [our.startIndex, our.endIndex]];
  yield ["row", their.startPosition.row, our.startRow];
  yield ["children", ids(their.children), addresses(our.children)];
  yield ["namedChildren", ids(their.namedChildren), addresses(our.namedChildren)];
  yield ["namedChildCount", their.namedChildCount, our.namedChildCount];
  yield ["firstChild", their.firstChild?.id, addressOf(our.firstChild)];
  yield ["firstNamedChild", their.firstNamedChild?.id, addressOf(our.firstNamedChild)];
  yield ["parent", their.parent?.id, addressOf(our.parent)];
  const inside = their.firstChild?.firstChild?.type ?? their.type;
  yield [
    "descendantsOfType",
    ids(their.descendantsOfType(inside).filter((node) => node?.id !== their.id)),
    addresses(our.descendantsOfType(inside)),
  ];
  for (const name of tree.grammar.fieldIds.keys()) {
    const child = their.childForFieldName(name);
    // For a node with an alias, only the node itself has its fields here; the parser also reports them for
    // the enclosing node.
    if (child && child.parent?.id !== their.id) continue;
    yield [`field ${name}`, child?.id, addressOf(our.childForFieldName(name))];
    yield [`first of ${name}`, child?.id, addressOf(our.childrenForFieldName(name)[0] ?? null)];
  }
}
