/** The part of an answer that the model reads: the server's own words, cut to the available room. Pure. */
import { type ToolResult, textsOf } from "@satori/contracts";
import { BRIDGE_LIMITS } from "./limits.ts";

/** @param maxBytes of UTF-8, without the note about the cut */
export function modelText(result: ToolResult, maxBytes: number = BRIDGE_LIMITS.textBytes): string {
  const texts = textsOf(result);
  return cut(texts.length > 0 ? texts.join("\n") : JSON.stringify(result.structuredContent ?? {}), maxBytes);
}

function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // Streaming mode drops a character that is cut in two.
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return (
    `${kept}\n[Truncated: first ${maxBytes} of ${bytes.length} bytes. Request less at once: ` +
    "start_line and end_line, limit, maxTokens, limitSymbols.]"
  );
}
