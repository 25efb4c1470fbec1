/** Decides when to mention Satori to an agent that explores code with grep and file reads. Pure. */
import type { ToolUse } from "./tool-use.ts";

/** Searches and reads in a row after which advice is given. */
export const FIRST_ADVICE_AT = 5;
/** Further searches and reads in the same row after which it is repeated. */
const NEXT_ADVICE_AFTER = 20;
/** Advice for one agent: more would be noise. */
export const MAX_ADVICE = 3;
/** Read files that are remembered, so that reading on in one of them does not count again. */
const MAX_TARGETS = 50;
/** Without a call for this long, a row has ended. */
export const ROW_EXPIRES_AFTER_MS = 30 * 60 * 1000;

/** What is known of one agent of one session. */
export interface Exploration {
  /** Searches and reads in a row. */
  readonly row: number;
  /** What was read in this row. */
  readonly targets: readonly string[];
  /** How often advice was given. */
  readonly advised: number;
  /** Time of the last call, in milliseconds since 1970. */
  readonly atMs: number;
}

export const NEW_EXPLORATION: Exploration = { row: 0, targets: [], advised: 0, atMs: 0 };

/** One line, as a statement of fact: clients show text that reads like an order to the user instead. */
export const ADVICE =
  "Satori is available here: one call of its tool search_codebase (in a shell: satori search " +
  '"question") usually replaces a series of greps and reads; file_outline (satori outline FILE) lists what a ' +
  "file declares, and call_graph (satori callers NAME) who calls a symbol.";

/** Counts a call, and says whether advice is due. */
export function afterCall(
  before: Exploration,
  use: ToolUse,
  nowMs: number,
): { readonly exploration: Exploration; readonly isAdviceDue: boolean } {
  const isExpired = nowMs - before.atMs > ROW_EXPIRES_AFTER_MS;
  const { row, targets } = isExpired ? NEW_EXPLORATION : before;
  const rest = { advised: before.advised, atMs: nowMs };
  if (use.kind === "other") return { exploration: { row: 0, targets: [], ...rest }, isAdviceDue: false };
  if (use.kind === "read" && targets.includes(use.target))
    return { exploration: { row, targets, ...rest }, isAdviceDue: false };
  const now = row + 1;
  const isAdviceDue =
    before.advised < MAX_ADVICE &&
    now >= FIRST_ADVICE_AT &&
    (now - FIRST_ADVICE_AT) % NEXT_ADVICE_AFTER === 0;
  return {
    exploration: {
      row: now,
      targets: use.kind === "read" ? [...targets, use.target].slice(-MAX_TARGETS) : targets,
      advised: before.advised + (isAdviceDue ? 1 : 0),
      atMs: nowMs,
    },
    isAdviceDue,
  };
}
