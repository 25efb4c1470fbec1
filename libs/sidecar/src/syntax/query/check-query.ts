/** For tests: compares the matches of our queries with those of the runtime's own queries. */
import { type Node, Query, type Tree } from "web-tree-sitter";
import { type LoadedGrammar, loadGrammar, querySource } from "../../grammar.ts";
import type { GrammarSupport } from "../../language.ts";
import { detectLanguage } from "../../languages/detect-language.ts";
import { NODE_WORDS, SLOT, START, type SyntaxNode, type SyntaxTree } from "../tree/syntax-tree.ts";

/** More than any tree of a test needs. */
const STEPS = 10_000_000;

/**
 * Matches that only one of the two finds, in a text and in cut variants of it; at most one entry per text.
 */
export async function queryDifferences(path: string, text: string): Promise<string[]> {
  const support = detectLanguage(path, text)?.grammar;
  if (!support) return [];
  const loaded = await loadGrammar(support);
  // Creating one takes up to a second.
  let theirs = runtimeQueries.get(support);
  if (!theirs) runtimeQueries.set(support, (theirs = new Query(loaded.language, querySource(support))));
  return differencesIn(text, loaded, theirs);
}

const runtimeQueries = new Map<GrammarSupport, Query>();

function differencesIn(text: string, { parser, read, query }: LoadedGrammar, theirs: Query): string[] {
  return variantsOf(text).flatMap((variant) => {
    const tree = parser.parse(variant) as Tree;
    const own = read(tree, variant);
    const found = new Map(
      query("full")
        .matches(own, STEPS)
        .matches.map(
          ({ pattern, captures }) =>
            [
              lineOf(
                pattern,
                captures.map(({ name, node }) => `${name} ${node.id}`),
              ),
              captures,
            ] as const,
        ),
    );
    const wanted = new Set(runtimeMatches(theirs, tree, own));
    tree.delete();
    const missing = [...wanted].filter((line) => !found.has(line)).map((line) => `lacks ${line}`);
    // Among siblings that could not be parsed, the runtime misses some matches.
    const surplus = [...found]
      .filter(([line, captures]) => !wanted.has(line) && !captures.some(({ node }) => isInError(node)))
      .map(([line]) => `has ${line}`);
    return [...missing, ...surplus].slice(0, 1);
  });
}

function runtimeMatches(query: Query, tree: Tree, own: SyntaxTree): string[] {
  const ids = new Map<string, number>();
  for (let id = 0; id < own.count; id++)
    ids.set(`${own.nodes[id * NODE_WORDS + SLOT]} ${own.nodes[id * NODE_WORDS + START]}`, id);
  return query.matches(tree.rootNode).map(({ patternIndex, captures }) =>
    lineOf(
      patternIndex,
      captures.map(({ name, node }) => `${name} ${ids.get(`${node.id} ${node.startIndex}`)}`),
    ),
  );
}

function lineOf(pattern: number, captures: readonly string[]): string {
  return `${pattern}: ${captures.join(", ")}`;
}

function isInError(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.type === "ERROR") return true;
  return false;
}

// For tests: compares trees that were copied out of the parser's memory with what the parser reports for each
// of their nodes.

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
function variantsOf(text: string): readonly string[] {
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
