/** What an answer says of an index that could not be brought up to date before it. Pure. */
import type { WarningCode } from "@satori/contracts";
import type { Freshening } from "./freshen.ts";

export interface Behind {
  readonly warnings: readonly WarningCode[];
  /**
   * For the message: that the answer may lack recent changes, and why; null where the index is as the disk
   * is.
   */
  readonly doubt: string | null;
}

export const NOT_BEHIND: Behind = { warnings: [], doubt: null };

export function behindOf({ decision, isPartial }: Freshening): Behind {
  const partial: readonly WarningCode[] = isPartial ? ["PARTIAL_SCAN"] : [];
  if (decision.reason === undefined) return { warnings: partial, doubt: null };
  return {
    warnings: ["INDEX_MAY_BE_BEHIND", ...partial],
    doubt: `The index may be behind the disk: ${decision.reason}.`,
  };
}

/** Of an index that has another text of a file than was just read. */
export function behindIn(file: string): Behind {
  return {
    warnings: ["INDEX_MAY_BE_BEHIND"],
    doubt: `The index may be behind the disk: ${file} has changed since it was indexed.`,
  };
}

/** A message with the doubt behind it, if there is one. */
export function doubting(message: string | undefined, { doubt }: Behind): string | undefined {
  return withSentence(message, doubt);
}

/** A message with one more sentence behind it, if there is one. */
export function withSentence(message: string | undefined, sentence: string | null): string | undefined {
  return sentence === null ? message : message === undefined ? sentence : `${message} ${sentence}`;
}
