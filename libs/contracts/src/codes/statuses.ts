/** All values of an envelope's `status`. Each tool's output type names the ones it uses. */
export const STATUSES = {
  ok: "The call succeeded.",
  not_ready: "An index run is active for this codebase; call again when it has ended.",
  requires_reindex: "The index was built with a different embedder, store or schema than the runtime's.",
  not_indexed: "No codebase with a complete index covers the path.",
  blocked: "The action was refused because a cheaper one is enough.",
  not_found: "No such file, symbol or codebase.",
  ambiguous: "Several candidates match; the answer lists them.",
  unsupported: "The tool does not support the file's language.",
  error: "The call failed; see `error`.",
} as const;

export type Status = keyof typeof STATUSES;

/** Statuses that stop a tool before it reads an index, in the order in which they are checked. */
export const GATING_STATUSES = [
  "requires_reindex",
  "not_ready",
  "not_indexed",
] as const satisfies readonly Status[];
export type GatingStatus = (typeof GATING_STATUSES)[number];

/** Statuses of `manage_index`: success, a gate, a refusal or a failure. */
export const MANAGE_STATUSES = [
  "ok",
  "not_ready",
  "requires_reindex",
  "not_indexed",
  "blocked",
  "error",
] as const satisfies readonly Status[];
export type ManageStatus = (typeof MANAGE_STATUSES)[number];
