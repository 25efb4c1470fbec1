/** States of an index that clients derive from answers of `manage_index`. */

export const MANAGE_STATES = [
  "indexing",
  "indexed",
  "indexfailed",
  "requires_reindex",
  "not_indexed",
  "unknown",
] as const;

export type ManageState = (typeof MANAGE_STATES)[number];
