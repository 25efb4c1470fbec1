/** The six core tools, in the order in which they are listed everywhere. */
export const CORE_TOOLS = [
  "list_codebases",
  "manage_index",
  "search_codebase",
  "file_outline",
  "call_graph",
  "read_file",
] as const;

/** Tools of the set `scope`, in listing order. */
export const SCOPE_TOOLS = ["set_scope", "list_paths", "search_text", "semantic_search"] as const;

/** Tools of the set `review`, in listing order. */
export const REVIEW_TOOLS = [
  "change_impact",
  "unused_symbols",
  "type_hierarchy",
  "symbol_history",
  "compare_versions",
] as const;

/**
 * Tools of the set `workspace`, in listing order. Their answers have a form of their own: see `workspace.ts`.
 */
export const WORKSPACE_TOOLS = ["list_dir", "smart_search", "workspace_read", "workspace_search"] as const;

/** Tools whose `path` may be left out: it is then the session's root (docs/server.md). */
export const DEFAULT_PATH_TOOLS = [
  "search_codebase",
  "file_outline",
  "call_graph",
  "read_file",
  "change_impact",
  "unused_symbols",
  "type_hierarchy",
  "symbol_history",
  "compare_versions",
] as const satisfies readonly EnvelopeToolName[];

export type CoreToolName = (typeof CORE_TOOLS)[number];
/** Tools that answer with an envelope. */
export type EnvelopeToolName = CoreToolName | (typeof SCOPE_TOOLS)[number] | (typeof REVIEW_TOOLS)[number];
export type DefaultPathTool = (typeof DEFAULT_PATH_TOOLS)[number];
export type WorkspaceToolName = (typeof WORKSPACE_TOOLS)[number];
export type ToolName = EnvelopeToolName | WorkspaceToolName;

/** All tools, in listing order. */
export const TOOL_NAMES: readonly ToolName[] = [
  ...CORE_TOOLS,
  ...SCOPE_TOOLS,
  ...REVIEW_TOOLS,
  ...WORKSPACE_TOOLS,
];

export function isWorkspaceTool(tool: ToolName): tool is WorkspaceToolName {
  return (WORKSPACE_TOOLS as readonly ToolName[]).includes(tool);
}

export function hasDefaultPath(tool: ToolName): tool is DefaultPathTool {
  return (DEFAULT_PATH_TOOLS as readonly ToolName[]).includes(tool);
}

/** A call that can be made as it stands: of a core tool, since the others need not be offered. */
export interface ToolCall {
  readonly tool: CoreToolName;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Arguments that a client adds to the schemas of all tools for its own use, but passes on with the calls. A
 * server leaves them out, so that they do not make a call invalid. No tool has an argument of such a name.
 *
 * - `wait_for_previous`: Gemini CLI, whether a call waits for the calls before it
 */
export const CLIENT_ARGUMENTS = ["wait_for_previous"] as const;
