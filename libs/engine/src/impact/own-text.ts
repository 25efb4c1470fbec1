/**
 * The part of a file's text that is a symbol's own: with the decorators and comments directly above it, and
 * without its members, which are symbols themselves. What remains outside of all symbols is the module's.
 *
 * ```text
 * import { x } from "./x";     module
 * // What A is.                A
 * @decorated                   A
 * class A extends B {          A
 *   size = 1;                  A.size
 *   run() { … }                A.run, with the functions in it
 * }                            A
 * run(new A());                module
 * ```
 *
 * Pure.
 */
import { type SymbolKind, isFunctionKind } from "@satori/contracts";
import { type SymbolFact, type TextRange, importingLines, localSymbols, profileOf } from "@satori/sidecar";
import { nameOf } from "../model/paths.ts";
import type { FileVersion } from "./file-version.ts";

/** A symbol of a version that can be changed on its own. */
export interface OwnedSymbol {
  readonly fact: SymbolFact;
  /** The symbol around it, by its position in the list; -1 for the file. */
  readonly parent: number;
  /** As written, without spaces around it; with members, without any spaces and separators. */
  readonly written: string;
  /** Its code without comments, from the start of its first line. */
  readonly code: string;
  /** Whether members were taken out of it. */
  readonly hasMembers: boolean;
}

/** The parts of a version. */
export interface OwnedParts {
  /** In the order of the text. */
  readonly symbols: readonly OwnedSymbol[];
  /** The code outside of symbols, without import statements. */
  readonly module: OwnedSymbol;
  /** Import statements outside of symbols, without comments. */
  readonly importLines: readonly string[];
  /** The text with comments replaced by spaces. */
  readonly plain: string;
}

/** Symbols of kinds that a change can be about: not those in functions, and no headings. */
function isListed({ kind }: SymbolFact, isLocal: boolean): boolean {
  return !isLocal && kind !== "section";
}

/** @param check called for each symbol; may throw */
export function ownedParts(version: FileVersion, check: () => void): OwnedParts {
  const { text, symbols, comments } = version;
  const plain = withoutRanges(text, comments);
  const isLocal = localSymbols(symbols);
  const positions: number[] = [];
  const open: OpenPart[] = [new OpenPart(null, -1, 0, text.length)];
  const parts: OpenPart[] = [];
  for (const [at, fact] of symbols.entries()) {
    check();
    positions.push(isListed(fact, isLocal[at] === true) ? parts.length : (positions[fact.parent] ?? -1));
    if (!isListed(fact, isLocal[at] === true)) continue;
    while (open.length > 1 && (open.at(-1) as OpenPart).end <= fact.start) close(open);
    const around = open.at(-1) as OpenPart;
    const start = startOf({ fact, from: around.at, text, plain, comments });
    const part = new OpenPart(fact, positions[fact.parent] ?? -1, start, Math.min(fact.end, around.end));
    parts.push(part);
    // The parameter of a constructor that declares a member is part of both.
    if (around.fact === null || !isFunctionKind(around.fact.kind)) around.leaveOut(start);
    open.push(part);
  }
  while (open.length > 1) close(open);
  const module = open[0] as OpenPart;
  module.finish();
  const importing = linesOfImports(version, plain);
  const texts = { text, plain, importing };
  return {
    symbols: parts.map((part) => part.owned(texts)),
    module: new OpenPart(moduleFact(version), -1, 0, text.length, module.ranges).owned(texts),
    importLines: importLinesOf(module.ranges, texts),
    plain,
  };
}

/** Ends the innermost part; the one around it goes on behind it. */
function close(open: OpenPart[]): void {
  const part = open.pop() as OpenPart;
  part.finish();
  const around = open.at(-1) as OpenPart;
  if (around.fact === null || !isFunctionKind(around.fact.kind)) around.at = Math.max(around.at, part.end);
}

/** The symbol of a file as a whole. */
function moduleFact({ path, text, lineCount }: FileVersion): SymbolFact {
  const name = nameOf(path);
  return {
    id: MODULE_ID,
    kind: "module",
    name,
    label: name,
    parent: -1,
    start: 0,
    end: text.length,
    startLine: 1,
    endLine: Math.max(1, lineCount),
    nameLine: 1,
    signature: null,
    doc: null,
  };
}

/** No symbol of an outline has it. */
const MODULE_ID = "";

/** Whether a symbol stands for the code of a file outside of its symbols. */
export function isModule({ id }: Pick<SymbolFact, "id">): boolean {
  return id === MODULE_ID;
}

interface Texts {
  readonly text: string;
  readonly plain: string;
  /** Ranges of the lines of import statements, by start. */
  readonly importing: readonly TextRange[];
}

/** A symbol, or the module, while its own ranges are collected. */
class OpenPart {
  /** Where the next range starts. */
  at: number;

  constructor(
    readonly fact: SymbolFact | null,
    readonly parent: number,
    readonly start: number,
    readonly end: number,
    readonly ranges: TextRange[] = [],
  ) {
    this.at = start;
  }

  /** Ends the present range where a member starts. */
  leaveOut(start: number): void {
    if (start > this.at) this.ranges.push({ start: this.at, end: start });
    this.at = Math.max(this.at, start);
  }

  finish(): void {
    if (this.end > this.at) this.ranges.push({ start: this.at, end: this.end });
  }

  owned({ text, plain, importing }: Texts): OwnedSymbol {
    const fact = this.fact as SymbolFact;
    const ranges = isModule(fact) ? outside(this.ranges, importing) : this.ranges;
    const lineStart = text.lastIndexOf("\n", this.start - 1) + 1;
    const indent = text.slice(lineStart, this.start);
    const isWhole = this.ranges.length === 1 && this.ranges[0]?.end === this.end;
    const hasMembers = !isWhole || HOLDERS.has(fact.kind);
    const written = textOf(text, this.ranges);
    return {
      fact,
      parent: this.parent,
      written: hasMembers ? written.replace(/[\s,;]+/g, "") : written.trim(),
      code: (indent.trim() === "" ? indent : "") + textOf(plain, ranges),
      hasMembers,
    };
  }
}

/** Kinds of symbols that have members even if there are none at present. */
const HOLDERS: ReadonlySet<SymbolKind> = new Set([
  "module",
  "namespace",
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "protocol",
  "object",
  "extension",
  "impl",
]);

function textOf(text: string, ranges: readonly TextRange[]): string {
  return ranges.length === 1
    ? text.slice(ranges[0]?.start, ranges[0]?.end)
    : ranges.map(({ start, end }) => text.slice(start, end)).join("");
}

/** The parts of ranges outside of others; both by start and not overlapping. */
function outside(ranges: readonly TextRange[], others: readonly TextRange[]): TextRange[] {
  const remaining: TextRange[] = [];
  let next = 0;
  for (const { start, end } of ranges) {
    let at = start;
    while (next < others.length && (others[next] as TextRange).end <= start) next++;
    for (let other = next; other < others.length && (others[other] as TextRange).start < end; other++) {
      const hole = others[other] as TextRange;
      if (hole.start > at) remaining.push({ start: at, end: hole.start });
      at = Math.max(at, hole.end);
    }
    if (at < end) remaining.push({ start: at, end });
  }
  return remaining;
}

/** The text with ranges replaced by spaces, so that lines and columns stay. */
function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(
      text.slice(at, Math.max(at, start)),
      text.slice(Math.max(at, start), end).replace(/[^\n]/g, " "),
    );
    at = Math.max(at, end);
  }
  parts.push(text.slice(at));
  return parts.join("");
}

interface Beginning {
  readonly fact: SymbolFact;
  /** End of what precedes it inside the symbol around it. */
  readonly from: number;
  readonly text: string;
  readonly plain: string;
  readonly comments: readonly TextRange[];
}

/** A decorator or annotation, directly before the end of the text. */
const DECORATOR = /@[\p{L}_][\p{L}\p{N}_.$]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*$/u;
/** Characters before a symbol in which its decorators are looked for, and comments above it. */
const MAX_DECORATOR_CHARS = 1_000;
const MAX_COMMENTS_ABOVE = 200;

/** Where a symbol starts with its decorators, and the comments that end on the line above it. */
function startOf({ fact, from, text, plain, comments }: Beginning): number {
  let start = Math.max(from, fact.start);
  for (;;) {
    const gap = plain.slice(Math.max(from, start - MAX_DECORATOR_CHARS), start);
    const found = gap.includes("@") ? DECORATOR.exec(gap) : null;
    if (!found) break;
    start -= gap.length - found.index;
  }
  let next = firstFrom(comments, start) - 1;
  for (let count = 0; next >= 0 && count < MAX_COMMENTS_ABOVE; next--, count++) {
    const { start: at, end } = comments[next] as TextRange;
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const isAbove = end <= start && at >= from && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, start));
    if (!isAbove || text.slice(Math.max(from, lineStart), at).trim() !== "") break;
    start = at;
  }
  return start;
}

/** Position of the first range that starts at or after an offset. */
function firstFrom(ranges: readonly TextRange[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as TextRange).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ranges of the lines of import statements. Languages that have no pattern for them write one a line. */
function linesOfImports({ language, imports }: FileVersion, plain: string): TextRange[] {
  if (imports.length === 0 && profileOf(language).importStatement === null) return [];
  const numbers =
    profileOf(language).importStatement === null
      ? new Set(imports.map(({ line }) => line))
      : importingLines(plain, language);
  const ranges: TextRange[] = [];
  let start = 0;
  for (let line = 1; start <= plain.length && ranges.length < numbers.size; line++) {
    const next = plain.indexOf("\n", start);
    const end = next === -1 ? plain.length : next + 1;
    if (numbers.has(line)) ranges.push({ start, end });
    start = end;
    if (next === -1) break;
  }
  return ranges;
}

function importLinesOf(ranges: readonly TextRange[], { plain, importing }: Texts): string[] {
  const lines: string[] = [];
  let next = 0;
  for (const { start, end } of importing) {
    while (next < ranges.length && (ranges[next] as TextRange).end <= start) next++;
    const around = ranges[next];
    if (around && around.start < end) lines.push(plain.slice(start, end).trim());
  }
  return lines;
}
