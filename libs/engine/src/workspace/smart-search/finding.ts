/** What `smart_search` finds in one root, before the roots are merged. */
import type { CallOf, SmartItem } from "@satori/contracts";

/** An item that is ranked by its tier and, within a tier, by its position in the list. */
export interface Finding extends Omit<SmartItem, "rank"> {
  /** From 0, the best. Separates full matches from partial ones in all roots. Default: 0. */
  readonly tier?: number;
}

/** The findings of one root. */
export interface Findings {
  /** Sorted by tier, best first. */
  readonly items: readonly Finding[];
  /** Whether there may be more. */
  readonly isCut: boolean;
  readonly notes: readonly string[];
  readonly indexCalls: readonly CallOf<"manage_index">[];
}

export function findings(items: readonly Finding[], rest: Partial<Omit<Findings, "items">> = {}): Findings {
  return { items, isCut: false, notes: [], indexCalls: [], ...rest };
}
