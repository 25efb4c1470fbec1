/** Reading answers back: for clients that got an MCP tool result from any Satori-compatible server. */
import { STATUSES } from "../codes/statuses.ts";
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
 * The envelope of a tool result: its `structuredContent`, else its first text block read as JSON. Null when
 * neither is an envelope of this version. Never throws.
 */
export function parseEnvelope(result: ToolResult): AnyEnvelope | null {
  if (isEnvelope(result.structuredContent)) return result.structuredContent;
  const value = jsonIn(result);
  return isEnvelope(value) ? value : null;
}

/**
 * The status of what would be an envelope, had it one that this version knows; null where there is an
 * envelope, or nothing like one. Never throws.
 */
export function unknownStatusOf(result: ToolResult): string | null {
  if (parseEnvelope(result) !== null) return null;
  return [result.structuredContent, jsonIn(result)].find(hasForm)?.status ?? null;
}

/** What a result says in words, block by block. Whoever sent it, blocks that are none are passed over. */
export function textsOf({ content }: ToolResult): readonly string[] {
  if (!Array.isArray(content)) return [];
  return (content as NonNullable<typeof content>).flatMap((block) =>
    block?.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
}

/** The first text of a result, read as JSON; null where it is none. */
function jsonIn(result: ToolResult): unknown {
  const text = textsOf(result)[0];
  if (!text?.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is AnyEnvelope {
  return hasForm(value) && Object.hasOwn(STATUSES, value.status);
}

/** Whatever its status. */
function hasForm(value: unknown): value is { readonly status: string } {
  if (typeof value !== "object" || value === null) return false;
  const { tool, version, status } = value as { tool?: unknown; version?: unknown; status?: unknown };
  return (
    typeof tool === "string" &&
    isToolName(tool) &&
    !isWorkspaceTool(tool) &&
    version === 1 &&
    typeof status === "string"
  );
}
