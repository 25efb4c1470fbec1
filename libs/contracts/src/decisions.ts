/**
 * What a client does about an answer: with which code a command ends, whether a wait goes on, whether a call
 * may be made again. The same for every client, and for answers in either form. Pure.
 */
import { ERRORS, type ErrorCode } from "./codes/errors.ts";
import { type AnyEnvelope, type ToolResult, parseEnvelope, unknownStatusOf } from "./parse/envelope.ts";
import { parseManageStatus } from "./parse/manage-status.ts";
import type { ToolName } from "./tool-names.ts";

/**
 * `notOk`: the answer's status is not `ok`. `usage`: the arguments are wrong. `startUp`: no answer came, or
 * the product could not start.
 */
export const EXIT_CODES = { ok: 0, notOk: 1, usage: 2, startUp: 3 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** @param errorCode of an answer whose status is `error` */
export function exitCodeOf(status: string, errorCode?: string): ExitCode {
  if (status === "ok") return EXIT_CODES.ok;
  if (errorCode === "INVALID_ARGUMENTS") return EXIT_CODES.usage;
  return errorCode === "CONFIG_INVALID" ? EXIT_CODES.startUp : EXIT_CODES.notOk;
}

/**
 * Likewise, of a tool's result in any form. Prose counts as `ok` unless the result is marked as an error or
 * tells of a gate.
 */
export function exitCodeOfResult(result: ToolResult): ExitCode {
  const envelope = parseEnvelope(result);
  if (envelope)
    return exitCodeOf(envelope.status, envelope.status === "error" ? envelope.error?.code : undefined);
  if (result.isError) return exitCodeOf("error", workspaceErrorOf(result));
  // Whatever a later version means by it, `ok` it is not.
  if (unknownStatusOf(result) !== null) return EXIT_CODES.notOk;
  const { state } = parseManageStatus(result);
  return exitCodeOf(state === "indexed" || state === "unknown" ? "ok" : state);
}

/** What a client that waits for the end of a run does next. */
export type PollStep =
  /** `afterMs`: as the server advises, else null. */
  | { readonly kind: "wait"; readonly afterMs: number | null }
  /** The code is 0 only where the answer proves an index, and no failure of the run that is waited for. */
  | { readonly kind: "end"; readonly exitCode: ExitCode };

/** @param runId of the run that is waited for: after a failed one, an earlier index may still answer */
export function pollStepOf(result: ToolResult, runId?: string | null): PollStep {
  const { state } = parseManageStatus(result);
  const envelope = parseEnvelope(result);
  if (state === "indexing")
    return {
      kind: "wait",
      afterMs: envelope?.status === "not_ready" ? (envelope.retryAfterMs ?? null) : null,
    };
  if (state === "indexed")
    return {
      kind: "end",
      exitCode: runId && failedRunOf(envelope) === runId ? EXIT_CODES.notOk : EXIT_CODES.ok,
    };
  return { kind: "end", exitCode: exitCodeOfResult(result) || EXIT_CODES.notOk };
}

/** The run that `status` tells has failed, the last one that ended. */
function failedRunOf(envelope: AnyEnvelope | null): string | null {
  return envelope?.tool === "manage_index" && envelope.status === "ok"
    ? (envelope.index?.lastFailure?.runId ?? null)
    : null;
}

/** How one attempt at a call has ended. */
export interface Attempt {
  readonly tool: ToolName;
  /** From 1. */
  readonly attempt: number;
  /**
   * `answered`: with a result, whatever it says. `not_sent`: no connection, no server. `sent`: the connection
   * failed before an answer came.
   */
  readonly ended: "answered" | "not_sent" | "sent";
}

/**
 * Whether the call may be made again by itself. An answer is an outcome; and what `manage_index` may have
 * begun is not begun twice.
 */
export function mayRetry({ tool, attempt, ended }: Attempt): boolean {
  if (ended === "answered" || attempt > 1) return false;
  return ended === "not_sent" || tool !== "manage_index";
}

function workspaceErrorOf({ structuredContent }: ToolResult): ErrorCode | undefined {
  const code = (structuredContent as { readonly code?: unknown } | null | undefined)?.code;
  // Only a name of the registry is one.
  return typeof code === "string" && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : undefined;
}
