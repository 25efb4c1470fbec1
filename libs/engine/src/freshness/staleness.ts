/** What an answer says of an index that could not be brought up to date before it. Pure. */
import type { FreshnessDecision, WarningCode } from "@satori/contracts";
import type { FreshnessOutcome } from "./ensure-fresh.ts";

export interface Staleness {
  readonly warnings: readonly WarningCode[];
  /**
   * For the message: that the answer may lack recent changes, and why; null where the index is as the disk
   * is.
   */
  readonly doubt: string | null;
}

/** How the index was brought up to date, and why it may lack recent changes. */
export interface Freshness extends Staleness {
  readonly decision: FreshnessDecision;
}

export const UP_TO_DATE: Staleness = { warnings: [], doubt: null };

export function stalenessOf({ decision, isPartial }: FreshnessOutcome): Staleness {
  const partial: readonly WarningCode[] = isPartial ? ["PARTIAL_SCAN"] : [];
  if (decision.reason === undefined) return { warnings: partial, doubt: null };
  return {
    warnings: ["INDEX_MAY_BE_BEHIND", ...partial],
    doubt: `The index may lack recent changes: ${decision.reason}.`,
  };
}

/** Of an index that has another text of a file than was just read. */
export function stalenessOfFile(file: string): Staleness {
  return {
    warnings: ["INDEX_MAY_BE_BEHIND"],
    doubt: `The index may lack recent changes: ${file} has changed since it was indexed.`,
  };
}

/** A message with the doubt behind it, if there is one. */
export function doubting(message: string | undefined, { doubt }: Staleness): string | undefined {
  return withSentence(message, doubt);
}

/** A message with one more sentence behind it, if there is one. */
export function withSentence(message: string | undefined, sentence: string | null): string | undefined {
  return sentence === null ? message : message === undefined ? sentence : `${message} ${sentence}`;
}
