/** Patterns whose names are looked up in a grammar, ready to be held against nodes. */
import { ERROR_SYMBOL, type GrammarTables } from "../tree/grammar-tables.ts";
import { NAMED } from "../tree/syntax-tree.ts";
import { hasCaptures } from "./parse-query.ts";
import type { Item, NodePattern, Option, QueryPattern } from "./pattern.ts";

/** Kinds of nodes that stand for many. */
export const ANY_NODE = -1;
export const ANY_NAMED = -2;

export interface CompiledNode {
  /** Ids of all fields that it has to be in. */
  readonly fields: readonly number[];
  /** The symbol and `NAMED`, as trees have it, or one of the kinds above. */
  readonly kind: number;
  readonly items: readonly CompiledItem[];
  readonly isClosed: boolean;
  /** Ids of fields in which there is no child. */
  readonly absent: readonly number[];
  /** Names. */
  readonly captures: readonly string[];
  /** Whether anything is captured here or further inside. */
  readonly isTelling: boolean;
}

export interface CompiledItem extends Pick<Item, "count" | "isFirst"> {
  /** A choice is its options. */
  readonly options: readonly CompiledNode[];
}

export interface CompiledPattern extends Pick<QueryPattern, "predicates"> {
  /** The node that it begins with. */
  readonly start: CompiledItem;
  /** Siblings behind that. */
  readonly rest: readonly CompiledItem[];
}

/** Throws `SyntaxError` for a node or a field that the grammar does not have. */
export function compilePattern({ items, predicates }: QueryPattern, grammar: GrammarTables): CompiledPattern {
  const [start, ...rest] = items.map((item) => compileItem(item, grammar));
  return { start: start as CompiledItem, rest, predicates };
}

function compileItem(item: Item, grammar: GrammarTables): CompiledItem {
  return { options: compileOption(item, [], grammar), count: item.count, isFirst: item.isFirst };
}

/** @param around fields that the choice is in which this is an option of */
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

/** Kinds that nodes of a pattern may be of. */
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
