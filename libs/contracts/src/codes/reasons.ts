/** Stable keys to branch on. Each of the three gating reasons belongs to exactly one status. */
export const REASONS = {
  indexing: "A create or reindex run is active for this codebase.",
  requires_reindex: "The fingerprint of the index differs from the runtime's.",
  not_indexed: "No codebase, or no valid completion marker, covers the path.",
  unnecessary_reindex_ignore_only: "Only ignore rules changed since the last sync: `sync` applies them.",
  preflight_unknown: "The preflight found no reason for a rebuild; the rebuild was started anyway.",
} as const;

/** Reasons of `manage_index`: all of them. */
export type ManageReason = keyof typeof REASONS;
export const MANAGE_REASONS = Object.keys(REASONS) as readonly ManageReason[];

/** The reasons shared by every gated tool. */
export const NON_OK_REASONS = [
  "indexing",
  "requires_reindex",
  "not_indexed",
] as const satisfies readonly ManageReason[];
export type NonOkReason = (typeof NON_OK_REASONS)[number];
