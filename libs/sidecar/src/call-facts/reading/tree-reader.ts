/**
 * What readers of flow facts share: a walk over a tree that asks, for each node, the function that reads its
 * type.
 */
import type { GrammarTables } from "../../syntax/tree/grammar-tables.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder, SitePosition } from "../builder.ts";
import type { ExprId } from "../facts.ts";

/** Takes down what a node says and gives its value; `unknown` for what has none. */
export type NodeReader<Names> = (node: SyntaxNode, tree: TreeReader<Names>) => ExprId;
/**
 * By type of node. A type that is not here has no value, and its children are read; `null` has nothing in it
 * to read.
 */
export type NodeReaders<Names> = Readonly<Record<string, NodeReader<Names> | null>>;

/**
 * Readers of a language, found by the number that a type has in its grammar: each node of each file is looked
 * up.
 */
export class ReaderTable<Names> {
  private grammar: GrammarTables | null = null;
  private bySymbol: readonly (NodeReader<Names> | null)[] = [];

  constructor(private readonly byType: NodeReaders<Names>) {}

  of(node: SyntaxNode): NodeReader<Names> | null {
    if (node.grammar !== this.grammar) this.learn(node.grammar);
    return this.bySymbol[node.symbol] ?? null;
  }

  private learn(grammar: GrammarTables): void {
    this.grammar = grammar;
    // Types of a grammar are any words, `constructor` among them.
    const readerOf = (type: string): NodeReader<Names> | null =>
      Object.hasOwn(this.byType, type) ? (this.byType[type] ?? null) : readChildren;
    this.bySymbol = grammar.types.map((type, symbol) => readerOf(symbol === 0 ? "ERROR" : type));
  }
}

export interface TreeReaderOptions<Names> {
  readonly text: string;
  readonly flow: CallFactsBuilder;
  /** What the language has to remember while it goes through a file. */
  readonly names: Names;
  readonly readers: ReaderTable<Names>;
  /**
   * Whether a comment begins at an offset where a node begins: told by the text, since asking a node for its
   * type costs more.
   */
  readonly isComment: (text: string, at: number) => boolean;
}

export class TreeReader<Names> {
  readonly text: string;
  readonly flow: CallFactsBuilder;
  readonly names: Names;
  private readonly readers: ReaderTable<Names>;
  private readonly isComment: (text: string, at: number) => boolean;
  private depth = 0;

  constructor({ text, flow, names, readers, isComment }: TreeReaderOptions<Names>) {
    this.text = text;
    this.flow = flow;
    this.names = names;
    this.readers = readers;
    this.isComment = isComment;
  }

  /** Takes down a node by the reader of its type. */
  read(node: SyntaxNode): ExprId {
    const reader = this.readers.of(node);
    return reader === null ? this.flow.unknown() : this.descend(node, reader);
  }

  /** Takes down a node by a reader of the caller's choice; nothing below the depth at which reading ends. */
  descend(node: SyntaxNode, reader: NodeReader<Names>): ExprId {
    if (!this.flow.goesOn(this.depth)) return this.flow.unknown();
    this.depth++;
    const value = reader(node, this);
    this.depth--;
    return value;
  }

  /** For what is called and bound in it. */
  readAll(nodes: readonly SyntaxNode[]): void {
    for (let at = 0; at < nodes.length; at++) this.read(nodes[at] as SyntaxNode);
  }

  /** Named children other than comments. */
  children(node: SyntaxNode): readonly SyntaxNode[] {
    const children = node.namedChildren;
    for (let at = 0; at < children.length; at++) {
      if (this.isComment(this.text, (children[at] as SyntaxNode).startIndex))
        return children.filter(({ startIndex }) => !this.isComment(this.text, startIndex));
    }
    return children;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  /** Where a call stands, by the node of the name that is called. */
  place(node: SyntaxNode): SitePosition {
    return { line: node.startRow + 1, start: node.startIndex };
  }
}

function readChildren<Names>(node: SyntaxNode, tree: TreeReader<Names>): ExprId {
  tree.readAll(tree.children(node));
  return tree.flow.unknown();
}
