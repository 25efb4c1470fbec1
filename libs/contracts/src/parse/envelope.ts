/** Parses MCP tool results, for clients of any Satori-compatible server. */
import { STATUSES } from "../codes/statuses.ts";
import { parseHead } from "../text-head.ts";
import { type EnvelopeToolName, isWorkspaceTool, type ToolName } from "../tool-names.ts";
import { isToolName, type ToolOutput } from "../tools/index.ts";
import type { Confidence } from "../tools/search-codebase.ts";

/** The fields of MCP's tool result that clients need. */
export interface ToolResult {
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | undefined;
  readonly isError?: boolean | undefined;
}

export type AnyEnvelope = { [Tool in EnvelopeToolName]: ToolOutput<Tool> }[EnvelopeToolName];

/** The head of a text answer. Fields without a name of their own here are in `fields`. */
export interface TextHeader {
  readonly tool: ToolName;
  readonly version: 1;
  readonly status: "ok";
  readonly confidence?: Confidence;
  /** Codes that this version may not know. */
  readonly warnings?: readonly string[];
  readonly session_id?: string;
  readonly effectiveRoot?: string;
  /** All fields as written, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** An `ok` answer of a server that answers in text. The body is for reading, and never parsed. */
export interface TextAnswer {
  readonly kind: "text";
  readonly header: TextHeader;
  readonly body: string;
}

/**
 * The answer in a tool result: its `structuredContent`, or else its first text block, which is an envelope as
 * JSON or a text answer. Null if neither is an answer of this version. Never throws.
 */
export function parseEnvelope(result: ToolResult): AnyEnvelope | TextAnswer | null {
  return envelopeIn(result) ?? textAnswerIn(result);
}

/** The envelope in a tool result, in either place; null if it has none, as a text answer. Never throws. */
export function envelopeIn(result: ToolResult): AnyEnvelope | null {
  if (isEnvelope(result.structuredContent)) return result.structuredContent;
  const value = jsonIn(result);
  return isEnvelope(value) ? value : null;
}

/** The text answer in a tool result; null if it has an envelope, or anything else. Never throws. */
export function textAnswerIn(result: ToolResult): TextAnswer | null {
  if (isEnvelope(result.structuredContent)) return null;
  return parseTextAnswer(textsOf(result)[0] ?? "");
}

/**
 * Whether the parser would take a text that is sent alone for an answer. Servers send no file's text alone
 * for which this is true.
 */
export function resemblesAnswer(text: string): boolean {
  const result = { content: [{ type: "text", text }] };
  return parseEnvelope(result) !== null || unknownStatusOf(result) !== null;
}

/**
 * Status of a result that would be an envelope if this version knew its status. Null if the result is an
 * answer, or nothing like one. Never throws.
 */
export function unknownStatusOf(result: ToolResult): string | null {
  if (parseEnvelope(result) !== null) return null;
  return [result.structuredContent, jsonIn(result)].find(hasForm)?.status ?? null;
}

/** The first line and the blank line after it decide; what follows is the body, whatever it contains. */
function parseTextAnswer(text: string): TextAnswer | null {
  const end = text.indexOf("\n");
  const head = parseHead(end === -1 ? text : text.slice(0, end));
  if (head === null || (end !== -1 && text[end + 1] !== "\n")) return null;
  const { tool, fields } = head;
  const { confidence, warnings, session, root } = fields;
  const header: TextHeader = {
    tool,
    version: 1,
    status: "ok",
    ...(isConfidence(confidence) ? { confidence } : {}),
    ...(warnings === undefined ? {} : { warnings: warnings.split(",") }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(root === undefined ? {} : { effectiveRoot: root }),
    fields,
  };
  return { kind: "text", header, body: end === -1 ? "" : text.slice(end + 2) };
}

function isConfidence(value: string | undefined): value is Confidence {
  return value === "high" || value === "medium" || value === "low";
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
export function jsonIn(result: ToolResult): unknown {
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
