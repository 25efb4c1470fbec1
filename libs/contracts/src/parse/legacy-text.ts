/**
 * Reads the state of an index from the prose of servers older than envelopes. Nothing else in the product
 * parses prose; `docs/migrations/legacy-text.md` lists what to remove together with this file.
 */
import type { ManageState } from "./manage-state.ts";

/** Phrases for each state. If a text contains phrases of several states, the first state wins. */
const SAYINGS: readonly (readonly [state: ManageState, ...parts: string[]])[] = [
  ["indexing", "currently being indexed", "currently indexing"],
  ["indexed", "fully indexed and ready"],
  ["indexfailed", "indexing failed"],
  ["requires_reindex", "must be rebuilt", "incompatible with the current runtime"],
  ["not_indexed", "is not indexed"],
];

/**
 * State that an old text describes, ignoring case; `unknown` if it describes none.
 *
 * @deprecated Removed in 1.0.0. Servers answer with envelopes, which `parseManageStatus` reads without it.
 */
export function parseLegacyManageText(text: string): ManageState {
  const said = text.toLowerCase();
  return SAYINGS.find(([, ...parts]) => parts.some((part) => said.includes(part)))?.[0] ?? "unknown";
}
