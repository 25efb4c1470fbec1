/** The option `--fail-on`: changes that end `satori impact` with exit code 1. Pure. */
import { type ChangeImpactOk, counted } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { CommandError } from "../failure.ts";

/** Most dangerous first. */
export const FAILURE_REASONS = ["removed", "renamed", "signature", "misfits", "unreached"] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Reads a list with commas. Throws `INVALID_ARGUMENTS` for anything that is no reason. */
export function readFailOn(text: string | undefined): readonly FailureReason[] {
  if (text === undefined) return [];
  return text.split(",").map((word) => {
    const reason = FAILURE_REASONS.find((one) => one === word.trim());
    if (reason === undefined)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `--fail-on has ${JSON.stringify(printableLine(word.trim()))}, but takes ${FAILURE_REASONS.join(", ")}, ` +
          "separated by commas",
      );
    return reason;
  });
}

/** What the change has of the given reasons, in words; null if nothing. */
export function failureOf(answer: ChangeImpactOk, reasons: readonly FailureReason[]): string | null {
  const words = FAILURE_REASONS.filter((reason) => reasons.includes(reason)).flatMap((reason) => {
    const { count, noun } = COUNTS[reason];
    const number = count(answer);
    return number === 0 ? [] : [counted(number, noun)];
  });
  return words.length === 0 ? null : words.join(", ");
}

interface Countable {
  readonly count: (answer: ChangeImpactOk) => number;
  readonly noun: string;
}

const COUNTS: Readonly<Record<FailureReason, Countable>> = {
  removed: { count: ({ counts }) => counts.removed, noun: "removed symbol" },
  renamed: { count: ({ counts }) => counts.renamed, noun: "renamed symbol" },
  signature: { count: ({ counts }) => counts.signature_changed, noun: "changed signature" },
  misfits: { count: ({ counts }) => counts.misfits, noun: "misfit" },
  unreached: { count: ({ tests }) => tests.unreached.length, noun: "unreached function" },
};
