/** Joins what is known of a notebook's code and of its Markdown. Pure. */
import type { FileFacts, SymbolFact } from "../../facts.ts";

/** The facts of the code, with the headings of the Markdown cells among the symbols. */
export function withHeadings(facts: FileFacts, headings: readonly SymbolFact[]): FileFacts {
  const all = [
    ...headings.map((symbol) => ({ symbol, parent: headings[symbol.parent] })),
    ...facts.symbols.map((symbol) => ({ symbol, parent: facts.symbols[symbol.parent] })),
  ].sort((left, right) => left.symbol.start - right.symbol.start || right.symbol.end - left.symbol.end);
  const places = new Map(all.map(({ symbol }, at) => [symbol, at]));
  const symbols = all.map(({ symbol, parent }) => ({
    ...symbol,
    parent: parent === undefined ? -1 : (places.get(parent) ?? -1),
  }));
  // References and calls name symbols by their position, and calls between notebooks are not resolved.
  return { ...facts, symbols, references: [], calls: [], flow: null };
}
