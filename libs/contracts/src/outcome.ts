/** How a call ended, in one form for all tools. Pure. */
import type { Status } from "./codes/statuses.ts";
import type { Fault, PathEcho } from "./envelope.ts";
import type { ToolName } from "./tool-names.ts";
import type { ToolOutput } from "./tools/index.ts";

export interface Outcome {
  readonly status: Status;
  /** Null unless the status is `error`. */
  readonly error: Fault | null;
  /**
   * Root of the codebase that the answer is about: its `effectiveRoot`, else its `path`. Undefined if it has
   * neither.
   */
  readonly effectiveRoot: string | undefined;
  /** Wall time of the call, if the answer reports it. */
  readonly durationMs: number | undefined;
}

/**
 * Root of the codebase that an envelope is about, to which its files are relative: absent fields mean that it
 * is `path`. Undefined for several codebases, and for an answer without a path.
 */
export function rootOf(answer: PathEcho): string;
export function rootOf(answer: object): string | undefined;
export function rootOf({ effectiveRoot, path }: Partial<PathEcho>): string | undefined {
  return effectiveRoot ?? path;
}

export function outcomeOf(answer: ToolOutput<ToolName>): Outcome {
  if ("code" in answer)
    return { status: "error", error: answer, effectiveRoot: undefined, durationMs: undefined };
  if ("result" in answer)
    return { status: "ok", error: null, effectiveRoot: undefined, durationMs: answer.meta.duration_ms };
  return {
    status: answer.status,
    error: answer.status === "error" ? answer.error : null,
    effectiveRoot: rootOf(answer),
    durationMs: answer.meta.durationMs,
  };
}
