/** Parses answers of the workspace tools, which have a form of their own. */
import type { WorkspaceToolName } from "../tool-names.ts";
import type { ToolOutput } from "../tools/index.ts";
import type { ToolResult } from "./envelope.ts";

export type AnyWorkspaceAnswer = { [Tool in WorkspaceToolName]: ToolOutput<Tool> }[WorkspaceToolName];

/**
 * The `structuredContent` of a tool result if it has the form of a workspace answer, else null. The answer
 * does not name its tool. Never throws.
 */
export function parseWorkspaceAnswer({ structuredContent }: ToolResult): AnyWorkspaceAnswer | null {
  return isWorkspaceAnswer(structuredContent) ? structuredContent : null;
}

function isWorkspaceAnswer(value: unknown): value is AnyWorkspaceAnswer {
  return typeof value === "object" && value !== null && ("result" in value || "code" in value);
}
