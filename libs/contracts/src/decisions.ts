/**
 * What a client does with an answer: the exit code of a command, whether to keep waiting for a run, whether
 * to retry a call. The rules are the same for all clients and for both forms of answers. Pure.
 */
import { ERRORS, type ErrorCode } from "./codes/errors.ts";
import {
  type AnyEnvelope,
  type ToolResult,
  envelopeIn,
  textAnswerIn,
  unknownStatusOf,
} from "./parse/envelope.ts";
import { parseManageStatus } from "./parse/manage-status.ts";
import { parseWorkspaceAnswer } from "./parse/workspace-answer.ts";
import type { ToolName } from "./tool-names.ts";

/**
 * `notOk`: the answer's status is not `ok`. `usage`: the arguments are wrong, or name a file that cannot be
 * edited. `startUp`: no answer came, or the product could not start.
 */
export const EXIT_CODES = { ok: 0, notOk: 1, usage: 2, startUp: 3 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/**
 * Exit code for the status of an answer.
 *
 * @param errorCode code of the error, if the status is `error`
 */
export function exitCodeOf(status: string, errorCode?: string): ExitCode {
  if (status === "ok") return EXIT_CODES.ok;
  if (errorCode === "INVALID_ARGUMENTS" || errorCode === "CLIENT_CONFIG_INVALID") return EXIT_CODES.usage;
  return errorCode === "CONFIG_INVALID" ? EXIT_CODES.startUp : EXIT_CODES.notOk;
}

/**
 * Exit code for a tool's result in any form. Prose counts as `ok` unless the result is marked as an error or
 * describes a gate.
 */
export function exitCodeOfResult(result: ToolResult): ExitCode {
  const envelope = envelopeIn(result);
  if (envelope)
    return exitCodeOf(envelope.status, envelope.status === "error" ? envelope.error?.code : undefined);
  if (result.isError) return exitCodeOf("error", workspaceErrorOf(result));
  if (textAnswerIn(result) !== null) return EXIT_CODES.ok;
  // Only a later version has an unknown status; whatever it means, it is not `ok`.
  if (unknownStatusOf(result) !== null) return EXIT_CODES.notOk;
  const { state } = parseManageStatus(result);
  return exitCodeOf(state === "indexed" || state === "unknown" ? "ok" : state);
}

/** What a client that waits for a run does next. */
export type PollStep =
  /** `afterMs`: delay that the server advises; null if it advises none. */
  | { readonly kind: "wait"; readonly afterMs: number | null }
  /** The code is 0 only if the answer proves that an index exists and that the awaited run did not fail. */
  | { readonly kind: "end"; readonly exitCode: ExitCode };

/**
 * Next step of a client that waits for a run, from an answer of `manage_index`.
 *
 * @param runId the awaited run: if it failed, an earlier index may still answer
 */
export function pollStepOf(result: ToolResult, runId?: string | null): PollStep {
  const { state } = parseManageStatus(result);
  const envelope = envelopeIn(result);
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

/** Id of the failed run that a `status` answer reports; null if it reports none. */
function failedRunOf(envelope: AnyEnvelope | null): string | null {
  return envelope?.tool === "manage_index" && envelope.status === "ok"
    ? (envelope.index?.lastFailure?.runId ?? null)
    : null;
}

/** How one attempt at a call ended. */
export interface Attempt {
  readonly tool: ToolName;
  /** From 1. */
  readonly attempt: number;
  /**
   * `answered`: with a result of any kind. `not_sent`: no connection, or no server. `sent`: the connection
   * failed before an answer arrived.
   */
  readonly ended: "answered" | "not_sent" | "sent";
}

/**
 * Whether a client may repeat the call on its own; at most one retry. An answer is final, and a
 * `manage_index` call that may have reached the server is not repeated, since it may have started work.
 */
export function mayRetry({ tool, attempt, ended }: Attempt): boolean {
  if (ended === "answered" || attempt > 1) return false;
  return ended === "not_sent" || tool !== "manage_index";
}

function workspaceErrorOf(result: ToolResult): ErrorCode | undefined {
  const code = (parseWorkspaceAnswer(result) as { readonly code?: unknown } | null)?.code;
  // Only codes of the registry count.
  return typeof code === "string" && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : undefined;
}
