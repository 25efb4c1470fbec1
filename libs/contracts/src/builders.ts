/**
 * Builds envelopes and workspace answers. All answers are built here, so that key order, codes and required
 * hints are the same everywhere. All functions are pure.
 */
import { ERRORS, type ErrorCode } from "./codes/errors.ts";
import type { WarningCode } from "./codes/warnings.ts";
import {
  ENVELOPE_VERSION,
  type EnvelopeHead,
  type Fault,
  type IndexingDebug,
  type IndexingProgress,
  type NotIndexed,
  type NotReady,
  type CodebasePath,
  type PathEcho,
  type RequiresReindex,
} from "./envelope.ts";
import type { Compatibility } from "./fingerprint.ts";
import { LIMITS } from "./limits.ts";
import { type EnvelopeToolName, type ToolName, isWorkspaceTool } from "./tool-names.ts";
import type { CallOf } from "./tools/call-of.ts";
import type { ToolOutput } from "./tools/index.ts";
import type { WorkspaceAnswer, WorkspaceFailure, WorkspaceMeta } from "./workspace.ts";

/** Keys of an envelope between the tool's name and its payload. */
export interface HeadFields {
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly warnings?: readonly WarningCode[] | undefined;
  readonly hints?: object | undefined;
}

/**
 * Builds an envelope with its keys in this order: tool, version, status, reason, message, warnings, hints,
 * payload, meta. Warnings are sorted and deduplicated. Empty warnings, empty hints and undefined payload
 * fields are omitted.
 */
export function buildEnvelope<Tool extends EnvelopeToolName>(
  tool: Tool,
  head: HeadFields,
  payload: object,
  durationMs: number,
): ToolOutput<Tool> {
  const warnings = [...new Set(head.warnings ?? [])].sort();
  const envelope: Record<string, unknown> = { tool, version: ENVELOPE_VERSION, status: head.status };
  if (head.reason !== undefined) envelope["reason"] = head.reason;
  if (head.message !== undefined) envelope["message"] = head.message;
  if (warnings.length > 0) envelope["warnings"] = warnings;
  if (head.hints !== undefined && Object.keys(head.hints).length > 0) envelope["hints"] = head.hints;
  for (const [key, value] of Object.entries(payload)) if (value !== undefined) envelope[key] = value;
  envelope["meta"] = { durationMs };
  // The compiler cannot relate the payload to the tool's output type; tests validate every envelope built
  // here.
  return envelope as unknown as ToolOutput<Tool>;
}

/** Fields that apply to any call, whichever tool answers it. */
export interface Amendments {
  readonly sessionId?: string | undefined;
  readonly warnings?: readonly WarningCode[];
}

/** Adds a session id and warnings to an envelope; keys keep their order. Returns other answers unchanged. */
export function amendEnvelope<Tool extends ToolName>(
  answer: ToolOutput<Tool>,
  { sessionId, warnings = [] }: Amendments,
): ToolOutput<Tool> {
  if (!("tool" in answer) || (sessionId === undefined && warnings.length === 0)) return answer;
  const {
    tool,
    version: _version,
    status,
    reason,
    message,
    warnings: own = [],
    hints,
    meta,
    ...payload
  } = answer as unknown as EnvelopeHead<EnvelopeToolName> & HeadFields;
  return buildEnvelope<EnvelopeToolName>(
    tool,
    { status, reason, message, warnings: [...own, ...warnings], hints },
    { ...payload, ...(sessionId === undefined ? {} : { session_id: sessionId }) },
    meta.durationMs,
  ) as ToolOutput<Tool>;
}

/** What a gate knows about the request. The answer repeats `echo`. */
export interface GateContext<Tool extends EnvelopeToolName> {
  readonly tool: Tool;
  readonly echo: CodebasePath;
  readonly durationMs: number;
  /** With `debug`: whether the completion marker exists. */
  readonly markerPresent?: boolean | undefined;
}

export function statusCall(effectiveRoot: string): CallOf<"manage_index"> {
  return { tool: "manage_index", args: { action: "status", path: effectiveRoot } };
}

/**
 * Answer `not_ready`: the index is being written.
 *
 * @param indexing progress of the run; null while another process updates the index, which takes only a
 *   moment
 */
export function notReady<Tool extends EnvelopeToolName>(
  context: GateContext<Tool>,
  indexing: IndexingProgress | null,
  retryAfterMs?: number,
): NotReady<Tool> & PathEcho {
  const { effectiveRoot } = context.echo;
  const head = {
    status: "not_ready",
    reason: "indexing",
    message:
      indexing === null
        ? `Another process is writing the index of ${effectiveRoot}. Call again in a moment.`
        : `${effectiveRoot} is being ` +
          `indexed${indexing.progressPct === null ? "" : ` (${Math.floor(indexing.progressPct)} %)`}. ` +
          "Poll manage_index status until it is ok, then call again.",
    hints: { status: statusCall(effectiveRoot), ...debugHint(context) },
  };
  return gated(context, head, {
    indexing: indexing ?? { progressPct: null, lastUpdated: null, phase: null },
    retryAfterMs,
  });
}

/** Answer `requires_reindex`: the fingerprint of the index differs from the runtime's. */
export function requiresReindex<Tool extends EnvelopeToolName>(
  context: GateContext<Tool>,
  compatibility: Compatibility,
): RequiresReindex<Tool> & PathEcho {
  const { effectiveRoot } = context.echo;
  const head = {
    status: "requires_reindex",
    reason: "requires_reindex",
    message: `The index of ${effectiveRoot} was built ${describeMismatch(compatibility)}.`,
    hints: {
      reindex: { tool: "manage_index", args: { action: "reindex", path: effectiveRoot } },
      ...debugHint(context),
    },
  };
  return gated(context, head, { compatibility });
}

/** Continues the sentence "The index of … was built": by or with what, and what to do about it. */
function describeMismatch({
  indexFingerprint: index,
  runtimeFingerprint: runtime,
  mismatched,
}: Compatibility): string {
  const fields = mismatched.join(", ");
  if (index.schemaVersion < runtime.schemaVersion)
    return `by an older version of Satori (${fields}). Run manage_index reindex`;
  if (index.schemaVersion > runtime.schemaVersion)
    return (
      `by a newer version of Satori (${fields}). Use that version, or run manage_index reindex to ` +
      "rebuild it with this one"
    );
  return `with a different configuration (${fields}). Run manage_index reindex, or restore the configuration`;
}

export interface NotIndexedContext<Tool extends EnvelopeToolName> extends GateContext<Tool> {
  /** Why the call needs an index: to answer from it (default), to maintain it, or to remove it. */
  readonly purpose?: "answer" | "upkeep" | "removal";
  /** Folder to index; null if there is none that can be indexed. Default: the effective root. */
  readonly toCreate?: string | null;
  /** Codebase whose index contains the folder, if the call is about an index of the folder's own. */
  readonly coveredBy?: string | undefined;
  /** Indexed folders below the effective root, sorted by path. Default: none. */
  readonly indexedBelow?: readonly string[] | undefined;
}

/** Answer `not_indexed`, with the next call to make, if any. */
export function notIndexed<Tool extends EnvelopeToolName>({
  toCreate,
  coveredBy,
  indexedBelow = [],
  purpose = "answer",
  ...context
}: NotIndexedContext<Tool>): NotIndexed<Tool> & PathEcho {
  const { effectiveRoot } = context.echo;
  const folder = coveredBy !== undefined ? null : toCreate === undefined ? effectiveRoot : toCreate;
  const paths = purpose === "removal" ? [] : indexedBelow.slice(0, LIMITS.maxFoldersBelow);
  const below =
    paths.length === 0
      ? ""
      : ", but these folders below it do: " +
        `${paths.join(", ")}${indexedBelow.length > paths.length ? ` and ${indexedBelow.length - paths.length} more` : ""}`;
  const head = {
    status: "not_indexed",
    reason: "not_indexed",
    message:
      coveredBy === undefined
        ? describeAbsence({ effectiveRoot, toCreate: folder, purpose, below })
        : `${effectiveRoot} has no index of its own: it is part of the index of ${coveredBy}. Pass ` +
          "that folder as the path.",
    hints: {
      ...(folder === null
        ? {}
        : { create: { tool: "manage_index", args: { action: "create", path: folder } } }),
      ...(paths.length === 0 ? {} : { paths }),
      ...debugHint(context),
    },
  };
  return gated(context, head, {});
}

interface Absence extends Required<Pick<NotIndexedContext<EnvelopeToolName>, "purpose">> {
  readonly effectiveRoot: string;
  readonly toCreate: string | null;
  /** Continues the sentence about the folder; empty if no folders below it are indexed. */
  readonly below: string;
}

function describeAbsence({ effectiveRoot, toCreate, purpose, below }: Absence): string {
  if (purpose === "removal") return `${effectiveRoot} has no index of its own: there is nothing to remove.`;
  if (toCreate === null)
    return below === ""
      ? `${effectiveRoot} has no complete index and cannot be indexed. Pass a project folder as the path.`
      : `${effectiveRoot} has no complete index${below}. Pass one of them as the path.`;
  const call = `manage_index create${toCreate === effectiveRoot ? "" : ` of ${toCreate}`}`;
  return (
    `${effectiveRoot} has no complete index${below}. ` +
    `${below === "" ? "Run" : "Pass one of them as the path, or run"} ` +
    `${call}${purpose === "answer" ? ", then call again" : ""}.`
  );
}

function gated<Shape>(context: GateContext<EnvelopeToolName>, head: HeadFields, extra: object): Shape {
  return buildEnvelope(context.tool, head, { ...context.echo, ...extra }, context.durationMs) as Shape;
}

function debugHint(context: { readonly markerPresent?: boolean | undefined }): {
  debugIndexing?: IndexingDebug;
} {
  return context.markerPresent === undefined
    ? {}
    : { debugIndexing: { completionProof: "marker_doc", markerPresent: context.markerPresent } };
}

export interface FailureFields {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Fault["details"] | undefined;
  /** Next step, as a sentence, if the cause suggests a better one. Default: the next step of the code. */
  readonly nextStep?: string | undefined;
  readonly warnings?: readonly WarningCode[] | undefined;
  readonly hints?: object | undefined;
  /** Valid arguments, repeated in the answer. */
  readonly echo?: object | undefined;
}

/**
 * Answer for a failed call, in the tool's form. An envelope has `status: "error"`, and its message ends with
 * the next step. A workspace tool's failure has only the message, since its caller may have no other tools.
 */
export function failure<Tool extends ToolName>(
  tool: Tool,
  fields: FailureFields,
  durationMs: number,
): ToolOutput<Tool> {
  const { code, message, details = {}, nextStep = ERRORS[code].nextStep, warnings, hints, echo } = fields;
  // The tool determines the form, which the compiler cannot infer from a type parameter.
  if (isWorkspaceTool(tool)) return { code, message, details } satisfies WorkspaceFailure as ToolOutput<Tool>;
  const text = `${message.replace(/[.\s]+$/, "")}. ${nextStep}`;
  const envelope = buildEnvelope<EnvelopeToolName>(
    tool as EnvelopeToolName,
    { status: "error", message: text, warnings, hints },
    { error: { code, message, details }, ...echo },
    durationMs,
  );
  return envelope as ToolOutput<Tool>;
}

/** Answer of a workspace tool, with its keys in order. */
export function workspaceAnswer<Result>(
  result: Result,
  { repo, truncated }: Pick<WorkspaceMeta, "repo" | "truncated">,
  durationMs: number,
): WorkspaceAnswer<Result> {
  return { result, meta: { repo, duration_ms: durationMs, truncated } };
}
