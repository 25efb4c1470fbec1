/** Answers as MCP's tool results. Pure. */
import { type ToolName, type ToolOutput, outcomeOf } from "@satori/contracts";

/** A type alias: an interface would not fit the protocol's open result types. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError: boolean;
};

/**
 * The text is the answer as JSON; of a plain read it is the file's own text, which models read better without
 * escapes, and behind it, where the answer says more than that text does, what it says: not every client
 * shows a model the structured form.
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
  // Whoever asked for a symbol does not know where it is.
  const says = message !== undefined || warnings !== undefined || hints !== undefined || symbol !== undefined;
  return says
    ? [content, JSON.stringify({ message, warnings, hints, file, startLine, endLine, totalLines, truncated })]
    : [content];
}
