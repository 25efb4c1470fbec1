/** Draws the bits to flip: the same number in each stratum, at random positions. */
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

/** Name of the stratum of a flip or region. */
export function stratumOf({ table, part }: Pick<Flip, "table" | "part">): string {
  return `${table}, ${part}`;
}

/** Groups items by name, in the order in which the names first occur. */
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

/** Draws flips, taking turns between the strata, so that every prefix of the list is stratified too. */
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
