/** Finds what lies around an offset. Pure. */
import type { SymbolFact } from "../facts.ts";

type Place = Pick<SymbolFact, "start" | "end" | "parent">;

/**
 * Returns a function from an offset to the position of the innermost symbol around it; -1 if there is none.
 * However deep they nest, it takes the logarithm of their number.
 *
 * @param symbols by start, nested
 */
export function innermost(symbols: readonly Place[]): (offset: number) => number {
  const { offsets, around } = boundaries(symbols);
  return (offset) => {
    let low = 0;
    let high = offsets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return around[low - 1] ?? -1;
  };
}

interface Boundaries {
  /** Where symbols begin and end, ascending. */
  readonly offsets: readonly number[];
  /** What is innermost from there on; of equal offsets the last one counts. */
  readonly around: readonly number[];
}

function boundaries(symbols: readonly Place[]): Boundaries {
  const offsets: number[] = [];
  const around: number[] = [];
  /** Ends the symbols around a position, from the inside, up to one that goes on. */
  const leave = (inner: number, outer: number, offset: number): void => {
    for (let at = inner; at !== outer && at !== -1; at = (symbols[at] as Place).parent) {
      const { end, parent } = symbols[at] as Place;
      if (end > offset) continue;
      offsets.push(end);
      around.push(parent);
    }
  };
  for (const [at, { start, parent }] of symbols.entries()) {
    leave(at - 1, parent, start);
    offsets.push(start);
    around.push(at);
  }
  leave(symbols.length - 1, -1, Number.MAX_SAFE_INTEGER);
  return { offsets, around };
}
