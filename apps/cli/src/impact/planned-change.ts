/** Reads the changes that `satori impact --symbol` plans. */
import { PLANNED_CHANGES, type PlannedChange, type PlannedChangeKind } from "@satori/contracts";
import { locateInCodebase } from "../codebase.ts";
import { CommandError } from "../failure.ts";
import type { Session } from "../session.ts";
import { splitAtFile } from "../symbol-argument.ts";

/** The change of a symbol that nothing else is said about: it affects all code that a smaller one would. */
const DEFAULT_CHANGE: PlannedChangeKind = "signature";

/**
 * Reads `SYMBOL` or `SYMBOL:CHANGE`. In `FILE:NAME` and `FILE:LINE`, the file may be relative to the working
 * directory, and a name may be that of a change. Throws `INVALID_ARGUMENTS` for an empty text.
 */
export function readPlannedChange(
  text: string,
  session: Pick<Session, "isLocal" | "places" | "codebase" | "indexedRoot">,
): PlannedChange {
  if (text.trim() === "")
    throw new CommandError("INVALID_ARGUMENTS", "--symbol is empty: pass NAME or NAME:remove");
  const whole = splitAtFile(text, session);
  // `cart.ts:remove` is the symbol `remove` of a file: a file itself is no symbol.
  const { symbol, change } = isChange(whole?.rest)
    ? { symbol: text, change: DEFAULT_CHANGE }
    : splitChange(text);
  const named = splitAtFile(symbol, session);
  if (named === null) return { symbol, change };
  const { file } = locateInCodebase(named.path, session);
  return { symbol: `${file}:${named.rest}`, change };
}

function splitChange(text: string): PlannedChange {
  const colon = text.lastIndexOf(":");
  const change = text.slice(colon + 1);
  return colon > 0 && isChange(change)
    ? { symbol: text.slice(0, colon), change }
    : { symbol: text, change: DEFAULT_CHANGE };
}

function isChange(text: string | undefined): text is PlannedChangeKind {
  return PLANNED_CHANGES.some((change) => change === text);
}
