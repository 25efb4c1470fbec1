/** Limits of the result mode `context`, and how its budget is divided. */
import { LIMITS } from "@satori/contracts";
import { CHARS_PER_TOKEN } from "../present/budget.ts";

/** Tokens for each excerpt, on average: the signature and a few lines. */
const TOKENS_PER_EXCERPT = 140;
const LEAST_EXCERPTS = 5;
const MOST_EXCERPTS = 40;

/**
 * Shares of the budget that each part may take at most before excerpts grow into what remains. Ranked
 * excerpts come first, so the others share what these leave.
 */
export const SHARES = { ranked: 0.82, callees: 0.06, edges: 0.12, types: 0.06, hint: 0.12 } as const;
/** Share of the budget that is kept free for the calls in `omitted`. They may also take what remains. */
export const OMITTED_SHARE = 0.2;
/** Largest share of a small budget that is kept free for the search among them. */
export const SEARCH_SHARE = 0.3;
/** Callees of the entry that are shown although they are no results. */
export const MAX_ADDED_CALLEES = 3;
/** Excerpts whose signatures are searched for types, best first. */
export const MAX_TYPED_EXCERPTS = 10;
/** Definitions of types that are shown. */
export const MAX_TYPES = 12;
/** Characters that `freshnessDecision` and `meta`, which differ from call to call, count with at least. */
export const VARIABLE_CHARS = 140;

/** Number of excerpts that a budget has room for. */
export function contextLimit(maxTokens: number = LIMITS.contextDefaultTokens): number {
  return Math.max(LEAST_EXCERPTS, Math.min(MOST_EXCERPTS, Math.floor(maxTokens / TOKENS_PER_EXCERPT)));
}

/** Most characters of JSON whose estimate is within a number of tokens. */
export function charsOfTokens(tokens: number): number {
  return Math.floor(tokens * CHARS_PER_TOKEN);
}
