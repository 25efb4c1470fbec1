/**
 * What a query consists of, as it is written: names are those of a grammar. The language is tree-sitter's.
 */

export type Pattern = NodePattern | ChoicePattern;

export interface NodePattern {
  readonly kind: "node";
  /** Null for any. */
  readonly type: string | null;
  /**
   * Whether nodes are meant that the grammar has a name for; where any type fits, false is for nodes of both
   * sorts.
   */
  readonly isNamed: boolean;
  readonly items: readonly Item[];
  /** Whether no named node may stand behind the last item that is there. */
  readonly isClosed: boolean;
  /** Fields in which the node has no child. */
  readonly absent: readonly string[];
  readonly captures: readonly string[];
}

export interface ChoicePattern {
  readonly kind: "choice";
  readonly options: readonly Option[];
}

export interface Option {
  readonly pattern: Pattern;
  /** The field that it is in; null for any or none. */
  readonly field: string | null;
}

/** What is sought among the children of a node, one behind the other. */
export interface Item extends Option {
  readonly count: "one" | "optional" | "some" | "many";
  /** Whether no named node may stand between it and what comes before. */
  readonly isFirst: boolean;
}

/** What the text of all nodes that are captured by a name has to be like. */
export interface Predicate {
  readonly capture: string;
  readonly isNegated: boolean;
  readonly accepts: (text: string) => boolean;
  /** Whether it needs a node, where nothing has the name. */
  readonly needsNode: boolean;
}

/**
 * One pattern of a query: siblings that are sought from the first one on, of which there is mostly no other.
 */
export interface QueryPattern {
  readonly items: readonly Item[];
  readonly predicates: readonly Predicate[];
  /** As it is written, without comments. */
  readonly text: string;
  /** Names of its captures, each once. */
  readonly captures: readonly string[];
}
