/** The six core tools, in the order in which they are listed everywhere. */
export const CORE_TOOLS = ["list_codebases", "manage_index", "search_codebase", "file_outline", "call_graph", "read_file"] as const;

/** Tools of the set `scope`, likewise. */
export const SCOPE_TOOLS = ["set_scope", "list_paths", "search_text", "semantic_search"] as const;

export type CoreToolName = (typeof CORE_TOOLS)[number];
export type ToolName = CoreToolName | (typeof SCOPE_TOOLS)[number];

/** All tools, in listing order. */
export const TOOL_NAMES: readonly ToolName[] = [...CORE_TOOLS, ...SCOPE_TOOLS];

/** A call that can be made as it stands: of a core tool, since the others need not be offered. */
export interface ToolCall {
  readonly tool: CoreToolName;
  readonly args: Readonly<Record<string, unknown>>;
}
