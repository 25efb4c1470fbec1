/** What an answer says about an index that could not be brought up to date first. Pure. */
import type { FreshnessDecision, WarningCode } from "@satori/contracts";
import type { FreshnessOutcome } from "./ensure-fresh.ts";

export interface Staleness {
  readonly warnings: readonly WarningCode[];
  /**
   * Sentence for the message: the answer may lack recent changes, and why. Null if the index matches the
   * disk.
   */
  readonly doubt: string | null;
}

/** How the index was brought up to date, and why it may lack recent changes. */
export interface Freshness extends Staleness {
  readonly decision: FreshnessDecision;
}

export const UP_TO_DATE: Staleness = { warnings: [], doubt: null };

/** Warnings and doubt of an answer, by the result of bringing its index up to date. */
export function stalenessOf({ decision, isPartial }: FreshnessOutcome): Staleness {
  const partial: readonly WarningCode[] = isPartial ? ["PARTIAL_SCAN"] : [];
  if (decision.reason === undefined) return { warnings: partial, doubt: null };
  return {
    warnings: ["INDEX_MAY_BE_BEHIND", ...partial],
    doubt: `The index may be behind the disk: ${decision.reason}.`,
  };
}

/** Staleness of an index whose text of a file differs from the text that was just read. */
export function stalenessOfFile(file: string): Staleness {
  return {
    warnings: ["INDEX_MAY_BE_BEHIND"],
    doubt: `The index may be behind the disk: ${file} has changed since it was indexed.`,
  };
}

/** Appends the doubt to a message, if there is one. */
export function doubting(message: string | undefined, { doubt }: Staleness): string | undefined {
  return withSentence(message, doubt);
}

/** Appends a sentence to a message, if there is one. */
export function withSentence(message: string | undefined, sentence: string | null): string | undefined {
  return sentence === null ? message : message === undefined ? sentence : `${message} ${sentence}`;
}
