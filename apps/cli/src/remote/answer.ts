/**
 * Converts results of any server into answers: envelopes unchanged, prose of older servers into the envelopes
 * that it amounts to. Pure.
 */
import {
  type EnvelopeToolName,
  type ManageIndexOutput,
  type ToolName,
  type ToolOutput,
  type ToolResult,
  exitCodeOfResult,
  failure,
  isWorkspaceTool,
  envelopeIn,
  parseManageStatus,
  parseWorkspaceAnswer,
  textAnswerIn,
  textsOf,
} from "@satori/contracts";
import type { AnyAnswer } from "../failure.ts";
import type { BuildArgs } from "../session.ts";

/** The id of a run that a server started without naming its id. */
const UNNAMED_RUN = "unnamed";

/** An answer of the tool, its text without an envelope, or prose that could not be converted into one. */
export type Answered<Tool extends ToolName> =
  | { readonly kind: "answer"; readonly answer: ToolOutput<Tool> }
  | { readonly kind: "text" }
  | { readonly kind: "prose"; readonly text: string; readonly isOk: boolean };

/**
 * Converts the result of a call. For `manage_index`, prose becomes an envelope; for other tools it stays
 * prose.
 */
export function answerOf<Tool extends ToolName>(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  result: ToolResult,
): Answered<Tool> {
  const answer = envelopeIn(result) ?? (isWorkspaceTool(tool) ? parseWorkspaceAnswer(result) : null);
  // The server was called with this tool.
  if (answer) return { kind: "answer", answer: answer as ToolOutput<Tool> };
  if (textAnswerIn(result) !== null) return { kind: "text" };
  const text = textsOf(result).join("\n");
  if (tool === "manage_index")
    return { kind: "answer", answer: manageAnswer(args, result, text) as ToolOutput<Tool> };
  return { kind: "prose", text, isOk: exitCodeOfResult(result) === 0 };
}

/**
 * The answer to `status` after a run has ended. If it says nothing about the index, it does not prove that
 * there is one.
 */
export function endOfRun({ path }: BuildArgs, result: ToolResult): ManageIndexOutput {
  const answered = answerOf("manage_index", { action: "status", path }, result);
  const isProven =
    answered.kind === "answer" &&
    (answered.answer.status !== "ok" || parseManageStatus(result).state === "indexed");
  return isProven
    ? answered.answer
    : failure(
        "manage_index",
        {
          code: "INDEX_FAILED",
          message: `The server did not report how the run ended: ${textsOf(result).join("\n")}`,
          details: {},
        },
        0,
      );
}

/**
 * Builds an envelope from prose. What the prose says about an index decides; otherwise, whether it is an
 * error.
 */
function manageAnswer(
  { action, path }: Readonly<Record<string, unknown>>,
  result: ToolResult,
  text: string,
): ManageIndexOutput {
  const { state } = parseManageStatus(result);
  const head = {
    tool: "manage_index",
    version: 1,
    message: text,
    action,
    path,
    humanText: text,
    meta: { durationMs: 0 },
  };
  // For `create` and `reindex`, the next `status` tells what was started. For other actions, an envelope
  // tells the state of the index afterwards.
  const isStart = action === "create" || action === "reindex";
  const { action: _action, ...withoutAction } = head;
  const fault = (code: string): object => ({
    ...head,
    status: "error",
    error: { code, message: text, details: {} },
  });
  const envelopes: { readonly [State in typeof state]: () => object } = {
    indexing: () => ({ ...head, status: "not_ready", reason: "indexing" }),
    indexed: () => ({ ...head, status: "ok", ...(isStart ? { runId: null } : {}) }),
    indexfailed: () => fault("INDEX_FAILED"),
    requires_reindex: () => ({ ...head, status: "requires_reindex", reason: "requires_reindex" }),
    not_indexed: () => ({ ...head, status: "not_indexed", reason: "not_indexed" }),
    unknown: () =>
      result.isError
        ? fault("INTERNAL")
        : { ...(isStart ? { ...head, runId: UNNAMED_RUN } : withoutAction), status: "ok" },
  };
  // Prose contains less than an envelope; readers of this one use only these fields.
  return envelopes[state]() as ManageIndexOutput;
}

/** The envelope of a tool that answered in prose. */
export function proseEnvelope(tool: EnvelopeToolName, text: string, isOk: boolean): AnyAnswer {
  const error = isOk ? {} : { error: { code: "INTERNAL", message: text, details: {} } };
  const envelope = {
    tool,
    version: 1,
    status: isOk ? "ok" : "error",
    message: text,
    ...error,
    meta: { durationMs: 0 },
  };
  return envelope;
}
