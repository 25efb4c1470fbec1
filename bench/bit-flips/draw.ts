/** Draws the bits to flip: as many of each stratum, wherever in it. */
import { type Random, below } from "../support/random.ts";
import type { PartOfPage, Region } from "./pages.ts";

export interface Flip {
  readonly table: string;
  readonly part: PartOfPage;
  /** Position of the byte in the file. */
  readonly at: number;
  /** 0 to 7. */
  readonly bit: number;
}

/** Word lists get their checks with a table of their own: flips in them are drawn and reported apart. */
export function isWordList({ table }: Pick<Flip, "table">): boolean {
  return /\blexical/.test(table);
}

/** What flips and regions are counted by. */
export function stratumOf({ table, part }: Pick<Flip, "table" | "part">): string {
  return `${table}, ${part}`;
}

/** In the order in which their names come up first. */
export function groupsOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** In turns of the strata, so that any beginning of the list is stratified too. */
export function drawFlips(regions: readonly Region[], count: number, random: Random): readonly Flip[] {
  const strata = [...groupsOf(regions, stratumOf).values()];
  return Array.from({ length: strata.length === 0 ? 0 : count }, (_, at) => {
    const stratum = strata[at % strata.length] ?? [];
    let left = below(
      stratum.reduce((sum, { from, to }) => sum + to - from, 0),
      random,
    );
    const region = stratum.find(({ from, to }) => {
      if (left < to - from) return true;
      left -= to - from;
      return false;
    });
    if (!region) throw new Error("A stratum has no bytes");
    return { table: region.table, part: region.part, at: region.from + left, bit: below(8, random) };
  });
}
