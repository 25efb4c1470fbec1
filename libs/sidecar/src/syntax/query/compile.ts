/**
 * Compiles patterns for a grammar: resolves names of nodes and fields to ids, so that they can be compared
 * with nodes.
 */
import { ERROR_SYMBOL, type GrammarTables } from "../tree/grammar-tables.ts";
import { NAMED } from "../tree/syntax-tree.ts";
import { hasCaptures } from "./parse-query.ts";
import type { Item, NodePattern, Option, QueryPattern } from "./pattern.ts";

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
