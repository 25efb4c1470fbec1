/** What the model reads of an answer: the server's own words, as far as a context has room for them. Pure. */
import { type ToolResult, textsOf } from "@satori/contracts";
import { BRIDGE_LIMITS } from "./limits.ts";

/** @param maxBytes of UTF-8, besides the note that tells of a cut */
export function modelText(result: ToolResult, maxBytes: number = BRIDGE_LIMITS.textBytes): string {
  const texts = textsOf(result);
  return cut(texts.length > 0 ? texts.join("\n") : JSON.stringify(result.structuredContent ?? {}), maxBytes);
}

function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // A character that is cut in two is left out whole.
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
  return (
    `${kept}\n[Truncated: first ${maxBytes} of ${bytes.length} bytes. Request less at once: ` +
    "start_line and end_line, limit, maxTokens, limitSymbols.]"
  );
}
