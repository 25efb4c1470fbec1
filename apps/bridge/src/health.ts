/** The answer of `/satori`. */
import { type ToolResult, exitCodeOfResult, parseEnvelope, textsOf } from "@satori/contracts";
import type { Connection } from "./connection.ts";
import type { NoticeLevel } from "./host.ts";
import { type FailedCall, failureText } from "./recovery.ts";
import { printable } from "./render/printable.ts";

export interface Health {
  readonly level: NoticeLevel;
  readonly message: string;
}

/** Asks the server, starting one if none runs. Never throws. */
export async function tellHealth(connection: Connection, cwd: string): Promise<Health> {
  let asked: Pick<FailedCall, "tool" | "args"> = {
    tool: "manage_index",
    args: { action: "status", path: cwd },
  };
  try {
    const status = await connection.call({ ...asked, cwd });
    asked = { tool: "list_codebases", args: {} };
    const codebases = await connection.call({ ...asked, cwd });
    return healthOf(status, codebases, await connection.protocolVersion());
  } catch (error) {
    return { level: "error", message: printable(failureText({ ...asked, error, isCancelled: false })) };
  }
}

/** Pure. */
export function healthOf(
  status: ToolResult,
  codebases: ToolResult,
  protocolVersion: string | undefined,
): Health {
  const message = [
    `The Satori server is running (MCP ${protocolVersion ?? "unknown"}).`,
    "",
    "This folder:",
    humanTextOf(status),
    "",
    "All codebases:",
    humanTextOf(codebases),
  ].join("\n");
  const isFailed = [status, codebases].some((result) => result.isError === true);
  return {
    level: isFailed ? "error" : exitCodeOfResult(status) === 0 ? "info" : "warning",
    message: printable(message),
  };
}

/** The text for people. Answers of both tools have one; failures may only have a message. */
function humanTextOf(result: ToolResult): string {
  const envelope = parseEnvelope(result);
  if (envelope === null) return textsOf(result).join("\n");
  return "humanText" in envelope && envelope.humanText !== undefined
    ? envelope.humanText
    : (envelope.message ?? envelope.status);
}
