/**
 * Runs a query on a tree. The runtime's own queries take up to a second to compile, in each thread for each
 * language, and return every node through calls into WebAssembly. This implementation needs no such
 * compilation and works on our copied trees. Tests compare its matches with those of the runtime.
 */
import type { GrammarTables } from "../tree/grammar-tables.ts";
import { KIND, NAMED, NODE_WORDS, type SyntaxTree, symbolOf } from "../tree/syntax-tree.ts";
import type { Way } from "./captures.ts";
import { type CompiledPattern, compilePattern, kindsOf } from "./compile.ts";
import { Matcher } from "./matcher.ts";
import type { Predicate, QueryPattern } from "./pattern.ts";

/** One match of a pattern. */
export interface Match {
  /** Index of the pattern in its query. */
  readonly pattern: number;
  readonly captures: Way;
}

export interface Matches {
  /** Sorted by the node that a match starts with, then by pattern. */
  readonly matches: readonly Match[];
  /** False if the search ran out of steps. */
  readonly isComplete: boolean;
}

/** A query compiled for a grammar, with its patterns indexed by the kind of their first node. */
export class TreeQuery {
  private readonly patterns: readonly CompiledPattern[];
  /** Indexes of patterns by the kind of their first node, see `entryOf`; empty if there are none. */
  private readonly byKind: number[][];

  /** Throws `SyntaxError` for a node or field that the grammar does not have. */
  constructor(
    patterns: readonly QueryPattern[],
    grammar: GrammarTables,
    isAsked: (pattern: QueryPattern) => boolean = () => true,
  ) {
    this.patterns = patterns.map((pattern) => compilePattern(pattern, grammar));
    this.byKind = Array.from({ length: 2 * grammar.types.length }, () => []);
    for (const [at, { start }] of this.patterns.entries()) {
      if (!isAsked(patterns[at] as QueryPattern)) continue;
      for (const kind of new Set(start.options.flatMap((option) => kindsOf(option.kind, grammar))))
        this.byKind[entryOf(kind)]?.push(at);
    }
  }

  /** All matches in a tree. @param steps comparisons of a node with a node of a pattern */
  matches(tree: SyntaxTree, steps: number): Matches {
    const { nodes, count } = tree;
    const matcher = new Matcher(tree, steps);
    const matches: Match[] = [];
    for (let id = 0; id < count && matcher.stepsLeft > 0; id++) {
      const patterns = this.byKind[entryOf(nodes[id * NODE_WORDS + KIND] as number)] as number[];
      // Most nodes start no pattern.
      if (patterns.length === 0) continue;
      for (const pattern of patterns) {
        const compiled = this.patterns[pattern] as CompiledPattern;
        for (const captures of matcher.waysOf(compiled, id)) {
          if (compiled.predicates.every((predicate) => holds(predicate, captures)))
            matches.push({ pattern, captures });
        }
      }
    }
    return { matches, isComplete: matcher.stepsLeft > 0 };
  }
}

/** Each symbol has two kinds of nodes: named and anonymous. */
function entryOf(kind: number): number {
  return 2 * symbolOf(kind) + (kind >= NAMED ? 1 : 0);
}

function holds({ capture, isNegated, accepts, needsNode }: Predicate, captures: Way): boolean {
  const nodes = captures.filter(({ name }) => name === capture);
  if (nodes.length === 0) return !needsNode || isNegated;
  return nodes.every(({ node }) => accepts(node.text) !== isNegated);
}
