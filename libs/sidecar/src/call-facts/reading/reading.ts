/** What readers of languages with blocks, types and C's comments go through a tree with. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder, SitePosition } from "../builder.ts";
import { type ExprId, NONE } from "../facts.ts";
import { Locals } from "./locals.ts";

/** A language's own part. None of them is called too deep down, or when the facts are full. */
export interface ReadingParts {
  /** An expression, with the calls inside; whatever it does not know it reads by `visit` of its children. */
  readonly value: (node: SyntaxNode, reading: Reading) => ExprId;
  readonly type: (node: SyntaxNode, reading: Reading) => ExprId;
  /** A statement or declaration; an expression where it is none. */
  readonly visit: (node: SyntaxNode, reading: Reading) => void;
}

export class Reading {
  readonly locals: Locals;
  private depth = 0;
  private readonly builtins = new Map<string, ExprId>();
  /** Of the expressions around that take their value from statements inside, innermost last. */
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

  /** Children without comments; those are told by the text, since asking a node for its type costs more. */
  parts(node: SyntaxNode): SyntaxNode[] {
    return node.namedChildren.filter(
      (child): child is SyntaxNode => child !== null && !this.isComment(child.startIndex),
    );
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  /** A value of a type that is built in; the same expression each time. */
  builtin(type: string): ExprId {
    let expr = this.builtins.get(type);
    if (expr === undefined) this.builtins.set(type, (expr = this.flow.builtin(type)));
    return expr;
  }

  /** Values that statements inside give to the expression around them. */
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

  /** For where nothing said is `NONE`: types of parameters and results. */
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
 * The last of the nodes that lead into one another. Readers take no calls of themselves for that: a chain may
 * be longer than any stack.
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
