/**
 * Runs a query on a tree. The runtime's own queries take up to a second to compile, in each thread for each
 * language, and return every node through calls into WebAssembly. This implementation needs no such
 * compilation and works on our copied trees. Tests compare its matches with those of the runtime.
 */
import { ERROR_SYMBOL, FIELD_BITS, type GrammarTables } from "../tree/grammar-tables.ts";
import {
  FIELDS,
  KIND,
  NAMED,
  NEXT,
  NODE_WORDS,
  PARENT,
  symbolOf,
  SyntaxNode,
  type SyntaxTree,
} from "../tree/syntax-tree.ts";
import { type Capture, type Way, withoutContained } from "./captures.ts";
import {
  ANY_NAMED,
  ANY_NODE,
  type CompiledItem,
  type CompiledNode,
  type CompiledPattern,
  compilePattern,
  kindsOf,
} from "./parse-query.ts";
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

// Finds all matches of a pattern that start at a node.

/** Matches patterns against the nodes of one tree, by backtracking. */
export class Matcher {
  private readonly nodes: Int32Array;
  /** Captures of the current partial match. */
  private readonly captured: Capture[] = [];
  private ways: Way[] = [];

  /**
   * @param stepsLeft comparisons of a node with a node of a pattern; when they are used up, nothing matches
   *   any more
   */
  constructor(
    private readonly tree: SyntaxTree,
    public stepsLeft: number,
  ) {
    this.nodes = tree.nodes;
  }

  /** The matches of a pattern that start at a node, without redundant ones. */
  waysOf({ start, rest }: CompiledPattern, id: number): readonly Way[] {
    this.ways = [];
    const parent = this.nodes[id * NODE_WORDS + PARENT] as number;
    const end = parent < 0 ? this.next(id) : this.next(parent);
    this.option(start, id, () =>
      this.items(rest, 0, this.next(id), end, () => this.ways.push([...this.captured])),
    );
    return withoutContained(this.ways);
  }

  /** Calls `then` for each way in which a node matches one of the options of an item. */
  private option(item: CompiledItem, id: number, then: () => void): void {
    for (const option of item.options) this.node(option, id, then);
  }

  private node(pattern: CompiledNode, id: number, then: () => void): void {
    if (--this.stepsLeft <= 0) return;
    const kind = this.nodes[id * NODE_WORDS + KIND] as number;
    if (pattern.kind >= 0 ? pattern.kind !== kind : !isWild(pattern.kind, kind)) return;
    for (const field of pattern.fields) if (!this.isIn(id, field)) return;
    if (pattern.absent.length > 0 && this.hasAny(pattern.absent, id + 1, this.next(id))) return;
    if (pattern.items.length > 0 && !pattern.isTelling) {
      // Without captures, one match is enough.
      let fits = false;
      this.children(pattern, id, () => (fits = true));
      if (fits) then();
      return;
    }
    const before = this.captured.length;
    for (const name of pattern.captures) this.captured.push({ name, node: new SyntaxNode(this.tree, id) });
    this.children(pattern, id, then);
    this.captured.length = before;
  }

  private children({ items, isClosed }: CompiledNode, id: number, then: () => void): void {
    const end = this.next(id);
    if (!isClosed) return this.items(items, 0, id + 1, end, then);
    this.items(items, 0, id + 1, end, (behind) => {
      // If no item matched, there is no last item after which named nodes are forbidden.
      if (behind === id + 1 || !this.hasNamed(behind, end)) then();
    });
  }

  /**
   * Matches the items from index `at` on among the siblings from `from` to `end`; calls `then` with the
   * sibling after the last.
   */
  private items(
    items: readonly CompiledItem[],
    at: number,
    from: number,
    end: number,
    then: (behind: number) => void,
  ): void {
    const item = items[at];
    if (!item) return then(from);
    if (item.count === "some" || item.count === "many") {
      for (const behind of this.repetitions(item, from, end)) this.items(items, at + 1, behind, end, then);
      return;
    }
    for (let id = from; id < end; id = this.next(id)) {
      const next = this.next(id);
      this.option(item, id, () => this.items(items, at + 1, next, end, then));
      if (item.isFirst && this.isNamed(id)) break;
    }
    if (item.count === "optional") this.items(items, at + 1, from, end, then);
  }

  /** The siblings at which matching may continue after none, one, two, … repetitions of an item. */
  private repetitions(item: CompiledItem, from: number, end: number): number[] {
    const places = item.count === "many" ? [from] : [];
    for (let id = from; id < end; id = this.next(id)) {
      let fits = false;
      this.option(item, id, () => (fits = true));
      if (fits) places.push(this.next(id));
      else if (item.isFirst && this.isNamed(id)) break;
    }
    return places;
  }

  private next(id: number): number {
    return this.nodes[id * NODE_WORDS + NEXT] as number;
  }

  private isNamed(id: number): boolean {
    return (this.nodes[id * NODE_WORDS + KIND] as number) >= NAMED;
  }

  private hasNamed(from: number, end: number): boolean {
    for (let id = from; id < end; id = this.next(id)) if (this.isNamed(id)) return true;
    return false;
  }

  private hasAny(fields: readonly number[], from: number, end: number): boolean {
    for (let id = from; id < end; id = this.next(id))
      if (fields.some((field) => this.isIn(id, field))) return true;
    return false;
  }

  private isIn(id: number, field: number): boolean {
    let fields = this.nodes[id * NODE_WORDS + FIELDS] as number;
    for (; fields !== 0; fields >>>= FIELD_BITS)
      if ((fields & ((1 << FIELD_BITS) - 1)) === field) return true;
    return false;
  }
}

/** Nodes that could not be parsed don't match a wildcard. */
function isWild(wanted: number, kind: number): boolean {
  if ((kind & (NAMED - 1)) === ERROR_SYMBOL) return false;
  return wanted === ANY_NODE || (wanted === ANY_NAMED && kind >= NAMED);
}
