/**
 * Divides code into units by its layout: a line and the deeper lines after it, up to the line that closes
 * them. Works for all languages whose code is indented, also where brackets or quotes are out of balance.
 * Pure.
 */
import type { LineIndex } from "../syntax/chunk/lines.ts";

/** Lines, 1-based, both ends included. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** A unit: its head, the deeper lines inside (null without any), and the lines that close it. */
export interface UnitParts {
  readonly head: LineSpan;
  readonly body: LineSpan | null;
  readonly tail: LineSpan | null;
}

/** Starts of lines that continue a unit: what closes, or goes on after a block. */
const CONTINUATION =
  /^(?:[)\]}{>,.?:|&=+*]|(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure|end|then|do|done|esac|fi|where|until)\b)/;
/** Lines that are not indented although deeper ones surround them: directives, labels, `public:`. */
const NEUTRAL = /^(?:#(?!\[)|[\w ]{1,40}:\s*$)/;
/** Annotations and attributes, which belong to what follows them. */
const PREFIX = /^(?:@\w|#\[|\[\w|template\b)/;
/** Blocks whose lines are often not indented. */
const UNINDENTED = /^(?:(?:inline\s+)?namespace\b|extern\s+"C")[^;]*\{\s*$/;
const CLOSERS = /^[)\]};,\s]+$/;
const TAB = 9;
const TAB_COLUMNS = 4;
/** Deeper lines are all treated alike. */
const MAX_COLUMNS = 400;

export class Layout {
  private readonly lines: LineIndex;
  /** Columns before the first character of each line; -1 for blank lines. */
  private readonly indents: Int16Array;
  /**
   * Lines that open and close a block whose lines are not indented (`namespace a {`). They belong to no unit.
   */
  readonly transparent: ReadonlySet<number>;

  constructor(lines: LineIndex) {
    this.lines = lines;
    this.indents = new Int16Array(lines.count + 2);
    for (let line = 1; line <= lines.count; line++) this.indents[line] = indentOf(lines, line);
    this.transparent = this.transparentLines();
  }

  private transparentLines(): Set<number> {
    const found = new Set<number>();
    let open = 0;
    let last = 0;
    for (let line = 1; line <= this.lines.count; line++) {
      const indent = this.indents[line] as number;
      if (indent === -1) continue;
      const head = indent === 0 ? this.headOf(line) : "";
      const isOpening = UNINDENTED.test(head) && this.nextIndent(line, this.lines.count) === 0;
      const isClosing =
        open > 0 && head.startsWith("}") && this.indents[last] === 0 && !this.headOf(last).endsWith("{");
      if (isOpening) open++;
      else if (isClosing) open--;
      if (isOpening || isClosing) found.add(line);
      last = line;
    }
    return found;
  }

  /** The units of a span, in order; together they contain every line that is not blank. */
  unitsOf({ first, last }: LineSpan): LineSpan[] {
    const units: LineSpan[] = [];
    let base = -1;
    let start = -1;
    let end = first;
    let isPrefix = false;
    for (let line = first; line <= last; line++) {
      const indent = this.indents[line] as number;
      if (indent === -1 || this.transparent.has(line)) continue;
      if (base === -1) base = indent;
      const head = indent <= base ? this.headOf(line) : "";
      const continues =
        start !== -1 &&
        (indent > base ||
          (indent === base && (isPrefix || CONTINUATION.test(head) || this.isNeutral(line, head, last))));
      if (!continues) {
        if (start !== -1) units.push({ first: start, last: end });
        start = line;
        isPrefix = PREFIX.test(head);
      } else if (indent === base) isPrefix = isPrefix && PREFIX.test(head);
      end = line;
    }
    if (start !== -1) units.push({ first: start, last: end });
    return units;
  }

  /** The last deeper lines of a unit are its body. */
  partsOf(unit: LineSpan): UnitParts {
    const base = this.indents[unit.first] as number;
    const isInside = (line: number): boolean => {
      const indent = this.indents[line] as number;
      return indent === -1 || indent > base || this.isNeutral(line, this.headOf(line), unit.last);
    };
    let last = unit.last;
    while (last > unit.first && (this.indents[last] as number) <= base) last--;
    if (last === unit.first) return { head: unit, body: null, tail: null };
    let first = last;
    while (first - 1 > unit.first && isInside(first - 1)) first--;
    return {
      head: { first: unit.first, last: first - 1 },
      body: { first, last },
      tail: last < unit.last ? { first: last + 1, last: unit.last } : null,
    };
  }

  /** Lines inside a unit that only close brackets although deeper lines follow. */
  strayClosers({ first, last }: LineSpan): number[] {
    const base = this.indents[first] as number;
    const found: number[] = [];
    for (let line = first + 1; line < last; line++)
      if (
        this.indents[line] !== -1 &&
        (this.indents[line] as number) <= base &&
        CLOSERS.test(this.headOf(line)) &&
        this.nextIndent(line, last) > base
      )
        found.push(line);
    return found;
  }

  private isNeutral(line: number, head: string, last: number): boolean {
    return NEUTRAL.test(head) && this.nextIndent(line, last) > (this.indents[line] as number);
  }

  /** Indentation of the next line that is not blank; -1 at the end. */
  private nextIndent(line: number, last: number): number {
    for (let next = line + 1; next <= Math.min(last, line + MAX_BLANK_LINES); next++)
      if (this.indents[next] !== -1) return this.indents[next] as number;
    return -1;
  }

  /** The start of a line without its indentation. */
  private headOf(line: number): string {
    return this.lines.headOf(line).trimStart();
  }
}

const MAX_BLANK_LINES = 20;

function indentOf(lines: LineIndex, line: number): number {
  const { text } = lines;
  const end = lines.endOf(line);
  let columns = 0;
  for (let at = lines.startOf(line); at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 32) return Math.min(columns, MAX_COLUMNS);
    columns += code === TAB ? TAB_COLUMNS : 1;
  }
  return -1;
}
