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

export const UP_TO_DATE: Staleness = { warnings: [], doubt: null };

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
