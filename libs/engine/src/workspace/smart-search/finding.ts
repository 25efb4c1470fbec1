/** What the engines of smart_search find in one root, before the roots are put together. */
import type { CallOf, SmartItem } from "@satori/contracts";

/** An item whose rank is told by its tier, and within it by its place in a list. */
export interface Finding extends Omit<SmartItem, "rank"> {
  /** From 0, the best: tells apart what fits from what does in part, whichever root it is in. Default: 0. */
  readonly tier?: number;
}

export interface Findings {
  /** By tier, best first. */
  readonly items: readonly Finding[];
  /** There may be more. */
  readonly isCut: boolean;
  readonly notes: readonly string[];
  readonly indexCalls: readonly CallOf<"manage_index">[];
}

export function findings(items: readonly Finding[], rest: Partial<Omit<Findings, "items">> = {}): Findings {
  return { items, isCut: false, notes: [], indexCalls: [], ...rest };
}
