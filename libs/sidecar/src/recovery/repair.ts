/**
 * Finds what to hide from a parser so that it understands the rest of a file with a mistake. Parsers recover
 * from most mistakes, but one that unbalances brackets or quotes can cost everything after it. Here, each
 * unit of the file (a function, a class, a statement) is parsed alone, and those that fail are divided
 * further, down to the lines that do not parse. Pure, apart from the parser it is given.
 */
import { hideRanges } from "../blank.ts";
import type { TextRange } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { LineIndex } from "../syntax/chunk/lines.ts";
import { Layout, type LineSpan } from "./units.ts";

export interface RepairInput {
  /** The text as the parser sees it. */
  readonly text: string;
  /** Text that each part of a file needs before it, such as `<?php`. */
  readonly opening: string;
  /** Whether a text parses without errors. */
  readonly parses: (text: string) => boolean;
}

/**
 * Ranges of whole lines to hide, sorted by start, not overlapping; empty if no mistake is found. Parses at
 * most `SIDECAR_LIMITS.repairChars` for each character of the text.
 */
export function brokenRanges(input: RepairInput): TextRange[] {
  const markers = conflictMarkers(input.text);
  const text = hideRanges(input.text, markers);
  if (markers.length > 0 && input.parses(text)) return markers;
  const repair = new Repair({ ...input, text });
  return [...markers, ...repair.run()].sort((left, right) => left.start - right.start);
}

/** Lines that version control writes around both sides of a conflict, which stay. */
function conflictMarkers(text: string): TextRange[] {
  if (!/^<{7} /m.test(text)) return [];
  return [...text.matchAll(new RegExp(MARKER, "gm"))].map(({ 0: marker, index }) => ({
    start: index,
    end: index + marker.length,
  }));
}

const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?:[ \t].*)?$/;

/** Whether a line that starts at an offset is one of them. */
export function isConflictMarker(text: string, start: number): boolean {
  const end = text.indexOf("\n", start);
  return MARKER.test(text.slice(start, end === -1 ? text.length : end));
}

/** What surrounds a unit when it is parsed alone: heads of the units around it, and what closes them. */
interface Context {
  readonly head: string;
  readonly tail: string;
  readonly depth: number;
}

class Repair {
  private readonly text: string;
  private readonly opening: string;
  private readonly parses: (text: string) => boolean;
  private readonly lines: LineIndex;
  private readonly layout: Layout;
  private readonly hidden = new Set<number>();
  private remaining: number;

  constructor({ text, opening, parses }: RepairInput) {
    this.text = text;
    this.opening = opening;
    this.parses = parses;
    this.lines = new LineIndex(text);
    this.layout = new Layout(this.lines);
    this.remaining = SIDECAR_LIMITS.repairChars * text.length + SIDECAR_LIMITS.repairCharsAtLeast;
  }

  run(): TextRange[] {
    this.members({ first: 1, last: this.lines.count }, { head: this.opening, tail: "", depth: 0 });
    return [...this.hidden]
      .sort((left, right) => left - right)
      .map((line) => ({ start: this.lines.startOf(line), end: this.lines.endOf(line) }));
  }

  /** Repairs the units of a span that is known not to parse. */
  private members(span: LineSpan, context: Context): void {
    const units = this.layout.unitsOf(span);
    this.bisect(units, { from: 0, to: units.length }, context);
  }

  /** @param range units that do not parse together */
  private bisect(
    units: readonly LineSpan[],
    { from, to }: { readonly from: number; readonly to: number },
    context: Context,
  ): void {
    if (this.remaining < 0) return;
    if (to - from <= 1) {
      if (to > from) this.unit(units, from, context);
      return;
    }
    const middle = (from + to) >> 1;
    for (const half of [
      { from, to: middle },
      { from: middle, to },
    ])
      if (!this.isSound(spanOf(units, half), context)) this.bisect(units, half, context);
  }

  /** Repairs a unit that does not parse alone. */
  private unit(units: readonly LineSpan[], at: number, context: Context): void {
    const unit = units[at] as LineSpan;
    if (this.remaining < 0 || this.hidden.has(unit.first)) return;
    // Units may belong together: a return type on a line of its own.
    for (const pair of this.isSmall(unit) ? [at - 1, at] : [])
      if (
        pair >= 0 &&
        pair + 1 < units.length &&
        this.isSound(spanOf(units, { from: pair, to: pair + 2 }), context)
      )
        return;
    if (this.hasStray(units, at, context)) return;
    const { head, body, tail } = this.layout.partsOf(unit);
    if (body === null || context.depth >= SIDECAR_LIMITS.repairDepth) return this.hide(unit);
    const inner = {
      head: context.head + this.read(head),
      tail: (tail ? this.read(tail) : "") + context.tail,
      depth: context.depth + 1,
    };
    if (this.isSoundAround(body, inner)) return this.members(body, inner);
    this.hide(head);
    if (tail) this.hide(tail);
    this.declarations(body, context);
  }

  private isSmall({ first, last }: LineSpan): boolean {
    return this.lines.endOf(last) - this.lines.startOf(first) <= SIDECAR_LIMITS.repairPairChars;
  }

  /** Hides lines that close too much, or a line without indentation in the middle of a unit. */
  private hasStray(units: readonly LineSpan[], at: number, context: Context): boolean {
    const unit = units[at] as LineSpan;
    const next = units[at + 1];
    const strays = this.layout.strayClosers(unit);
    const isStrayHead = next !== undefined && !this.isHead(next.first);
    const tries = [
      ...(strays.length > 0 ? [{ span: unit, lines: strays }] : []),
      ...(next && isStrayHead ? [{ span: { first: unit.first, last: next.last }, lines: [next.first] }] : []),
    ];
    for (const { span, lines } of tries) {
      for (const line of lines) this.hidden.add(line);
      if (this.isSound(span, context)) return true;
      for (const line of lines) this.hidden.delete(line);
    }
    return false;
  }

  /** Whether a line declares something or opens a block: no mistake then, whatever comes before it. */
  private isHead(line: number): boolean {
    const head = this.lines.headOf(line);
    return DECLARATION.test(head) || /[{:]\s*$|\bdo\s*$/.test(head);
  }

  /** Whether head and tail of a unit are sound: they parse alone, or around one of the first members. */
  private isSoundAround(body: LineSpan, inner: Context): boolean {
    if (this.check(inner.head + inner.tail)) return true;
    return this.layout
      .unitsOf(body)
      .slice(0, SIDECAR_LIMITS.repairSamples)
      .some((member) => this.isSound(member, inner));
  }

  /** Of members whose head is lost, keeps those that declare something. */
  private declarations(body: LineSpan, context: Context): void {
    for (const member of this.layout.unitsOf(body))
      if (!DECLARATION.test(this.lines.headOf(member.first)) || !this.isSound(member, context))
        this.hide(member);
  }

  private isSound(span: LineSpan, { head, tail }: Context): boolean {
    if (this.remaining < 0) return false;
    const part = this.read(span);
    // The first unit of a file has the opening already.
    const isOpening = head !== "" && part.startsWith(head.trimEnd());
    return this.check((isOpening ? "" : head) + part + tail);
  }

  private check(code: string): boolean {
    this.remaining -= code.length + SIDECAR_LIMITS.repairCharsEach;
    return this.remaining >= 0 && this.parses(code);
  }

  /** The text of lines, without those that are hidden. */
  private read({ first, last }: LineSpan): string {
    let text = "";
    for (let line = first; line <= last; line++)
      text += this.hidden.has(line)
        ? "\n"
        : this.text.slice(this.lines.startOf(line), this.lines.endOf(line));
    return text.endsWith("\n") ? text : `${text}\n`;
  }

  private hide({ first, last }: LineSpan): void {
    if (this.remaining < 0) return;
    for (let line = first; line <= last; line++) this.hidden.add(line);
  }
}

/** Keywords of declarations in any language. */
const DECLARATION =
  /^\s*(?:[\w@]+\s+){0,6}(?:fun|fn|def|defp|func|function|class|struct|interface|trait|enum|impl|mod|module|object|type|public|private|protected|internal|static|override|sub)\b/;

function spanOf(
  units: readonly LineSpan[],
  { from, to }: { readonly from: number; readonly to: number },
): LineSpan {
  return { first: (units[from] as LineSpan).first, last: (units[to - 1] as LineSpan).last };
}
