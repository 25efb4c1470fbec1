/** Variables, parameters and fields as the query captures them, with their types and values. Pure. */
import type { TextRange } from "../facts.ts";
import type { Way } from "../syntax/query/captures.ts";
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import { plainName } from "./plain-name.ts";

/** A local variable, a parameter, a type parameter, or a name of the current object. */
export interface VariableFact {
  readonly kind: "variable" | "parameter" | "type_parameter" | "own";
  /** Empty for a parameter that is a pattern. */
  readonly name: string;
  readonly start: number;
  /** As written; null if none is declared. */
  readonly type: string | null;
  /** Ranges of its value, and of the container that it is an element of. */
  readonly value: TextRange | null;
  /** Start of the value's text. */
  readonly valueText: string | null;
  readonly items: TextRange | null;
  /** Range of a container of pairs, if it is the second element of one. */
  readonly pairs: TextRange | null;
  readonly isOptional: boolean;
  /** Whether it is variadic. */
  readonly isRest: boolean;
}

/** What the query of a language captures besides symbols, calls and references. */
export interface Holders {
  /**
   * Types as written, by index of the symbol: of fields their type, of functions the result type, of
   * extensions the extended type.
   */
  readonly types: ReadonlyMap<number, string>;
  readonly variables: readonly VariableFact[];
  /** Parts of functions with their own variables, sorted by start, outer ones first. */
  readonly blocks: readonly BlockFact[];
  /** Paths to functions, and to types or libraries with functions, that can be called on values. */
  readonly attached: readonly TextRange[];
  /** Bodies of anonymous types, sorted by start. */
  readonly unnamed: readonly UnnamedFact[];
  /** Names that are read or assigned, sorted by start. */
  readonly accesses: readonly NameAccess[];
  /**
   * Parameters and local variables whose values are not followed. They only hide functions of the same name.
   */
  readonly locals: readonly LocalName[];
}

/** A local variable of which only the name matters. */
export interface LocalName {
  readonly name: string;
  readonly start: number;
}

/** A name that is read or assigned. */
export interface NameAccess extends TextRange {
  readonly line: number;
}

/** The body of an anonymous type. */
export interface UnnamedFact extends TextRange {
  readonly startLine: number;
  /** Start of the bases and arguments: `new Base(1) with Other`. */
  readonly headStart: number;
}

/** A block or closure of a function. */
export interface BlockFact extends TextRange {
  readonly startLine: number;
  /** Whether it has parameters and may be passed to a call. */
  readonly isClosure: boolean;
}

const MAX_VALUE_CHARS = 100;

export function isHolder(capture: string): capture is VariableFact["kind"] {
  return (
    capture === "variable" || capture === "parameter" || capture === "type_parameter" || capture === "own"
  );
}

/** Reads a type and translates it to the common syntax. */
export type TypeReader = (range: TextRange) => string;

/** Collects what one match captures about a variable. */
export function variableFact(
  captures: Way,
  kind: VariableFact["kind"],
  { node, text, typeIn }: { readonly node: SyntaxNode; readonly text: string; readonly typeIn: TypeReader },
): VariableFact {
  const type = rangeOf(captures, "variable.type");
  const value = rangeOf(captures, "variable.value");
  return {
    kind,
    name: plainName(captures.find(({ name }) => name === "variable.name")?.node.text ?? ""),
    start: node.startIndex,
    type: type && typeIn(type),
    value,
    valueText: value && text.slice(value.start, Math.min(value.end, value.start + MAX_VALUE_CHARS)),
    items: rangeOf(captures, "variable.items"),
    pairs: rangeOf(captures, "variable.pairs"),
    isOptional: rangeOf(captures, "variable.default") !== null,
    isRest: rangeOf(captures, "variable.rest") !== null,
  };
}

/**
 * Sorted by start, with one entry per variable: facts of several patterns about it are merged. A parameter
 * has one name.
 */
export function distinctVariables(variables: readonly VariableFact[]): readonly VariableFact[] {
  const known = new Map<string, VariableFact>();
  for (const fact of variables) {
    const key = fact.kind === "parameter" ? `${fact.start}` : `${fact.start} ${fact.name}`;
    const { name, type, value, valueText, items, pairs, isOptional, isRest } = known.get(key) ?? fact;
    known.set(key, {
      ...fact,
      name: name === "" ? fact.name : name,
      type: type ?? fact.type,
      value: value ?? fact.value,
      valueText: valueText ?? fact.valueText,
      items: items ?? fact.items,
      pairs: pairs ?? fact.pairs,
      isOptional: isOptional || fact.isOptional,
      isRest: isRest || fact.isRest,
    });
  }
  return [...known.values()].sort((left, right) => left.start - right.start);
}

/** Sorted by start, outer ones first. */
export function blocksOf(
  nodes: readonly { readonly node: SyntaxNode; readonly isClosure: boolean }[],
): readonly BlockFact[] {
  const blocks = nodes.map(({ node, isClosure }): BlockFact => ({
    start: node.startIndex,
    end: node.endIndex,
    startLine: node.startRow + 1,
    isClosure,
  }));
  return blocks.sort((left, right) => left.start - right.start || right.end - left.end);
}

/** Types of symbols. If a symbol has several, the first one counts. */
export function typesOf(
  typed: readonly Way[],
  {
    symbolNamedAt,
    typeIn,
  }: { readonly symbolNamedAt: ReadonlyMap<number, number>; readonly typeIn: TypeReader },
): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const captures of typed) {
    const [name, type] = [rangeOf(captures, "name"), rangeOf(captures, "type")];
    const symbol = name ? symbolNamedAt.get(name.start) : undefined;
    if (type && symbol !== undefined && !types.has(symbol)) types.set(symbol, typeIn(type));
  }
  return types;
}

/**
 * Start of a qualified type, given the start of its last name. In some grammars, the qualifier is outside the
 * type's node (`api.Client` in Dart).
 */
export function qualifiedStart(text: string, start: number): number {
  if (text[start - 1] !== ".") return start;
  const before =
    /(?:[\p{L}_$][\p{L}\p{N}_$]*\.)+$/u.exec(text.slice(Math.max(0, start - MAX_VALUE_CHARS), start))?.[0] ??
    "";
  return start - before.length;
}

/** Range from the first capture of a name to the last. */
function rangeOf(captures: Way, name: string): TextRange | null {
  const nodes = captures.filter((capture) => capture.name === name).map(({ node }) => node);
  return nodes[0] ? { start: nodes[0].startIndex, end: nodes.at(-1)?.endIndex ?? 0 } : null;
}
