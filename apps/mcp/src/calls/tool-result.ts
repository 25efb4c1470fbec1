/** Answers as MCP's tool results. Pure. */
import { type ToolName, type ToolOutput, outcomeOf } from "@satori/contracts";

/** A type alias: an interface would not fit the protocol's open result types. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError: boolean;
};

/** The text is the answer as JSON; of a plain read it is the file's own text, which models read better without escapes. */
export function toolResult(answer: ToolOutput<ToolName>): ToolResult {
  const isPlainRead = "tool" in answer && answer.tool === "read_file" && answer.status === "ok" && answer.mode === "plain";
  const text = isPlainRead ? answer.content : JSON.stringify(answer);
  return { content: [{ type: "text", text }], structuredContent: { ...answer }, isError: outcomeOf(answer).status === "error" };
}
