/** What the engines of smart_search find in one root, before the roots are put together. */
import type { SmartItem, ToolCall } from "@satori/contracts";

/** An item whose rank is told by its place in a list. */
export type Finding = Omit<SmartItem, "rank">;

export interface Findings {
  /** Best first. */
  readonly items: readonly Finding[];
  /** There may be more. */
  readonly isCut: boolean;
  readonly notes: readonly string[];
  readonly indexCalls: readonly ToolCall[];
}

export function findings(items: readonly Finding[], rest: Partial<Omit<Findings, "items">> = {}): Findings {
  return { items, isCut: false, notes: [], indexCalls: [], ...rest };
}
