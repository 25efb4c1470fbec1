/** Which changed symbols each definition leads to, through other changed symbols as well. Pure. */

export interface Steps {
  /** Definitions that depend directly on each changed symbol, by its index. */
  readonly direct: readonly (readonly number[])[];
  /** Definitions that call a definition, as far as they were looked up. */
  readonly callers: ReadonlyMap<number, readonly number[]>;
  /** Indexes of the changed symbols that a definition is. */
  readonly changedAt: ReadonlyMap<number, readonly number[]>;
}

/**
 * Indexes of changed symbols by definition, ascending. Definitions are keys of scopes.
 *
 * @param isEnded called for each step; if true, only direct dependents are added from then on. May throw
 */
export function reachedSymbols(steps: Steps, isEnded: () => boolean): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [of, direct] of steps.direct.entries()) {
    for (const key of reachedFrom(direct, steps, isEnded)) {
      const known = found.get(key);
      if (known) known.push(of);
      else found.set(key, [of]);
    }
  }
  return found;
}

function reachedFrom(
  direct: readonly number[],
  { callers, changedAt, direct: all }: Steps,
  isEnded: () => boolean,
): ReadonlySet<number> {
  const seen = new Set(direct);
  const open = [...seen];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (isEnded()) break;
    const above = [...(changedAt.get(key) ?? []).flatMap((of) => all[of] ?? []), ...(callers.get(key) ?? [])];
    for (const caller of above) {
      if (seen.has(caller)) continue;
      seen.add(caller);
      open.push(caller);
    }
  }
  return seen;
}
