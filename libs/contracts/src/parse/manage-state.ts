/** States of an index, as answers of `manage_index` tell them. */

export const MANAGE_STATES = [
  "indexing",
  "indexed",
  "indexfailed",
  "requires_reindex",
  "not_indexed",
  "unknown",
] as const;

export type ManageState = (typeof MANAGE_STATES)[number];
