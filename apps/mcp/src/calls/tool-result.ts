/** Envelopes as MCP's tool results. Pure. */
import type { AnyEnvelope } from "@satori/contracts";

/** A type alias: an interface would not fit the protocol's open result types. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError: boolean;
};

/** The text is the envelope as JSON; of a plain read it is the file's own text, which models read better without escapes. */
export function toolResult(envelope: AnyEnvelope): ToolResult {
  const isPlainRead = envelope.tool === "read_file" && envelope.status === "ok" && envelope.mode === "plain";
  const text = isPlainRead ? envelope.content : JSON.stringify(envelope);
  return { content: [{ type: "text", text }], structuredContent: { ...envelope }, isError: envelope.status === "error" };
}
