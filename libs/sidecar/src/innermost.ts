/** Finds what lies around an offset. Pure. */
import type { SymbolFact } from "./facts.ts";

/**
 * Returns a function from an offset to the position of the innermost symbol around it; -1 if there is none.
 *
 * @param symbols by start, nested
 */
export function innermost(symbols: readonly Pick<SymbolFact, "start" | "end" | "parent">[]): (offset: number) => number {
  return (offset) => {
    let low = 0;
    let high = symbols.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((symbols[middle] as { start: number }).start <= offset) low = middle + 1;
      else high = middle;
    }
    // Symbols nest: the last one that begins before the offset, or one of those around it, is the one.
    for (let at = low - 1; at >= 0; at = symbols[at]?.parent ?? -1) if ((symbols[at] as { end: number }).end > offset) return at;
    return -1;
  };
}
