/** How deep each symbol of an outline lies within others. Pure. */

/**
 * By id; 0 at the top, and where the symbol around it is not listed. What would lie within itself lies at the
 * top.
 */
export function depthsOf(
  symbols: readonly { readonly symbolId: string; readonly parent: string | null }[],
): Map<string, number> {
  const parents = new Map(symbols.map(({ symbolId, parent }) => [symbolId, parent]));
  const depthOf = (id: string): number => {
    const above = new Set([id]);
    for (let at = parents.get(id) ?? null; at !== null && parents.has(at); at = parents.get(at) ?? null) {
      if (above.has(at)) return 0;
      above.add(at);
    }
    return above.size - 1;
  };
  return new Map(symbols.map(({ symbolId }) => [symbolId, depthOf(symbolId)]));
}
