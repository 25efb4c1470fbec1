/** The six core tools, in the order in which they are listed everywhere. */
export const CORE_TOOLS = ["list_codebases", "manage_index", "search_codebase", "file_outline", "call_graph", "read_file"] as const;

export type ToolName = (typeof CORE_TOOLS)[number];

/** A call that can be made as it stands. */
export interface ToolCall {
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
}
