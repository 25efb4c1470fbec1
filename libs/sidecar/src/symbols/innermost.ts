/** Finds the innermost range around an offset. Pure. */
import type { SymbolFact } from "../facts.ts";

type Place = Pick<SymbolFact, "start" | "end" | "parent">;

/**
 * Returns a function that maps an offset to the index of the innermost symbol around it, -1 if there is none.
 * A lookup takes logarithmic time, however deep symbols nest.
 *
 * @param symbols sorted by start, nested
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
  /** Starts and ends of symbols, ascending. */
  readonly offsets: readonly number[];
  /** The innermost symbol from the corresponding offset on; for equal offsets the last entry counts. */
  readonly around: readonly number[];
}

function boundaries(symbols: readonly Place[]): Boundaries {
  const offsets: number[] = [];
  const around: number[] = [];
  /** Closes the symbols around an offset that end before it, innermost first. */
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
