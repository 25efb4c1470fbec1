/**
 * The symbols of one file by their lines. What is asked of a chunk takes time by the symbols that begin or end in it: files have
 * thousands of symbols, which may all be around one another. Pure.
 */
import type { SymbolFact } from "@satori/sidecar";

/** Lines from 1, both included. */
interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * A file that is asked about so often has its symbols put into order by lines. Before, all of them are gone through, which is
 * quicker for the few chunks of a file that a search shows: of 200 symbols 1 µs a question, and the order takes 60.
 */
const QUESTIONS_BEFORE_ORDER = 8;

export class SymbolLines {
  private questions = 0;
  private ordered: OrderedLines | undefined;

  /** @param symbols of a file, by start */
  constructor(private readonly symbols: readonly SymbolFact[]) {}

  /** Symbols whose names stand in some lines, in their order. */
  named({ startLine, endLine }: LineSpan): readonly SymbolFact[] {
    return this.order()?.named(startLine, endLine) ?? this.symbols.filter(({ nameLine }) => nameLine >= startLine && nameLine <= endLine);
  }

  /** Symbols whose names stand above some lines and that end in these, but not in the last one; in their order. */
  ending({ startLine, endLine }: LineSpan): readonly SymbolFact[] {
    const ending = this.order()?.ending(startLine, endLine - 1) ?? this.symbols.filter((one) => one.endLine >= startLine && one.endLine < endLine);
    return ending.filter(({ nameLine }) => nameLine < startLine);
  }

  /** The first symbol that begins in a line. */
  beginningIn(line: number): SymbolFact | null {
    const ordered = this.order();
    return (ordered ? ordered.beginning(line, line)[0] : this.symbols.find(({ startLine }) => startLine === line)) ?? null;
  }

  /** The last symbol, and so the innermost one, around all of some lines. */
  innermostAround({ startLine, endLine }: LineSpan): SymbolFact | null {
    const ordered = this.order();
    if (ordered) return this.symbols[ordered.ends.lastAround(startLine, endLine)] ?? null;
    return this.symbols.findLast((one) => one.startLine <= startLine && one.endLine >= endLine) ?? null;
  }

  /** Undefined for the first questions. */
  private order(): OrderedLines | undefined {
    if (++this.questions > QUESTIONS_BEFORE_ORDER) this.ordered ??= new OrderedLines(this.symbols);
    return this.ordered;
  }
}

type Positions = ReadonlyMap<number, readonly number[]>;

/** Positions of symbols by each of their lines. */
class OrderedLines {
  readonly ends: EndLines;
  private readonly byNameLine: Positions;
  private readonly byEndLine: Positions;
  private readonly byStartLine: Positions;

  constructor(private readonly symbols: readonly SymbolFact[]) {
    this.byNameLine = positionsBy(symbols, ({ nameLine }) => nameLine);
    this.byEndLine = positionsBy(symbols, ({ endLine }) => endLine);
    this.byStartLine = positionsBy(symbols, ({ startLine }) => startLine);
    this.ends = new EndLines(symbols);
  }

  named(from: number, to: number): readonly SymbolFact[] {
    return this.within(this.byNameLine, from, to);
  }

  ending(from: number, to: number): readonly SymbolFact[] {
    return this.within(this.byEndLine, from, to);
  }

  beginning(from: number, to: number): readonly SymbolFact[] {
    return this.within(this.byStartLine, from, to);
  }

  private within(positions: Positions, from: number, to: number): readonly SymbolFact[] {
    const found: number[] = [];
    for (let line = from; line <= to; line++) for (const position of positions.get(line) ?? []) found.push(position);
    return found.sort((left, right) => left - right).map((position) => this.symbols[position] as SymbolFact);
  }
}

function positionsBy(symbols: readonly SymbolFact[], lineOf: (symbol: SymbolFact) => number): Positions {
  const positions = new Map<number, number[]>();
  for (const [position, symbol] of symbols.entries()) {
    const known = positions.get(lineOf(symbol));
    if (known) known.push(position);
    else positions.set(lineOf(symbol), [position]);
  }
  return positions;
}

/** A tree of maxima over the lines in which symbols end: node n has the larger one of 2n and 2n + 1, leaves begin at `size`. */
class EndLines {
  private readonly size: number;
  private readonly maxima: Int32Array;

  constructor(private readonly symbols: readonly LineSpan[]) {
    // One leaf more than there are symbols: the search begins behind the last one.
    this.size = 2 ** Math.ceil(Math.log2(symbols.length + 1));
    this.maxima = new Int32Array(2 * this.size);
    for (const [at, { endLine }] of symbols.entries()) this.maxima[this.size + at] = endLine;
    for (let at = this.size - 1; at > 0; at--) this.maxima[at] = Math.max(this.maximum(2 * at), this.maximum(2 * at + 1));
  }

  /** Position of the last symbol that begins in line `from` or above and ends in line `to` or below; -1 for none. */
  lastAround(from: number, to: number): number {
    let node = this.size + this.countUpTo(from);
    for (; node > 1; node >>= 1) if (node % 2 === 1 && this.maximum(node - 1) >= to) break;
    if (node <= 1) return -1;
    node--;
    while (node < this.size) node = this.maximum(2 * node + 1) >= to ? 2 * node + 1 : 2 * node;
    return node - this.size;
  }

  /** How many symbols begin in a line or above. */
  private countUpTo(line: number): number {
    let [low, high] = [0, this.symbols.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.symbols[middle] as LineSpan).startLine <= line) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private maximum(node: number): number {
    return this.maxima[node] as number;
  }
}
