/**
 * Removes a property from JSON with comments, and inserts one. All other text stays byte for byte, including
 * comments: `modify` of jsonc-parser removes the line break and the comments between the property and its
 * neighbours. Pure.
 */
import { createScanner, type FormattingOptions, type Node } from "jsonc-parser";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Value of jsonc-parser's `SyntaxKind.CommaToken`: a const enum cannot be imported. */
const COMMA_TOKEN = 5;

/**
 * Removes a property, or an element of an array, with the comma after it, or else the one before it; and with
 * its lines, if nothing else is on them.
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

// Adds a property to an object, or an element to an array, in JSON with comments. Existing text stays byte
// for byte: `modify` of jsonc-parser also reformats the neighbours, or does not format the new property.
// Pure.

interface Property {
  /** Null for an element of an array. */
  readonly key: string | null;
  readonly value: unknown;
  readonly layout: FormattingOptions;
}

/** The rest of a property's line: a comma, a comment. */
const REST_OF_LINE = /^([ \t]*)(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/;

/** Inserts after the last property or element; in a container on one line, on that line. */
export function insertProperty(text: string, object: Node, { key, value, layout }: Property): string {
  const last = object.children?.at(-1);
  const unit = layout.insertSpaces ? " ".repeat(layout.tabSize ?? 2) : "\t";
  const eol = layout.eol ?? "\n";
  if (!last) {
    const outer = indentAt(text, object.offset);
    const between = text.slice(object.offset + 1, object.offset + object.length - 1).trimEnd();
    return spliced(
      text,
      object.offset + 1,
      object.offset + object.length - 1,
      between + eol + written(key, value, { indent: outer + unit, unit, eol }) + eol + outer,
    );
  }
  const end = last.offset + last.length;
  const isOnOneLine = !text.slice(object.offset, last.offset).includes("\n");
  if (isOnOneLine) return spliced(text, end, end, `, ${prefixOf(key)}${JSON.stringify(value)}`);
  const line = eol + written(key, value, { indent: indentAt(text, last.offset), unit, eol });
  const [rest, blanks = "", comma] = REST_OF_LINE.exec(text.slice(end)) ?? [];
  if (rest === undefined) return spliced(text, end, end, `,${line}`);
  if (comma === ",") return spliced(text, end + rest.length, end + rest.length, `${line},`);
  // The comma goes to the previous property, whose comment stays on its line.
  return spliced(
    spliced(text, end + rest.length, end + rest.length, line),
    end,
    end + blanks.length,
    `,${blanks}`,
  );
}

function prefixOf(key: string | null): string {
  return key === null ? "" : `${JSON.stringify(key)}: `;
}

function written(
  key: string | null,
  value: unknown,
  { indent, unit, eol }: { readonly indent: string; readonly unit: string; readonly eol: string },
): string {
  return indent + `${prefixOf(key)}${JSON.stringify(value, null, unit)}`.split("\n").join(eol + indent);
}

/** Indentation of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function spliced(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}
