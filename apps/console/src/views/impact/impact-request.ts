/** The call that a page about an impact makes, and why it makes none. Pure. */
import { type ChangeImpactInput, LIMITS, type WithPath } from "@satori/contracts";
import type { ImpactRoute } from "../../routing/route.ts";
import { bytes } from "../../wording.ts";

/** Enough for each affected symbol with its lines: the limit of the page cuts before the budget does. */
const TOKENS_OF_SYMBOL = 200;
/** What a request contains besides the diff. */
const ENVELOPE_BYTES = 8_192;

/** Null if the choice is not complete. @param diff the pasted diff; empty if there is none */
export function impactArguments(
  { path, source, base, head, symbol, change, depth, limit }: ImpactRoute,
  diff: string,
): WithPath<ChangeImpactInput> | null {
  const maxTokens = Math.min(LIMITS.changeImpact.maxTokens.maximum, limit * TOKENS_OF_SYMBOL);
  const args = { path, depth, limit, maxTokens: Math.max(LIMITS.changeImpact.maxTokens.minimum, maxTokens) };
  switch (source) {
    case "work_tree":
      return args;
    case "commits":
      return base === "" ? null : { ...args, base, ...(head === "" ? {} : { head }) };
    case "diff":
      return diff === "" ? null : { ...args, diff };
    case "symbols":
      return symbol === "" ? null : { ...args, symbols: [{ symbol, change }] };
  }
}

/** What is missing in a choice, or too large in it; empty if it can be sent. */
export function choiceProblem({ source, base, symbol }: ImpactRoute, diff: string): string {
  switch (source) {
    case "work_tree":
      return "";
    case "commits":
      return base === "" ? "Choose the version before the change: a branch, a tag or a commit." : "";
    case "diff":
      return diffProblem(diff);
    case "symbols":
      return symbol === "" ? "Name the symbol that is to be changed." : "";
  }
}

function diffProblem(diff: string): string {
  if (diff.trim() === "") return "Paste a diff first, as `git diff` prints it.";
  // As it is sent: each line end takes two bytes then.
  const size = new TextEncoder().encode(JSON.stringify(diff)).length;
  return size > LIMITS.maxHttpBodyBytes - ENVELOPE_BYTES
    ? `The diff takes ${bytes(size)}, and the server accepts ${bytes(LIMITS.maxHttpBodyBytes)}: paste a part ` +
        "of it, or compare two versions."
    : "";
}
