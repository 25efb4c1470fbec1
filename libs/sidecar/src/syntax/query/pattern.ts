/**
 * The parsed form of a query. Names of nodes and fields are those of a grammar; the language is
 * tree-sitter's.
 */

export type Pattern = NodePattern | ChoicePattern;

/** Matches a single node. */
export interface NodePattern {
  readonly kind: "node";
  /** Null for any type. */
  readonly type: string | null;
  /** Whether only named nodes match. For any type, false means nodes of both sorts. */
  readonly isNamed: boolean;
  readonly items: readonly Item[];
  /** Whether no named node may follow the last matched item. */
  readonly isClosed: boolean;
  /** Fields in which the node must have no child. */
  readonly absent: readonly string[];
  readonly captures: readonly string[];
}

/** Matches one of several options. */
export interface ChoicePattern {
  readonly kind: "choice";
  readonly options: readonly Option[];
}

export interface Option {
  readonly pattern: Pattern;
  /** The field that the node must be in; null for any or none. */
  readonly field: string | null;
}

/** An item in the sequence of children of a node. */
export interface Item extends Option {
  readonly count: "one" | "optional" | "some" | "many";
  /** Whether no named node may be between it and the item before. */
  readonly isFirst: boolean;
}

/** A condition on the text of all nodes that a name captures. */
export interface Predicate {
  readonly capture: string;
  readonly isNegated: boolean;
  readonly accepts: (text: string) => boolean;
  /** Whether it fails if no node has the capture. */
  readonly needsNode: boolean;
}

/** One pattern of a query: a sequence of siblings, usually a single node. */
export interface QueryPattern {
  readonly items: readonly Item[];
  readonly predicates: readonly Predicate[];
  /** Source text, without comments. */
  readonly text: string;
  /** Names of its captures, without duplicates. */
  readonly captures: readonly string[];
}
