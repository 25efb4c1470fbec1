/** Base of call-fact readers: walks a tree and reads each node with the function for its type. */
import type { GrammarTables } from "../../syntax/tree/grammar-tables.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder, SitePosition } from "../builder.ts";
import type { ExprId } from "../facts.ts";

/** Records what a node contains and returns its value; `unknown` if it has none. */
export type NodeReader<Names> = (node: SyntaxNode, tree: TreeReader<Names>) => ExprId;
/**
 * Readers by node type. A type without an entry has no value, and its children are read; with `null`, nothing
 * in it is read.
 */
export type NodeReaders<Names> = Readonly<Record<string, NodeReader<Names> | null>>;

/**
 * A language's readers, indexed by symbol number of the grammar, because every node of every file needs a
 * lookup.
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
    // Node types may be any word, including `constructor`.
    const readerOf = (type: string): NodeReader<Names> | null =>
      Object.hasOwn(this.byType, type) ? (this.byType[type] ?? null) : readChildren;
    this.bySymbol = grammar.types.map((type, symbol) => readerOf(symbol === 0 ? "ERROR" : type));
  }
}

export interface TreeReaderOptions<Names> {
  readonly text: string;
  readonly flow: CallFactsBuilder;
  /** State of the language's reader while it reads a file. */
  readonly names: Names;
  readonly readers: ReaderTable<Names>;
  /**
   * Whether a comment starts at the offset of a node. Decided by the text, because reading a node's type
   * costs more.
   */
  readonly isComment: (text: string, at: number) => boolean;
}

/** Walks the tree of one file. */
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

  /** Reads a node with the reader of its type. */
  read(node: SyntaxNode): ExprId {
    const reader = this.readers.of(node);
    return reader === null ? this.flow.unknown() : this.descend(node, reader);
  }

  /** Reads a node with a given reader; nothing below the depth limit. */
  descend(node: SyntaxNode, reader: NodeReader<Names>): ExprId {
    if (!this.flow.goesOn(this.depth)) return this.flow.unknown();
    this.depth++;
    const value = reader(node, this);
    this.depth--;
    return value;
  }

  /** Reads nodes for the calls and bindings in them. */
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

  /** Position of a call, given the node of the called name. */
  place(node: SyntaxNode): SitePosition {
    return { line: node.startRow + 1, start: node.startIndex };
  }
}

function readChildren<Names>(node: SyntaxNode, tree: TreeReader<Names>): ExprId {
  tree.readAll(tree.children(node));
  return tree.flow.unknown();
}
