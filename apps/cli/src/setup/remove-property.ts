/**
 * Removes a property from JSON with comments. All other text stays byte for byte, including comments:
 * `modify` of jsonc-parser removes the line break and the comments between the property and its neighbours.
 * Pure.
 */
import { type Node, createScanner } from "jsonc-parser";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Value of jsonc-parser's `SyntaxKind.CommaToken`: a const enum cannot be imported. */
const COMMA_TOKEN = 5;

/**
 * Removes a property with the comma after it, or else the one before it; and with its lines, if nothing else
 * is on them.
 */
export function removeProperty(text: string, property: Node): string {
  const own = { from: property.offset, to: property.offset + property.length };
  const behind = commaAfter(text, own.to);
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const comma = behind ?? (before ? commaAfter(text, before.offset + before.length) : null);
  if (comma === null) return without(text, [wholeLines(text, own)]);
  const joined = { from: Math.min(own.from, comma), to: Math.max(own.to, comma + 1) };
  // A comment may be between property and comma.
  const isBeside =
    text.slice(behind === null ? comma + 1 : own.to, behind === null ? own.from : comma).trim() === "";
  if (!isBeside) return without(text, [wholeLines(text, own), { from: comma, to: comma + 1 }]);
  return without(text, [behind === null ? joined : beforeNext(text, wholeLines(text, joined))]);
}

/** Offset of the next token if it is a comma; otherwise null. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return (scanner.scan() as number) === COMMA_TOKEN ? scanner.getTokenOffset() : null;
}

function wholeLines(text: string, { from, to }: Range): Range {
  let start = from;
  // No regular expression: it would try every run of blanks before this one, in quadratic time.
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  const end = /^[ \t]*\r?\n/.exec(text.slice(to));
  return end && text[start - 1] === "\n" ? { from: start, to: to + end[0].length } : { from, to };
}

/** On a line with other properties, also removes the blanks after the comma. */
function beforeNext(text: string, { from, to }: Range): Range {
  return text[to - 1] === "\n"
    ? { from, to }
    : { from, to: to + (/^ +(?=\S)(?!\/)/.exec(text.slice(to))?.[0].length ?? 0) };
}

function without(text: string, ranges: readonly Range[]): string {
  return [...ranges]
    .sort((left, right) => right.from - left.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
}
