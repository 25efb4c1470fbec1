/** Parses MCP tool results, for clients of any Satori-compatible server. */
import { STATUSES } from "../codes/statuses.ts";
import { type EnvelopeToolName, isWorkspaceTool } from "../tool-names.ts";
import { isToolName, type ToolOutput } from "../tools/index.ts";

/** The fields of MCP's tool result that clients need. */
export interface ToolResult {
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | undefined;
  readonly isError?: boolean | undefined;
}

export type AnyEnvelope = { [Tool in EnvelopeToolName]: ToolOutput<Tool> }[EnvelopeToolName];

/**
 * The envelope in a tool result: its `structuredContent`, or else its first text block parsed as JSON. Null
 * if neither is an envelope of this version. Never throws.
 */
export function parseEnvelope(result: ToolResult): AnyEnvelope | null {
  if (isEnvelope(result.structuredContent)) return result.structuredContent;
  const value = jsonIn(result);
  return isEnvelope(value) ? value : null;
}

/**
 * Status of a result that would be an envelope if this version knew its status. Null if the result is an
 * envelope, or nothing like one. Never throws.
 */
export function unknownStatusOf(result: ToolResult): string | null {
  if (parseEnvelope(result) !== null) return null;
  return [result.structuredContent, jsonIn(result)].find(hasForm)?.status ?? null;
}

/**
 * Texts of a result's text blocks, in order. Skips malformed blocks, since results can come from any server.
 */
export function textsOf({ content }: ToolResult): readonly string[] {
  if (!Array.isArray(content)) return [];
  return (content as NonNullable<typeof content>).flatMap((block) =>
    block?.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
}

/** The first text of a result, parsed as JSON; null if it is not a JSON object. */
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

/** Whether a value has the form of an envelope, with any status. */
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
