/** Settings that limit how long a tool may take to answer. */
import type { SettingName } from "./settings.ts";
import type { ToolName } from "./tool-names.ts";

/**
 * Setting with the deadline of each tool. For `manage_index` it applies only to `status`: its other actions
 * may run as long as they make progress.
 */
export const DEADLINE_SETTINGS = {
  list_codebases: "SATORI_ANSWER_DEADLINE_MS",
  manage_index: "SATORI_ANSWER_DEADLINE_MS",
  search_codebase: "SATORI_SEARCH_DEADLINE_MS",
  file_outline: "SATORI_ANSWER_DEADLINE_MS",
  call_graph: "SATORI_CALL_GRAPH_DEADLINE_MS",
  read_file: "SATORI_ANSWER_DEADLINE_MS",
  set_scope: "SATORI_ANSWER_DEADLINE_MS",
  list_paths: "SATORI_ANSWER_DEADLINE_MS",
  search_text: "SATORI_TEXT_SEARCH_DEADLINE_MS",
  semantic_search: "SATORI_SEARCH_DEADLINE_MS",
  change_impact: "SATORI_REVIEW_DEADLINE_MS",
  unused_symbols: "SATORI_REVIEW_DEADLINE_MS",
  type_hierarchy: "SATORI_CALL_GRAPH_DEADLINE_MS",
  symbol_history: "SATORI_REVIEW_DEADLINE_MS",
  compare_versions: "SATORI_REVIEW_DEADLINE_MS",
  list_dir: "SATORI_ANSWER_DEADLINE_MS",
  smart_search: "SATORI_SEARCH_DEADLINE_MS",
  workspace_read: "SATORI_ANSWER_DEADLINE_MS",
  workspace_search: "SATORI_TEXT_SEARCH_DEADLINE_MS",
} as const satisfies Record<ToolName, SettingName>;

/**
 * Setting with the deadline of a call; null for runs, syncs and removals, which may run as long as they make
 * progress.
 *
 * @param args as received, valid or not
 */
export function deadlineSetting(tool: ToolName, args: unknown): DeadlineSetting | null {
  const isBounded =
    tool !== "manage_index" || (args as { readonly action?: unknown } | null)?.action === "status";
  return isBounded ? DEADLINE_SETTINGS[tool] : null;
}

export type DeadlineSetting = (typeof DEADLINE_SETTINGS)[ToolName];
