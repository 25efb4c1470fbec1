/**
 * Results of any server as answers of ours: envelopes as they are, prose of older servers as what it says.
 * Pure.
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
  parseEnvelope,
  parseManageStatus,
  parseWorkspaceAnswer,
  textsOf,
} from "@satori/contracts";
import type { AnyAnswer } from "../failure.ts";
import type { BuildArgs } from "../session.ts";

/** Of a run that a server began without telling its id. */
const UNNAMED_RUN = "unnamed";

export type Answered<Tool extends ToolName> =
  | { readonly kind: "answer"; readonly answer: ToolOutput<Tool> }
  | { readonly kind: "prose"; readonly text: string; readonly isOk: boolean };

export function answerOf<Tool extends ToolName>(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  result: ToolResult,
): Answered<Tool> {
  const answer = parseEnvelope(result) ?? (isWorkspaceTool(tool) ? parseWorkspaceAnswer(result) : null);
  // The server was asked for this tool.
  if (answer) return { kind: "answer", answer: answer as ToolOutput<Tool> };
  const text = textsOf(result).join("\n");
  if (tool === "manage_index")
    return { kind: "answer", answer: manageAnswer(args, result, text) as ToolOutput<Tool> };
  return { kind: "prose", text, isOk: exitCodeOfResult(result) === 0 };
}

/** What `status` says when a run is over. What says nothing of the index does not prove one. */
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
 * The envelope that prose comes to; what it says of an index decides, else whether it was meant as an error.
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
  // What was begun is told by what `status` says next. Of other actions an envelope would tell how they left
  // the index.
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
  // Prose has less to say than an envelope; what reads it looks at these fields alone.
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
