/**
 * States of indexing, read from the sentences of servers that answered in prose before envelopes. Nothing
 * else of the product reads prose; `docs/migrations/legacy-text.md` lists what goes when this goes.
 */
import type { ManageState } from "./manage-state.ts";

/** In this order: a sentence that fits several is about the first. */
const SAYINGS: readonly (readonly [state: ManageState, ...parts: string[]])[] = [
  ["indexing", "currently being indexed", "currently indexing"],
  ["indexed", "fully indexed and ready"],
  ["indexfailed", "indexing failed"],
  ["requires_reindex", "must be rebuilt", "incompatible with the current runtime"],
  ["not_indexed", "is not indexed"],
];

/**
 * The state that an old text tells of, upper and lower case alike; `unknown` where it tells of none.
 *
 * @deprecated Removed in 1.0.0. Servers answer with envelopes, which `parseManageStatus` reads without it.
 */
export function parseLegacyManageText(text: string): ManageState {
  const said = text.toLowerCase();
  return SAYINGS.find(([, ...parts]) => parts.some((part) => said.includes(part)))?.[0] ?? "unknown";
}
