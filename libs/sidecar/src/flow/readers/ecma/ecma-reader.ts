/** Goes through a tree of JavaScript or TypeScript: what kind of node is read how is told by tables from node type to reader. */
import type { Node } from "web-tree-sitter";
import { SIDECAR_LIMITS } from "../../../limits.ts";
import type { FlowBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";

/** Takes down what a node says. Gives the expression that it is; unknown for a statement. */
export type NodeReader = (node: Node, ecma: EcmaReader) => ExprId;
export type NodeReaders = Readonly<Record<string, NodeReader>>;

/** What a function or class is called that stands where something is named: `const f = () => 1`. */
export interface GivenName {
  readonly name: string;
  readonly nameStart: number;
}

interface Tables {
  readonly values: NodeReaders;
  readonly types: NodeReaders;
}

/** Types of nodes in which nothing is called. */
const LEAVES: ReadonlySet<string> = new Set(["comment", "empty_statement", "debugger_statement", "hash_bang_line", "html_comment", "statement_identifier", "break_statement", "continue_statement"]);

export class EcmaReader {
  private depth = 0;
  private readonly values: ReadonlyMap<string, NodeReader>;
  private readonly types: ReadonlyMap<string, NodeReader>;
  /** By the start of the function or class. */
  private readonly givenNames = new Map<number, GivenName>();
  /** Scopes of generators. */
  readonly generators = new Set<number>();
  /** Names that each scope declares, as far as it was read. */
  private readonly declared = new Map<number, Set<string>>();

  constructor(readonly text: string, readonly flow: FlowBuilder, { values, types }: Tables) {
    this.values = new Map(Object.entries(values));
    this.types = new Map(Object.entries(types));
  }

  /** The value of an expression; also reads statements. */
  read(node: Node | null | undefined): ExprId {
    return this.dispatch(node, this.values) ?? this.readChildren(node);
  }

  /** The type that an annotation, or a part of it, names. Calls nothing. */
  type(node: Node | null | undefined): ExprId {
    return this.dispatch(node, this.types) ?? this.flow.unknown();
  }

  /** All that is called below a node that means nothing by itself. */
  readChildren(node: Node | null | undefined): ExprId {
    if (node && this.depth < SIDECAR_LIMITS.flowDepth) this.deeper(() => this.readAll(node.namedChildren));
    return this.flow.unknown();
  }

  readAll(nodes: readonly (Node | null)[]): void {
    for (const node of nodes) this.read(node);
  }

  /** As `read`, where a function or class that stands there takes its name from what it is assigned to. */
  readNamed(node: Node | null | undefined, given: GivenName | null): ExprId {
    let named = node;
    while (named && WRAPPERS.has(named.type)) named = named.namedChildren.find((child) => child?.type !== "comment");
    if (named && given && NAMED_BY_PLACE.has(named.type)) this.givenNames.set(named.startIndex, given);
    return this.read(node);
  }

  givenName(node: Node): GivenName | undefined {
    const given = this.givenNames.get(node.startIndex);
    this.givenNames.delete(node.startIndex);
    return given;
  }

  /** Whether what stands here is given to whoever iterates. */
  get isInGenerator(): boolean {
    return this.generators.has(this.flow.current);
  }

  textOf(node: Node): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  declare(name: string, value: ExprId, scope = this.flow.current): void {
    let names = this.declared.get(scope);
    if (!names) this.declared.set(scope, (names = new Set()));
    names.add(name);
    this.flow.bind(name, value, scope);
  }

  /** Notes a parameter, so that assigning to it is about it. */
  declareParameter(name: string): void {
    const scope = this.flow.current;
    this.declared.set(scope, (this.declared.get(scope) ?? new Set()).add(name));
  }

  /** `name = value`: a variable of this function, or one of a scope around it. */
  assignName(name: string, value: ExprId): void {
    const scope = this.flow.current;
    if (this.flow.kindOf(scope) !== "function" || this.declared.get(scope)?.has(name)) this.flow.bind(name, value);
    else this.flow.store(this.flow.name(name), value);
  }

  private dispatch(node: Node | null | undefined, readers: ReadonlyMap<string, NodeReader>): ExprId | null {
    if (!node || this.flow.isFull || this.depth >= SIDECAR_LIMITS.flowDepth) return this.flow.unknown();
    const type = node.type;
    if (LEAVES.has(type)) return this.flow.unknown();
    const reader = readers.get(type);
    return reader ? this.deeper(() => reader(node, this)) : null;
  }

  private deeper<Result>(read: () => Result): Result {
    this.depth++;
    const result = read();
    this.depth--;
    return result;
  }
}

/** What stands around a value without changing what it is called. */
const WRAPPERS: ReadonlySet<string> = new Set(["parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"]);
const NAMED_BY_PLACE: ReadonlySet<string> = new Set(["arrow_function", "function_expression", "generator_function", "class"]);

/** Where something stands. */
export function placeOf(node: Node): { readonly line: number; readonly start: number } {
  return { line: node.startPosition.row + 1, start: node.startIndex };
}

/** Children without comments. */
export function partsOf(node: Node): Node[] {
  return node.namedChildren.filter((child) => child.type !== "comment");
}
