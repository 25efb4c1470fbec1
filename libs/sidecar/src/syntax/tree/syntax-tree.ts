/** A syntax tree and its nodes, copied into our own memory. Pure. */
import { ERROR_SYMBOL, FIELD_BITS, type GrammarTables } from "./grammar-tables.ts";

/** Words per node. Nodes are sorted by start, outer ones first. */
export const NODE_WORDS = 8;
/** Address in the parser's memory, by which tests identify nodes. */
export const SLOT = 0;
export const START = 1;
export const END = 2;
export const ROW = 3;
/** The symbol, and `NAMED`. */
export const KIND = 4;
export const FIELDS = 5;
export const PARENT = 6;
/** The first node after all nodes inside. */
export const NEXT = 7;

export const NAMED = 0x10000;

/**
 * The symbol of a kind: number of the type in the grammar; 0, which no node has, for what could not be
 * parsed.
 */
export function symbolOf(kind: number): number {
  const symbol = kind & (NAMED - 1);
  return symbol === ERROR_SYMBOL ? 0 : symbol;
}

export interface SyntaxTreeParts {
  readonly text: string;
  readonly grammar: GrammarTables;
  readonly nodes: Int32Array;
  readonly count: number;
  readonly hasError: boolean;
}

/** All nodes of a tree in one array, `NODE_WORDS` numbers each. */
export class SyntaxTree {
  readonly text: string;
  readonly grammar: GrammarTables;
  readonly nodes: Int32Array;
  readonly count: number;
  /** Whether a part of the text could not be parsed. */
  readonly hasError: boolean;

  constructor({ text, grammar, nodes, count, hasError }: SyntaxTreeParts) {
    this.text = text;
    this.grammar = grammar;
    this.nodes = nodes;
    this.count = count;
    this.hasError = hasError;
  }

  get root(): SyntaxNode {
    return new SyntaxNode(this, 0);
  }
}

/**
 * A node. Offsets are UTF-16 units, rows are 0-based. Nodes of a tree with the same `id` are the same node.
 */
export class SyntaxNode {
  constructor(
    private readonly tree: SyntaxTree,
    readonly id: number,
  ) {}

  get type(): string {
    const symbol = this.word(KIND) & (NAMED - 1);
    return symbol === ERROR_SYMBOL ? "ERROR" : (this.tree.grammar.types[symbol] as string);
  }

  get symbol(): number {
    return symbolOf(this.word(KIND));
  }

  get grammar(): GrammarTables {
    return this.tree.grammar;
  }

  /** Whether the grammar names it; punctuation and keywords have no names. */
  get isNamed(): boolean {
    return this.word(KIND) >= NAMED;
  }

  get startIndex(): number {
    return this.word(START);
  }

  get endIndex(): number {
    return this.word(END);
  }

  get startRow(): number {
    return this.word(ROW);
  }

  get text(): string {
    return this.tree.text.slice(this.word(START), this.word(END));
  }

  get parent(): SyntaxNode | null {
    const parent = this.word(PARENT);
    return parent < 0 ? null : new SyntaxNode(this.tree, parent);
  }

  get children(): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at = this.nextOf(at))
      found.push(new SyntaxNode(this.tree, at));
    return found;
  }

  get namedChildren(): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at = this.nextOf(at))
      if (this.isNamedAt(at)) found.push(new SyntaxNode(this.tree, at));
    return found;
  }

  get namedChildCount(): number {
    let count = 0;
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at = this.nextOf(at))
      if (this.isNamedAt(at)) count++;
    return count;
  }

  get firstChild(): SyntaxNode | null {
    return this.id + 1 < this.word(NEXT) ? new SyntaxNode(this.tree, this.id + 1) : null;
  }

  get firstNamedChild(): SyntaxNode | null {
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at = this.nextOf(at))
      if (this.isNamedAt(at)) return new SyntaxNode(this.tree, at);
    return null;
  }

  get nextSibling(): SyntaxNode | null {
    const parent = this.word(PARENT);
    const next = this.word(NEXT);
    return parent >= 0 && next < this.nextOf(parent) ? new SyntaxNode(this.tree, next) : null;
  }

  /** The child in a field; if there are several, the one at `position`, which is 0-based. */
  childForFieldName(name: string, position = 0): SyntaxNode | null {
    const field = this.tree.grammar.fieldIds.get(name) ?? 0;
    let before = position;
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at = this.nextOf(at))
      if (this.isIn(at, field) && before-- === 0) return new SyntaxNode(this.tree, at);
    return null;
  }

  /** All children in a field. */
  childrenForFieldName(name: string): SyntaxNode[] {
    const field = this.tree.grammar.fieldIds.get(name) ?? 0;
    return this.children.filter(({ id }) => this.isIn(id, field));
  }

  /** Descendants of a type, in the order of the text. */
  descendantsOfType(type: string): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at++) {
      const node = new SyntaxNode(this.tree, at);
      if (node.type === type) found.push(node);
    }
    return found;
  }

  /** The first descendant, in the order of the text, with one of the types. */
  firstDescendantOfType(types: ReadonlySet<string>): SyntaxNode | null {
    for (let at = this.id + 1, end = this.word(NEXT); at < end; at++) {
      const node = new SyntaxNode(this.tree, at);
      if (types.has(node.type)) return node;
    }
    return null;
  }

  private word(position: number): number {
    return this.tree.nodes[this.id * NODE_WORDS + position] as number;
  }

  private nextOf(id: number): number {
    return this.tree.nodes[id * NODE_WORDS + NEXT] as number;
  }

  private isNamedAt(id: number): boolean {
    return (this.tree.nodes[id * NODE_WORDS + KIND] as number) >= NAMED;
  }

  private isIn(id: number, field: number): boolean {
    let fields = this.tree.nodes[id * NODE_WORDS + FIELDS] as number;
    for (; fields !== 0; fields >>>= FIELD_BITS)
      if ((fields & ((1 << FIELD_BITS) - 1)) === field) return field !== 0;
    return false;
  }
}
