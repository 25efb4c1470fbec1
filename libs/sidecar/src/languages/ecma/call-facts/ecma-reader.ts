/** Walks a tree of JavaScript or TypeScript. Tables map node types to readers. */
import type { CallFactsBuilder, SitePosition } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";

/** Records what a node contains and returns its value; unknown for a statement. */
export type EcmaNodeReader = (node: SyntaxNode, ecma: EcmaReader) => ExprId;
/** Readers by node type. With `null`, nothing in the node is read. */
export type EcmaNodeReaders = Readonly<Record<string, EcmaNodeReader | null>>;

/** The name of a function or class expression that is assigned to something: `const f = () => 1`. */
export interface GivenName {
  readonly name: string;
  readonly nameStart: number;
}

interface Tables {
  readonly values: ReadonlyMap<string, EcmaNodeReader | null>;
  readonly types: ReadonlyMap<string, EcmaNodeReader | null>;
}

/** State of the walk through one file. */
export class EcmaReader {
  readonly names: EcmaNames;
  /** Scopes of generators. */
  readonly generators = new Set<number>();
  private readonly values: Tables["values"];
  private readonly types: Tables["types"];
  /** Keyed by the start of the function or class. */
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

  /**
   * Reads an expression or statement and returns its value. If its type has no reader, its children are read.
   */
  read(node: SyntaxNode | null | undefined, type = node?.type): ExprId {
    if (!node || type === undefined) return this.flow.unknown();
    const reader = this.values.get(type);
    return reader === null ? this.flow.unknown() : this.descend(node, reader ?? readParts);
  }

  /** Reads a type annotation, or a part of one. Records no calls. */
  type(node: SyntaxNode | null | undefined): ExprId {
    const reader = node && this.types.get(node.type);
    return reader ? this.descend(node, reader) : this.flow.unknown();
  }

  /** Reads the children of a node that has no meaning of its own. */
  readChildren(node: SyntaxNode | null | undefined): ExprId {
    return node ? this.descend(node, readParts) : this.flow.unknown();
  }

  readAll(nodes: readonly SyntaxNode[]): void {
    for (const node of nodes) this.read(node);
  }

  /** Same as `read`, but a function or class expression gets its name from what it is assigned to. */
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

  /** Whether the current function is a generator. */
  get isInGenerator(): boolean {
    return this.generators.has(this.flow.current);
  }

  /**
   * Named children without comments. Comments are recognized by the text, because reading a node's type costs
   * more.
   */
  parts(node: SyntaxNode): SyntaxNode[] {
    const { namedChildren } = node;
    for (const child of namedChildren)
      if (this.isComment(child.startIndex))
        return namedChildren.filter(({ startIndex }) => !this.isComment(startIndex));
    return namedChildren;
  }

  /** A value of a built-in type; the same expression each time. */
  builtin(type: string): ExprId {
    let expr = this.builtins.get(type);
    if (expr === undefined) this.builtins.set(type, (expr = this.flow.builtin(type)));
    return expr;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  /** Declares a name in the innermost block and binds a value to it. */
  declare(name: string, value: ExprId): void {
    this.names.bind(this.names.declare(name), value);
  }

  /** The value of a name in the current block. */
  name(name: string): ExprId {
    return this.flow.name(this.names.read(name));
  }

  private isComment(at: number): boolean {
    const next = this.text.charCodeAt(at) === SLASH ? this.text.charCodeAt(at + 1) : 0;
    return next === SLASH || next === STAR;
  }

  /** Calls a reader, unless the depth limit is reached. */
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

/** Nodes around a function or class expression that don't affect its name. */
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

/** Position of a node. */
export function positionOf(node: SyntaxNode): SitePosition {
  return { line: node.startRow + 1, start: node.startIndex };
}

// Names in functions and blocks. A scope of the facts is a whole function; a variable in a block whose name
// is already taken there gets a suffix (`item~1`), so that each name denotes one variable.

/** A file, namespace or function. */
interface Frame {
  readonly scope: number;
  /** Names in the facts, keyed by names in the text, for each open block; the function's own block first. */
  readonly blocks: Map<string, string>[];
  /** Names in use in this frame. */
  readonly taken: Set<string>;
}

const FILE_SCOPE = 0;

/** Tracks the names that are visible while a file is read. */
class EcmaNames {
  private readonly frames: Frame[] = [];
  /** Names in the text that some variable has under another name in the facts. */
  private readonly renamed = new Set<string>();
  private count = 0;

  constructor(private readonly flow: CallFactsBuilder) {
    this.enter();
  }

  /** Opens a frame for the scope that the builder has just opened. */
  enter(): void {
    this.frames.push({ scope: this.flow.current, blocks: [new Map()], taken: new Set() });
  }
  leave(): void {
    this.frames.pop();
  }

  enterBlock(): void {
    this.frame.blocks.push(new Map());
  }
  leaveBlock(): void {
    this.frame.blocks.pop();
  }

  /**
   * Declares a name in the innermost block. Returns its name in the facts, the same if it is declared again.
   */
  declare(name: string): string {
    const { blocks, taken } = this.frame;
    const block = blocks.at(-1) as Map<string, string>;
    const known = block.get(name);
    if (known !== undefined) return known;
    const isFree = blocks.length === 1 || (!taken.has(name) && this.find(name) === null);
    const called = isFree ? name : `${name}~${++this.count}`;
    if (!isFree) this.renamed.add(name);
    taken.add(name);
    block.set(name, called);
    return called;
  }

  /**
   * Declares a new variable from here to the end of the innermost block, even if the name is already
   * declared.
   */
  declareAnew(name: string): string {
    const called = `${name}~${++this.count}`;
    this.renamed.add(name);
    this.frame.blocks.at(-1)?.set(name, called);
    return called;
  }

  /** Declares a name in the whole function: `var`. */
  declareVar(name: string): string {
    const { blocks, taken } = this.frame;
    blocks[0]?.set(name, name);
    taken.add(name);
    return name;
  }

  /** Binds a value to a declared name, given by its name in the facts. */
  bind(called: string, value: ExprId): void {
    this.bindIn(this.frame.scope, called, value);
  }

  /** `name = value`: binds a value to the visible variable of this name, or to a global. */
  assign(name: string, value: ExprId): void {
    const found = this.find(name);
    this.bindIn(found?.scope ?? FILE_SCOPE, found?.called ?? name, value);
  }

  /** The name in the facts of a name in the text. */
  read(name: string): string {
    return this.renamed.has(name) ? (this.find(name)?.called ?? name) : name;
  }

  private bindIn(scope: number, called: string, value: ExprId): void {
    this.flow.bind(called, scope === this.flow.current ? value : this.flow.standing(value), scope);
  }

  private get frame(): Frame {
    return this.frames.at(-1) as Frame;
  }

  private find(name: string): { readonly called: string; readonly scope: number } | null {
    for (let at = this.frames.length - 1; at >= 0; at--) {
      const { blocks, scope } = this.frames[at] as Frame;
      for (let block = blocks.length - 1; block >= 0; block--) {
        const called = blocks[block]?.get(name);
        if (called !== undefined) return { called, scope };
      }
    }
    return null;
  }
}
