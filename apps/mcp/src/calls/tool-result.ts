/** Converts answers into MCP tool results. Pure. */
import { type ToolName, type ToolOutput, outcomeOf } from "@satori/contracts";

/** A type alias: an interface would not fit the protocol's open result types. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError: boolean;
};

/**
 * The text is the answer as JSON. For a plain read it is the text of the file, which models read better
 * unescaped. If the answer says more than that, a second text contains the rest, since not every client shows
 * structured content to the model.
 */
export function toolResult(answer: ToolOutput<ToolName>): ToolResult {
  return {
    content: textsOf(answer).map((text) => ({ type: "text", text })),
    structuredContent: { ...answer },
    isError: outcomeOf(answer).status === "error",
  };
}

function textsOf(answer: ToolOutput<ToolName>): string[] {
  const isPlainRead =
    "tool" in answer && answer.tool === "read_file" && answer.status === "ok" && answer.mode === "plain";
  if (!isPlainRead) return [JSON.stringify(answer)];
  const { content, message, warnings, hints, file, symbol, startLine, endLine, totalLines, truncated } =
    answer;
  // A caller that requested a symbol does not know its file and lines.
  const says = message !== undefined || warnings !== undefined || hints !== undefined || symbol !== undefined;
  return says
    ? [content, JSON.stringify({ message, warnings, hints, file, startLine, endLine, totalLines, truncated })]
    : [content];
}
