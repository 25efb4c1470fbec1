/**
 * The only places where envelopes are put together, so that key order, codes and required hints are the same
 * everywhere. All functions are pure.
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
  type PathEcho,
  type RequiresReindex,
} from "./envelope.ts";
import type { Compatibility } from "./fingerprint.ts";
import { LIMITS } from "./limits.ts";
import { type EnvelopeToolName, type ToolName, isWorkspaceTool } from "./tool-names.ts";
import type { CallOf } from "./tools/call-of.ts";
import type { ToolOutput } from "./tools/index.ts";
import type { WorkspaceAnswer, WorkspaceFailure, WorkspaceMeta } from "./workspace.ts";

/** The keys that stand between the tool's name and its payload. */
export interface HeadFields {
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly warnings?: readonly WarningCode[] | undefined;
  readonly hints?: object | undefined;
}

/**
 * Puts an envelope's keys in their order: tool, version, status, reason, message, warnings, hints, payload,
 * meta. Warnings are sorted and made unique; empty warnings and hints, and undefined payload fields, are left
 * out.
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
  // The schema is what holds payload and type together: tests validate every envelope that is built here.
  return envelope as unknown as ToolOutput<Tool>;
}

/** What concerns the call as a whole, whatever tool answered it. */
export interface Amendments {
  readonly sessionId?: string | undefined;
  readonly warnings?: readonly WarningCode[];
}

/** An envelope with what is to be said besides; keys keep their order. Other answers stay as they are. */
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

/** What a gate knows of the request. `echo` is repeated in the answer. */
export interface GateContext<Tool extends EnvelopeToolName> {
  readonly tool: Tool;
  readonly echo: PathEcho;
  readonly durationMs: number;
  /** With `debug`: whether the completion marker is there. */
  readonly markerPresent?: boolean | undefined;
}

export function statusCall(effectiveRoot: string): CallOf<"manage_index"> {
  return { tool: "manage_index", args: { action: "status", path: effectiveRoot } };
}

/**
 * @param indexing of the run; null when another process is bringing the index up to date, which is over in a
 * moment
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

/** By or with what an index was made that does not fit, and what to do about it. */
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
  /** What the call needs an index for: to answer from (default), to see to it, or to remove it. */
  readonly purpose?: "answer" | "upkeep" | "removal";
  /** The folder to make an index of; null where none can be made. Default: the effective root. */
  readonly toCreate?: string | null;
  /** The codebase whose index has the folder in it, where the call is about an index of its own. */
  readonly coveredBy?: string | undefined;
  /** Folders below that have an index, by path. Default: none. */
  readonly indexedBelow?: readonly string[] | undefined;
}

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
  /** What the sentence about the folder goes on with. */
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
  /** A sentence, where the cause says better what to do. Default: the next step of the code. */
  readonly nextStep?: string | undefined;
  readonly warnings?: readonly WarningCode[] | undefined;
  readonly hints?: object | undefined;
  /** Arguments to repeat, where they are known to be good. */
  readonly echo?: object | undefined;
}

/**
 * What failed, in the form of the tool. In an envelope it is `status: "error"`, and the message gets the
 * code's next step appended; for a workspace tool, whose caller may have no other tools, what the message
 * says is all.
 */
export function failure<Tool extends ToolName>(
  tool: Tool,
  fields: FailureFields,
  durationMs: number,
): ToolOutput<Tool> {
  const { code, message, details = {}, nextStep = ERRORS[code].nextStep, warnings, hints, echo } = fields;
  // The tool decides the form, which the compiler cannot follow through a type parameter.
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

/** What a workspace tool answers with, its keys in their order. */
export function workspaceAnswer<Result>(
  result: Result,
  { repo, truncated }: Pick<WorkspaceMeta, "repo" | "truncated">,
  durationMs: number,
): WorkspaceAnswer<Result> {
  return { result, meta: { repo, duration_ms: durationMs, truncated } };
}
