/**
 * Goes through a tree of JavaScript or TypeScript: what kind of node is read how is told by tables from node
 * type to reader.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder, SitePosition } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { EcmaNames } from "./names.ts";

/** Takes down what a node says. Gives the expression that it is; unknown for a statement. */
export type EcmaNodeReader = (node: SyntaxNode, ecma: EcmaReader) => ExprId;
/** By type of node. `null` has nothing in it to read. */
export type EcmaNodeReaders = Readonly<Record<string, EcmaNodeReader | null>>;

/** What a function or class is called that stands where something is named: `const f = () => 1`. */
export interface GivenName {
  readonly name: string;
  readonly nameStart: number;
}

interface Tables {
  readonly values: ReadonlyMap<string, EcmaNodeReader | null>;
  readonly types: ReadonlyMap<string, EcmaNodeReader | null>;
}

export class EcmaReader {
  readonly names: EcmaNames;
  /** Scopes of generators. */
  readonly generators = new Set<number>();
  private readonly values: Tables["values"];
  private readonly types: Tables["types"];
  /** By the start of the function or class. */
  private readonly givenNames = new Map<number, GivenName>();
  private readonly builtins = new Map<string, ExprId>();
  private depth = 0;

  constructor(
    readonly text: string,
    readonly flow: CallFactsBuilder,
    { values, types }: Tables,
  ) {
    this.names = new EcmaNames(flow);
    this.values = values;
    this.types = types;
  }

  /** The value of an expression; also reads statements. What has no reader is read for what is in it. */
  read(node: SyntaxNode | null | undefined, type = node?.type): ExprId {
    if (!node || type === undefined) return this.flow.unknown();
    const reader = this.values.get(type);
    return reader === null ? this.flow.unknown() : this.descend(node, reader ?? readParts);
  }

  /** The type that an annotation, or a part of it, names. Calls nothing. */
  type(node: SyntaxNode | null | undefined): ExprId {
    const reader = node && this.types.get(node.type);
    return reader ? this.descend(node, reader) : this.flow.unknown();
  }

  /** All that is called below a node that means nothing by itself. */
  readChildren(node: SyntaxNode | null | undefined): ExprId {
    return node ? this.descend(node, readParts) : this.flow.unknown();
  }

  readAll(nodes: readonly SyntaxNode[]): void {
    for (const node of nodes) this.read(node);
  }

  /** As `read`, where a function or class that stands there takes its name from what it is assigned to. */
  readNamed(node: SyntaxNode | null | undefined, given: GivenName | null): ExprId {
    const type = node?.type;
    if (!node || type === undefined || !given) return this.read(node, type);
    let named: SyntaxNode | undefined = node;
    for (let at: string | undefined = type; named && at !== undefined; at = named?.type) {
      if (NAMED_BY_PLACE.has(at)) {
        this.givenNames.set(named.startIndex, given);
        break;
      }
      if (!WRAPPERS.has(at)) break;
      named = this.parts(named)[0];
    }
    return this.read(node, type);
  }

  givenName(node: SyntaxNode): GivenName | undefined {
    const given = this.givenNames.get(node.startIndex);
    if (given) this.givenNames.delete(node.startIndex);
    return given;
  }

  /** Whether what stands here is given to whoever iterates. */
  get isInGenerator(): boolean {
    return this.generators.has(this.flow.current);
  }

  /** Children without comments; those are told by the text, since asking a node for its type costs more. */
  parts(node: SyntaxNode): SyntaxNode[] {
    const { namedChildren } = node;
    for (const child of namedChildren)
      if (this.isComment(child.startIndex))
        return namedChildren.filter(({ startIndex }) => !this.isComment(startIndex));
    return namedChildren;
  }

  /** A value of a type that is built in; the same expression each time. */
  builtin(type: string): ExprId {
    let expr = this.builtins.get(type);
    if (expr === undefined) this.builtins.set(type, (expr = this.flow.builtin(type)));
    return expr;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  /** Declares a name in the innermost block and gives it a value. */
  declare(name: string, value: ExprId): void {
    this.names.bind(this.names.declare(name), value);
  }

  /** The value of a name, as it is to be said here. */
  name(name: string): ExprId {
    return this.flow.name(this.names.read(name));
  }

  private isComment(at: number): boolean {
    const next = this.text.charCodeAt(at) === SLASH ? this.text.charCodeAt(at + 1) : 0;
    return next === SLASH || next === STAR;
  }

  /** Nothing below the depth at which reading ends. */
  private descend(node: SyntaxNode, reader: EcmaNodeReader): ExprId {
    if (!this.flow.goesOn(this.depth)) return this.flow.unknown();
    this.depth++;
    const value = reader(node, this);
    this.depth--;
    return value;
  }
}

function readParts(node: SyntaxNode, ecma: EcmaReader): ExprId {
  ecma.readAll(ecma.parts(node));
  return ecma.flow.unknown();
}

/** What stands around a value without changing what it is called. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
]);
const NAMED_BY_PLACE: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
  "class",
]);
const SLASH = 47;
const STAR = 42;

/** Where something stands. */
export function positionOf(node: SyntaxNode): SitePosition {
  return { line: node.startRow + 1, start: node.startIndex };
}
