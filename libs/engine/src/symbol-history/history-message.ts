/** The sentences of an answer about a history: how many commits, and why there are no older ones. Pure. */
import type { HistoryEnd, UncommittedChange } from "@satori/contracts";
import type { SymbolHistory } from "./follow-symbol.ts";

export interface HistoryCounts {
  readonly total: number;
  readonly shown: number;
  readonly history: Pick<SymbolHistory, "ends" | "layoutOnly">;
  readonly uncommitted: UncommittedChange | null;
}

const ENDS: Readonly<Record<HistoryEnd, string | null>> = {
  created: null,
  range: "Older commits are outside the range.",
  shallow: "The clone is shallow and has no older commits: `git fetch --unshallow` gets them.",
  limit: "A limit was reached; pass a range that ends before the oldest commit to see older ones.",
  deadline: "The deadline passed before older commits were looked at.",
  unreadable: "An older version of the file could not be read.",
  outside: "It came from a file outside the allowed folders, where its history was not followed.",
};

export function historyMessage(
  name: string,
  { total, shown, history: { ends, layoutOnly }, uncommitted }: HistoryCounts,
): string {
  const commits = `${total} ${total === 1 ? "commit" : "commits"}`;
  return [
    `${commits} changed ${name}${shown < total ? `; ${shown} are shown` : ""}.`,
    uncommitted === null ? null : "It has uncommitted changes.",
    layoutOnly === 0 ? null : `${layoutOnly} more changed only comments or layout.`,
    ...ends.map((end) => ENDS[end]),
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}
