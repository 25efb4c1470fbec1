/** Pseudo-random numbers: the same seed gives the same numbers, so that an experiment can be repeated. */

/** From 0 to 1, exclusive. */
export type Random = () => number;

/** @see Mulberry32 by Tommy Ettinger: 32 bits of state, enough for some thousand numbers */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to `end`, exclusive. */
export function below(end: number, random: Random): number {
  return Math.floor(random() * end);
}

export function oneOf<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[below(items.length, random)] ?? items[0];
}

/** The items in random order. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
