/** What an envelope's `status` can say, over all tools. Each tool's output type names the ones it uses. */
export const STATUSES = {
  ok: "The tool did what was asked.",
  not_ready: "An index run is active on this codebase; ask again when it has ended.",
  requires_reindex: "The index was made with another embedder, store or schema than the runtime's.",
  not_indexed: "No codebase with a complete index covers the path.",
  blocked: "The action was refused because a cheaper one does the job.",
  not_found: "The file, symbol or codebase that was named does not exist.",
  ambiguous: "Several candidates fit; the answer lists them.",
  unsupported: "The tool cannot answer this for the file's language.",
  error: "The call failed; `error` says why.",
} as const;

export type Status = keyof typeof STATUSES;

/** Statuses that stop a tool before it reads an index, in the order in which they are checked. */
export const GATING_STATUSES = [
  "requires_reindex",
  "not_ready",
  "not_indexed",
] as const satisfies readonly Status[];
export type GatingStatus = (typeof GATING_STATUSES)[number];

/** What `manage_index` can say: a run, a gate, a refusal or a failure. */
export const MANAGE_STATUSES = [
  "ok",
  "not_ready",
  "requires_reindex",
  "not_indexed",
  "blocked",
  "error",
] as const satisfies readonly Status[];
export type ManageStatus = (typeof MANAGE_STATUSES)[number];
