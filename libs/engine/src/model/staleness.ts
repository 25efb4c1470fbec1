/** What an answer says about an index that may be behind the disk. Pure. */
import type { FreshnessDecision, WarningCode } from "@satori/contracts";

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

/** Result of an attempt to bring an index up to date. */
export interface FreshnessOutcome {
  readonly decision: FreshnessDecision;
  /** Parts of the tree could not be read. */
  readonly isPartial: boolean;
}

export const UP_TO_DATE: Staleness = { warnings: [], doubt: null };

/** Warnings and doubt of an answer, by the result of bringing its index up to date. */
export function stalenessOf({ decision, isPartial }: FreshnessOutcome): Staleness {
  const partial: readonly WarningCode[] = isPartial ? ["PARTIAL_SCAN"] : [];
  if (decision.reason === undefined) return { warnings: partial, doubt: null };
  return {
    warnings: ["INDEX_MAY_BE_BEHIND", ...partial],
    doubt: `The index may lack recent changes: ${decision.reason}.`,
  };
}

/**
 * Freshness of a first run that is still active: it compares nothing with the disk again. A commit never
 * changes.
 *
 * @param startedAt of the run; ISO 8601
 */
export function freshnessOfWords(
  startedAt: string,
  {
    isCommit,
    nowMs,
    freshnessMs,
  }: { readonly isCommit: boolean; readonly nowMs: number; readonly freshnessMs: number },
): Freshness {
  const ageMs = nowMs - Date.parse(startedAt);
  const decision: FreshnessDecision =
    isCommit || (ageMs >= 0 && ageMs <= freshnessMs)
      ? { mode: "fresh", checkedAt: startedAt }
      : {
          mode: "skipped_indexing",
          checkedAt: startedAt,
          reason: "the first run is still active, and files may have changed since it read them",
        };
  return { decision, ...stalenessOf({ decision, isPartial: false }) };
}

/** Staleness of an index whose text of a file differs from the text that was just read. */
export function stalenessOfFile(file: string): Staleness {
  return {
    warnings: ["INDEX_MAY_BE_BEHIND"],
    doubt: `The index may lack recent changes: ${file} has changed since it was indexed.`,
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
