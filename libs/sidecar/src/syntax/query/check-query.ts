/** For tests: compares the matches of our queries with those of the runtime's own queries. */
import { Query, type Tree } from "web-tree-sitter";
import { detectLanguage } from "../../languages/detect-language.ts";
import { type LoadedGrammar, loadGrammar, querySource } from "../../grammar.ts";
import type { GrammarSupport } from "../../language.ts";
import { variantsOf } from "../tree/check-tree.ts";
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
