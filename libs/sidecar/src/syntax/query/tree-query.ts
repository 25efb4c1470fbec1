/**
 * Holds a query against a tree. The runtime's own queries take up to a second to compile, in each thread for
 * each language, and hand over every node through calls into WebAssembly; this one is ready at once and works
 * on trees as they are kept here. Tests hold what it finds against what the runtime's finds.
 */
import type { GrammarTables } from "../tree/grammar-tables.ts";
import { KIND, NAMED, NODE_WORDS, type SyntaxTree, symbolOf } from "../tree/syntax-tree.ts";
import type { Way } from "./captures.ts";
import { type CompiledPattern, compilePattern, kindsOf } from "./compile.ts";
import { Matcher } from "./matcher.ts";
import type { Predicate, QueryPattern } from "./pattern.ts";

export interface Match {
  /** Position of the pattern in its query. */
  readonly pattern: number;
  readonly captures: Way;
}

export interface Matches {
  /** By the node that a pattern begins with, then by pattern. */
  readonly matches: readonly Match[];
  /** False where the search was given up for taking too long. */
  readonly isComplete: boolean;
}

export class TreeQuery {
  private readonly patterns: readonly CompiledPattern[];
  /**
   * Positions of patterns by the kind of node that they begin with, see `entryOf`; empty where there are
   * none.
   */
  private readonly byKind: number[][];

  /** Throws `SyntaxError` for a node or a field that the grammar does not have. */
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

  /** @param steps how often a node may be held against a node of a pattern */
  matches(tree: SyntaxTree, steps: number): Matches {
    const { nodes, count } = tree;
    const matcher = new Matcher(tree, steps);
    const matches: Match[] = [];
    for (let id = 0; id < count && matcher.stepsLeft > 0; id++) {
      const patterns = this.byKind[entryOf(nodes[id * NODE_WORDS + KIND] as number)] as number[];
      // Of most nodes nothing is asked.
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

/** Each symbol has two kinds of nodes, with and without a name. */
function entryOf(kind: number): number {
  return 2 * symbolOf(kind) + (kind >= NAMED ? 1 : 0);
}

function holds({ capture, isNegated, accepts, needsNode }: Predicate, captures: Way): boolean {
  const nodes = captures.filter(({ name }) => name === capture);
  if (nodes.length === 0) return !needsNode || isNegated;
  return nodes.every(({ node }) => accepts(node.text) !== isNegated);
}
