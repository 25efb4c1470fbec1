/** Reading answers back: for clients that got an MCP tool result from any Satori-compatible server. */
import { STATUSES, type Status } from "../codes/statuses.ts";
import { type EnvelopeToolName, isWorkspaceTool } from "../tool-names.ts";
import { isToolName, type ToolOutput } from "../tools/index.ts";

/** What clients need of MCP's tool result. */
export interface ToolResult {
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | undefined;
  readonly isError?: boolean | undefined;
}

export type AnyEnvelope = { [Tool in EnvelopeToolName]: ToolOutput<Tool> }[EnvelopeToolName];

/**
 * The envelope of a tool result: its `structuredContent`, else its first text block read as JSON. Null when neither is
 * an envelope of this version. Never throws.
 */
export function parseEnvelope(result: ToolResult): AnyEnvelope | null {
  if (isEnvelope(result.structuredContent)) return result.structuredContent;
  const text = textsOf(result)[0];
  if (!text?.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}

/** What a result says in words, block by block. Whoever sent it, blocks that are none are passed over. */
export function textsOf({ content }: ToolResult): readonly string[] {
  if (!Array.isArray(content)) return [];
  return (content as NonNullable<typeof content>).flatMap((block) => (block?.type === "text" && typeof block.text === "string" ? [block.text] : []));
}

function isEnvelope(value: unknown): value is AnyEnvelope {
  if (typeof value !== "object" || value === null) return false;
  const { tool, version, status } = value as { tool?: unknown; version?: unknown; status?: unknown };
  return typeof tool === "string" && isToolName(tool) && !isWorkspaceTool(tool) && version === 1 && typeof status === "string" && isStatus(status);
}

function isStatus(status: string): status is Status {
  return Object.hasOwn(STATUSES, status);
}
