/**
 * Looks up the symbols of one file by line. A lookup for a chunk takes time proportional to the symbols that
 * begin or end in it, not to all symbols of the file, which may be thousands and all nested. Pure.
 */
import { firstNotBefore } from "../../first-not-before.ts";
import type { SymbolFact } from "@satori/sidecar";

/** 1-based lines, both ends included. */
interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Lookups that scan all symbols before an index by line is built. A search shows few chunks of a file, and
 * for those a scan is cheaper than the index.
 */
const SCANS_BEFORE_INDEX = 8;

type Line = "nameLine" | "endLine" | "startLine";

export class SymbolLines {
  private questions = 0;
  private index: LinesIndex | undefined;

  /** @param symbols symbols of one file, by start */
  constructor(private readonly symbols: readonly SymbolFact[]) {}

  /** Symbols whose names are in these lines, in their order. */
  named({ startLine, endLine }: LineSpan): readonly SymbolFact[] {
    return this.within("nameLine", startLine, endLine);
  }

  /**
   * Symbols whose names are above these lines and that end in them, but not in the last one; in their order.
   */
  ending({ startLine, endLine }: LineSpan): readonly SymbolFact[] {
    return this.within("endLine", startLine, endLine - 1).filter(({ nameLine }) => nameLine < startLine);
  }

  /** First symbol that begins in this line. */
  beginningIn(line: number): SymbolFact | null {
    return this.within("startLine", line, line)[0] ?? null;
  }

  /** Last symbol, and therefore the innermost one, around all of these lines. */
  innermostAround({ startLine, endLine }: LineSpan): SymbolFact | null {
    const index = this.indexIfDue();
    const around = (one: SymbolFact): boolean => one.startLine <= startLine && one.endLine >= endLine;
    return (
      (index ? this.symbols[index.ends.lastAround(startLine, endLine)] : this.symbols.findLast(around)) ??
      null
    );
  }

  private within(line: Line, from: number, to: number): readonly SymbolFact[] {
    const index = this.indexIfDue();
    return index
      ? index.within(line, from, to)
      : this.symbols.filter((one) => one[line] >= from && one[line] <= to);
  }

  private indexIfDue(): LinesIndex | undefined {
    if (++this.questions > SCANS_BEFORE_INDEX) this.index ??= new LinesIndex(this.symbols);
    return this.index;
  }
}

type Positions = ReadonlyMap<number, readonly number[]>;

/** Positions of symbols by each of their lines. */
class LinesIndex {
  readonly ends: EndLines;
  private readonly positions: Readonly<Record<Line, Positions>>;

  constructor(private readonly symbols: readonly SymbolFact[]) {
    this.positions = {
      nameLine: positionsBy(symbols, "nameLine"),
      endLine: positionsBy(symbols, "endLine"),
      startLine: positionsBy(symbols, "startLine"),
    };
    this.ends = new EndLines(symbols);
  }

  within(by: Line, from: number, to: number): readonly SymbolFact[] {
    const found: number[] = [];
    for (let line = from; line <= to; line++)
      for (const position of this.positions[by].get(line) ?? []) found.push(position);
    return found.sort((left, right) => left - right).map((position) => this.symbols[position] as SymbolFact);
  }
}

function positionsBy(symbols: readonly SymbolFact[], by: Line): Positions {
  const positions = new Map<number, number[]>();
  for (const [position, symbol] of symbols.entries()) {
    const known = positions.get(symbol[by]);
    if (known) known.push(position);
    else positions.set(symbol[by], [position]);
  }
  return positions;
}

/**
 * A tree of maxima over the lines in which symbols end: node n is the larger one of nodes 2n and 2n + 1,
 * leaves start at `size`.
 */
class EndLines {
  private readonly size: number;
  private readonly maxima: Int32Array;

  constructor(private readonly symbols: readonly LineSpan[]) {
    // One leaf more than there are symbols, because the search starts after the last one.
    this.size = 2 ** Math.ceil(Math.log2(symbols.length + 1));
    this.maxima = new Int32Array(2 * this.size);
    for (const [at, { endLine }] of symbols.entries()) this.maxima[this.size + at] = endLine;
    for (let at = this.size - 1; at > 0; at--)
      this.maxima[at] = Math.max(this.maximum(2 * at), this.maximum(2 * at + 1));
  }

  /**
   * Position of the last symbol that begins in line `from` or above and ends in line `to` or below; -1 if
   * there is none.
   */
  lastAround(from: number, to: number): number {
    let node = this.size + this.countUpTo(from);
    for (; node > 1; node >>= 1) if (node % 2 === 1 && this.maximum(node - 1) >= to) break;
    if (node <= 1) return -1;
    node--;
    while (node < this.size) node = this.maximum(2 * node + 1) >= to ? 2 * node + 1 : 2 * node;
    return node - this.size;
  }

  /** Number of symbols that begin in this line or above. */
  private countUpTo(line: number): number {
    return firstNotBefore(this.symbols, ({ startLine }) => startLine <= line);
  }

  private maximum(node: number): number {
    return this.maxima[node] as number;
  }
}
