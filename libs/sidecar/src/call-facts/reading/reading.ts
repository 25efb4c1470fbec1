/** Shared state of readers for languages with blocks, types and C-style comments. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder, SitePosition } from "../builder.ts";
import { type ExprId, NONE } from "../facts.ts";
import { Locals } from "./locals.ts";

/**
 * A language's own part. None of these functions is called below the depth limit, or when the facts are full.
 */
export interface ReadingParts {
  /** Reads an expression with the calls inside; for unknown node types it calls `visit` on the children. */
  readonly value: (node: SyntaxNode, reading: Reading) => ExprId;
  readonly type: (node: SyntaxNode, reading: Reading) => ExprId;
  /** Reads a statement or declaration; any other node is read as an expression. */
  readonly visit: (node: SyntaxNode, reading: Reading) => void;
}

/** Walks the tree of one file with a language's `ReadingParts`. */
export class Reading {
  readonly locals: Locals;
  private depth = 0;
  private readonly builtins = new Map<string, ExprId>();
  /** Values of enclosing expressions that take their value from statements inside, innermost last. */
  private readonly given: ExprId[][] = [];

  constructor(
    readonly text: string,
    readonly flow: CallFactsBuilder,
    private readonly readers: ReadingParts,
  ) {
    this.locals = new Locals(flow);
  }

  value(node: SyntaxNode | null | undefined): ExprId {
    return node
      ? (this.nested(() => this.readers.value(node, this)) ?? this.flow.unknown())
      : this.flow.unknown();
  }

  type(node: SyntaxNode | null | undefined): ExprId {
    return node
      ? (this.nested(() => this.readers.type(node, this)) ?? this.flow.unknown())
      : this.flow.unknown();
  }

  visit(node: SyntaxNode | null | undefined): void {
    if (node) this.nested(() => this.readers.visit(node, this));
  }

  visitAll(nodes: readonly (SyntaxNode | null)[]): void {
    for (const node of nodes) this.visit(node);
  }

  /**
   * Named children without comments. Comments are recognized by the text, because reading a node's type costs
   * more.
   */
  parts(node: SyntaxNode): SyntaxNode[] {
    return node.namedChildren.filter(
      (child): child is SyntaxNode => child !== null && !this.isComment(child.startIndex),
    );
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  /** A value of a built-in type; the same expression each time. */
  builtin(type: string): ExprId {
    let expr = this.builtins.get(type);
    if (expr === undefined) this.builtins.set(type, (expr = this.flow.builtin(type)));
    return expr;
  }

  /** Collects the values that statements inside give to the enclosing expression. */
  collect(read: () => void): ExprId[] {
    const values: ExprId[] = [];
    this.given.push(values);
    read();
    this.given.pop();
    return values;
  }
  give(value: ExprId): void {
    this.given.at(-1)?.push(value);
  }

  /** Maps `unknown` to `NONE`, for optional types of parameters and results. */
  orNone(expr: ExprId): ExprId {
    return expr === this.flow.unknown() ? NONE : expr;
  }

  private isComment(at: number): boolean {
    const next = this.text.charCodeAt(at) === SLASH ? this.text.charCodeAt(at + 1) : 0;
    return next === SLASH || next === STAR;
  }

  private nested<Result>(read: () => Result): Result | null {
    if (!this.flow.goesOn(this.depth)) return null;
    this.depth++;
    const result = read();
    this.depth--;
    return result;
  }
}

/**
 * Follows a chain of nodes to its end. Readers don't recurse for this: a chain may be longer than any stack.
 */
export function innermost(node: SyntaxNode, next: (node: SyntaxNode) => SyntaxNode | undefined): SyntaxNode {
  let at = node;
  for (let inner = next(at); inner !== undefined; inner = next(at)) at = inner;
  return at;
}

export function positionOf(node: SyntaxNode): SitePosition {
  return { line: node.startRow + 1, start: node.startIndex };
}

const SLASH = 47;
const STAR = 42;
