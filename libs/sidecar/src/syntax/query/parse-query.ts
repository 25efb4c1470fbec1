/**
 * Parses the text of a query into patterns. Supports the part of tree-sitter's query language that the
 * queries of this package use. Pure.
 */
import { ERROR_SYMBOL, type GrammarTables } from "../tree/grammar-tables.ts";
import { NAMED } from "../tree/syntax-tree.ts";
import type { Item, NodePattern, Option, Pattern, Predicate, QueryPattern } from "./pattern.ts";

const TOKEN = /\s+|;[^\n]*|"(?:[^"\\]|\\.)*"|[()[\].?*+]|![\w-]+|#[\w-]+[?!]|@[\w.-]+|[\w-]+:|[\w-]+/gy;

/**
 * The patterns of a query, in the order of the text. Throws `SyntaxError` if the text is not a query, or uses
 * an unsupported feature.
 */
export function parseQuery(source: string): QueryPattern[] {
  return new QueryParser(tokensOf(source)).patterns();
}

function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const from = TOKEN.lastIndex;
    const token = TOKEN.exec(source)?.[0];
    if (token === undefined) throw new SyntaxError(`No query has this: ${source.slice(from, from + 40)}`);
    if (!/^[\s;]/.test(token)) tokens.push(token);
  }
  return tokens;
}

const LEAF = { items: [], isClosed: false, absent: [] } as const;

class QueryParser {
  private at = 0;
  private predicates: Predicate[] = [];
  private captures = new Set<string>();

  constructor(private readonly tokens: readonly string[]) {}

  patterns(): QueryPattern[] {
    const found: QueryPattern[] = [];
    while (this.at < this.tokens.length) {
      this.predicates = [];
      this.captures = new Set();
      const from = this.at;
      const items = this.isGroup() ? this.group() : [this.item(false)];
      if (items[0]?.count !== "one") throw new SyntaxError("A pattern begins with a node that is there.");
      found.push({
        items,
        predicates: this.predicates,
        text: this.tokens.slice(from, this.at).join(" "),
        captures: [...this.captures],
      });
    }
    return found;
  }

  /** Whether a group of siblings starts here: `((a) . (b))`, where a node would have its type. */
  private isGroup(): boolean {
    return this.peek() === "(" && /^[("[]/.test(this.tokens[this.at + 1] ?? "");
  }

  private group(): readonly Item[] {
    this.expect("(");
    return this.itemsUntilEnd().items;
  }

  /** Parses items, absent fields and predicates up to a closing parenthesis. */
  private itemsUntilEnd(): Pick<NodePattern, "items" | "isClosed" | "absent"> {
    const items: Item[] = [];
    const absent: string[] = [];
    let isAnchored = false;
    for (;;) {
      const token = this.peek();
      if (token === ")") break;
      if (token === ".") {
        isAnchored = true;
        this.at++;
      } else if (token.startsWith("!")) {
        absent.push(token.slice(1));
        this.at++;
      } else if (token === "(" && this.tokens[this.at + 1]?.startsWith("#")) {
        this.predicate();
      } else {
        items.push(this.item(isAnchored));
        isAnchored = false;
      }
    }
    this.expect(")");
    return { items, isClosed: isAnchored, absent };
  }

  private item(isFirst: boolean): Item {
    const field = this.peek().endsWith(":") ? this.next().slice(0, -1) : null;
    const bare = this.bare();
    const count = this.count();
    const captures: string[] = [];
    while (this.tokens[this.at]?.startsWith("@")) captures.push(this.next().slice(1));
    for (const name of captures) this.captures.add(name);
    if ((count === "some" || count === "many") && (captures.length > 0 || hasCaptures(bare)))
      throw new SyntaxError("What repeats is not captured.");
    return { pattern: captured(bare, captures), field, count, isFirst };
  }

  private bare(): Pattern {
    const token = this.next();
    if (token === "[") {
      const options: Option[] = [];
      while (this.peek() !== "]") {
        const { pattern, field, count } = this.item(false);
        if (count !== "one") throw new SyntaxError("An option is one node.");
        options.push({ pattern, field });
      }
      this.expect("]");
      return { kind: "choice", options };
    }
    if (token.startsWith('"'))
      return { kind: "node", type: unquoted(token), isNamed: false, ...LEAF, captures: [] };
    if (token === "_") return { kind: "node", type: null, isNamed: false, ...LEAF, captures: [] };
    if (token !== "(") throw new SyntaxError(`No pattern begins with ${token}`);
    const type = this.next();
    if (!/^\w/.test(type)) throw new SyntaxError(`No node is called ${type}`);
    return {
      kind: "node",
      type: type === "_" ? null : type,
      isNamed: true,
      ...this.itemsUntilEnd(),
      captures: [],
    };
  }

  private count(): Item["count"] {
    const counts: Readonly<Record<string, Item["count"]>> = { "?": "optional", "+": "some", "*": "many" };
    const count = counts[this.tokens[this.at] ?? ""];
    if (count) this.at++;
    return count ?? "one";
  }

  private predicate(): void {
    this.expect("(");
    const name = this.next();
    const capture = this.next().slice(1);
    const values: string[] = [];
    while (this.peek() !== ")") values.push(unquoted(this.next()));
    this.expect(")");
    this.predicates.push(predicateOf(name, capture, values));
  }

  private peek(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw new SyntaxError("The query ends in the middle of a pattern.");
    return token;
  }

  private next(): string {
    const token = this.peek();
    this.at++;
    return token;
  }

  private expect(wanted: string): void {
    const token = this.next();
    if (token !== wanted) throw new SyntaxError(`Wanted ${wanted}, found ${token}`);
  }
}

/** Adds captures to a pattern. Captures after a choice apply to the option that matched. */
function captured(pattern: Pattern, names: readonly string[]): Pattern {
  if (names.length === 0) return pattern;
  if (pattern.kind === "choice")
    return {
      ...pattern,
      options: pattern.options.map((option) => ({ ...option, pattern: captured(option.pattern, names) })),
    };
  return { ...pattern, captures: [...pattern.captures, ...names] };
}

/** Whether a pattern or one inside it has a capture. */
export function hasCaptures(pattern: Pattern): boolean {
  if (pattern.kind === "choice") return pattern.options.some((option) => hasCaptures(option.pattern));
  return pattern.captures.length > 0 || pattern.items.some((item) => hasCaptures(item.pattern));
}

function predicateOf(name: string, capture: string, values: readonly string[]): Predicate {
  const [, not, test] = /^#(not-)?([a-z-]+)\?$/.exec(name) ?? [];
  const [first = ""] = values;
  const common = { capture, isNegated: not !== undefined };
  switch (test) {
    case "eq":
      return { ...common, needsNode: false, accepts: (text) => text === first };
    case "any-of":
      return { ...common, needsNode: true, accepts: (text) => values.includes(text) };
    case "match": {
      const expression = new RegExp(first);
      return { ...common, needsNode: true, accepts: (text) => expression.test(text) };
    }
    default:
      throw new SyntaxError(`There is no predicate ${name}`);
  }
}

function unquoted(token: string): string {
  if (!token.startsWith('"')) throw new SyntaxError(`Wanted a text in quotation marks, found ${token}`);
  return token
    .slice(1, -1)
    .replace(/\\(.)/g, (_, char: string) => ({ n: "\n", r: "\r", t: "\t", 0: "\0" })[char] ?? char);
}

// Compiles patterns for a grammar: resolves names of nodes and fields to ids, so that they can be compared
// with nodes.

/** Wildcards for kinds of nodes. */
export const ANY_NODE = -1;
export const ANY_NAMED = -2;

/** A node pattern with ids of the grammar in place of names. */
export interface CompiledNode {
  /** Ids of all fields that the node must be in. */
  readonly fields: readonly number[];
  /** The symbol and `NAMED`, as in `SyntaxTree`, or one of the wildcards. */
  readonly kind: number;
  readonly items: readonly CompiledItem[];
  readonly isClosed: boolean;
  /** Ids of fields in which the node must have no child. */
  readonly absent: readonly number[];
  /** Names. */
  readonly captures: readonly string[];
  /** Whether this node or one inside it is captured. */
  readonly isTelling: boolean;
}

export interface CompiledItem extends Pick<Item, "count" | "isFirst"> {
  /** The options of a choice; a single one otherwise. */
  readonly options: readonly CompiledNode[];
}

export interface CompiledPattern extends Pick<QueryPattern, "predicates"> {
  /** The node that the match starts with. */
  readonly start: CompiledItem;
  /** The siblings after it. */
  readonly rest: readonly CompiledItem[];
}

/** Compiles a pattern. Throws `SyntaxError` for a node or field that the grammar does not have. */
export function compilePattern({ items, predicates }: QueryPattern, grammar: GrammarTables): CompiledPattern {
  const [start, ...rest] = items.map((item) => compileItem(item, grammar));
  return { start: start as CompiledItem, rest, predicates };
}

function compileItem(item: Item, grammar: GrammarTables): CompiledItem {
  return { options: compileOption(item, [], grammar), count: item.count, isFirst: item.isFirst };
}

/**
 * @param around fields of the choices around the option
 */
function compileOption(
  { pattern, field }: Option,
  around: readonly number[],
  grammar: GrammarTables,
): readonly CompiledNode[] {
  const fields = field === null ? around : [...around, fieldId(field, grammar)];
  return pattern.kind === "node"
    ? [compileNode(pattern, fields, grammar)]
    : pattern.options.flatMap((option) => compileOption(option, fields, grammar));
}

function compileNode(node: NodePattern, fields: readonly number[], grammar: GrammarTables): CompiledNode {
  const { type, isNamed, items, isClosed, absent, captures } = node;
  const kind = type === null ? (isNamed ? ANY_NAMED : ANY_NODE) : kindOf(type, isNamed, grammar);
  return {
    fields,
    kind,
    items: items.map((item) => compileItem(item, grammar)),
    isClosed,
    absent: absent.map((name) => fieldId(name, grammar)),
    captures,
    isTelling: hasCaptures(node),
  };
}

/** Kinds of nodes that match a pattern's kind. */
export function kindsOf(kind: number, { named, publicSymbols }: GrammarTables): readonly number[] {
  if (kind >= 0) return [kind];
  const kinds = Array.from(
    named,
    (isNamed, symbol) => (publicSymbols[symbol] as number) | (isNamed === 0 ? 0 : NAMED),
  );
  return kind === ANY_NODE ? kinds : kinds.filter((other) => other >= NAMED);
}

function kindOf(type: string, isNamed: boolean, { types, named, publicSymbols }: GrammarTables): number {
  if (type === "ERROR") return ERROR_SYMBOL | NAMED;
  const symbol = types.findIndex((name, at) => name === type && (named[at] !== 0) === isNamed);
  if (symbol === -1)
    throw new SyntaxError(`The grammar has no ${isNamed ? `node ${type}` : `token "${type}"`}`);
  return (publicSymbols[symbol] as number) | (isNamed ? NAMED : 0);
}

function fieldId(name: string, { fieldIds }: GrammarTables): number {
  const id = fieldIds.get(name);
  if (id === undefined) throw new SyntaxError(`The grammar has no field ${name}`);
  return id;
}
