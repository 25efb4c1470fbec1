/** Parses answers of the workspace tools, which have a form of their own. */
import type { WorkspaceToolName } from "../tool-names.ts";
import type { ToolOutput } from "../tools/index.ts";
import { type ToolResult, jsonIn } from "./envelope.ts";

export type AnyWorkspaceAnswer = { [Tool in WorkspaceToolName]: ToolOutput<Tool> }[WorkspaceToolName];

/**
 * The `structuredContent` of a tool result if it has the form of a workspace answer; for an error without
 * structured content, its first text block as JSON; else null. The answer does not name its tool. Never
 * throws.
 */
export function parseWorkspaceAnswer(result: ToolResult): AnyWorkspaceAnswer | null {
  const { structuredContent, isError } = result;
  if (isWorkspaceAnswer(structuredContent)) return structuredContent;
  // Only failures: the text of anything else may be a file's.
  const failure = isError === true && structuredContent === undefined ? jsonIn(result) : null;
  return isWorkspaceAnswer(failure) && "code" in failure ? failure : null;
}

function isWorkspaceAnswer(value: unknown): value is AnyWorkspaceAnswer {
  return typeof value === "object" && value !== null && ("result" in value || "code" in value);
}
