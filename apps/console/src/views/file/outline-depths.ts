/** The nesting depth of each symbol in an outline. Pure. */

/**
 * Depths by id; 0 at the top level, for a symbol whose parent is not listed, and for one that would contain
 * itself.
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
