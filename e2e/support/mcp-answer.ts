/** Checks that apply to every tool result of the server, for any client. */
import { type ToolName, type ToolOutput, outcomeOf, validateOutput } from "@satori/contracts";
import { expect } from "vitest";
import { PATIENCE_MS } from "./environment.ts";

interface ToolResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/**
 * The envelope of a tool result, or the answer of a workspace tool. Checks that it is valid, that text and
 * structured content agree (except for a file's text), and that `isError` matches its status.
 */
export function checkedEnvelope<Tool extends ToolName>(tool: Tool, result: unknown): ToolOutput<Tool> {
  const { content, structuredContent, isError } = result as ToolResult;
  expect(
    validateOutput(tool, structuredContent),
    JSON.stringify(structuredContent).slice(0, 500),
  ).toMatchObject({ ok: true });
  // The schema has just verified the type.
  const answer = structuredContent as ToolOutput<Tool>;
  const envelope: ToolOutput<ToolName> = answer;
  const isPlainRead =
    "tool" in envelope &&
    envelope.tool === "read_file" &&
    envelope.status === "ok" &&
    !("outlineStatus" in envelope);
  const [first, ...more] = content as readonly { readonly type: string; readonly text: string }[];
  expect(first).toEqual({ type: "text", text: isPlainRead ? envelope.content : JSON.stringify(envelope) });
  // A file's text may be followed by the remaining fields of the envelope.
  expect(more.length).toBeLessThanOrEqual(isPlainRead ? 1 : 0);
  for (const { text } of more) expect(envelope).toMatchObject(JSON.parse(text));
  expect(isError).toBe(outcomeOf(envelope).status === "error");
  return answer;
}

/** Polls `status` until no run is active, and returns the last answer. */
export async function untilIndexed(
  call: (tool: "manage_index", args: Record<string, unknown>) => Promise<ToolOutput<"manage_index">>,
  path: string,
): Promise<ToolOutput<"manage_index">> {
  for (const startedMs = performance.now(); ;) {
    const answer = await call("manage_index", { action: "status", path });
    if (answer.status !== "not_ready") return answer;
    if (performance.now() - startedMs > PATIENCE_MS)
      throw new Error(`${path} is still being indexed after five minutes`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
