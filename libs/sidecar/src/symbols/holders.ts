/** What holds objects: variables, parameters and fields, and of which types they are said to be. Pure. */
import type { TextRange } from "../facts.ts";
import type { Way } from "../syntax/query/captures.ts";
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import { plainName } from "./plain-name.ts";

/** A parameter, a local variable, a parameter that is a type, a name of the own object. */
export interface VariableFact {
  readonly kind: "variable" | "parameter" | "type_parameter" | "own";
  /** Empty for a parameter that is a pattern. */
  readonly name: string;
  readonly start: number;
  /** As written; null where none is declared. */
  readonly type: string | null;
  /** What it is given, and what it is one of. */
  readonly value: TextRange | null;
  /** How it begins. */
  readonly valueText: string | null;
  readonly items: TextRange | null;
  /** A container of pairs, of one of which it is the second. */
  readonly pairs: TextRange | null;
  readonly isOptional: boolean;
  /** It takes any number of arguments. */
  readonly isRest: boolean;
}

export interface Holders {
  /**
   * By position of the symbol, as written: of fields what they hold, of functions what they give back, of
   * extensions what they extend.
   */
  readonly types: ReadonlyMap<number, string>;
  readonly variables: readonly VariableFact[];
  /** Parts of functions with variables of their own, by start, outer ones first. */
  readonly blocks: readonly BlockFact[];
  /** Paths to functions, and to what holds some, that may be called on values. */
  readonly attached: readonly TextRange[];
  /** Bodies of types without a name, by start. */
  readonly unnamed: readonly UnnamedFact[];
  /** Names that are read or stored into, by start. */
  readonly accesses: readonly NameAccess[];
  /**
   * Parameters and variables of functions of which nothing is followed: what has such a name there is no
   * function of that name.
   */
  readonly locals: readonly LocalName[];
}

export interface LocalName {
  readonly name: string;
  readonly start: number;
}

export interface NameAccess extends TextRange {
  readonly line: number;
}

export interface UnnamedFact extends TextRange {
  readonly startLine: number;
  /** Where what it is made of begins: `new Base(1) with Other`. */
  readonly headStart: number;
}

export interface BlockFact extends TextRange {
  readonly startLine: number;
  /** It takes parameters, and may be handed to a call. */
  readonly isClosure: boolean;
}

const MAX_VALUE_CHARS = 100;

export function isHolder(capture: string): capture is VariableFact["kind"] {
  return (
    capture === "variable" || capture === "parameter" || capture === "type_parameter" || capture === "own"
  );
}

/** A type as its language writes it, in the form that all have. */
export type TypeReader = (range: TextRange) => string;

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

/** By start. What several patterns say of one is put together; a parameter has one name. */
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

/** Of several types of one name that of the first counts. */
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
 * Where a type begins of which the last name was found: in some grammars what stands in front of it is no
 * part of that (`api.Client` in Dart).
 */
export function qualifiedStart(text: string, start: number): number {
  if (text[start - 1] !== ".") return start;
  const before =
    /(?:[\p{L}_$][\p{L}\p{N}_$]*\.)+$/u.exec(text.slice(Math.max(0, start - MAX_VALUE_CHARS), start))?.[0] ??
    "";
  return start - before.length;
}

/** From the first capture of a name to the last. */
function rangeOf(captures: Way, name: string): TextRange | null {
  const nodes = captures.filter((capture) => capture.name === name).map(({ node }) => node);
  return nodes[0] ? { start: nodes[0].startIndex, end: nodes.at(-1)?.endIndex ?? 0 } : null;
}
