/**
 * The check before a tool reads an index. It yields `requires_reindex`, `not_ready` or `not_indexed`, in this
 * order; the first that applies is the answer.
 */
import {
  type EnvelopeToolName,
  type CodebasePath,
  type ToolOutput,
  type WarningCode,
  notIndexed,
  notReady,
  requiresReindex,
} from "@satori/contracts";
import type { EngineConfig } from "../config.ts";
import type { CallContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import type { RunRecord } from "../model/run.ts";
import type { StoreHead } from "../store/store.ts";
import { type CodebaseView, isUnreadable } from "./view.ts";
import { folderToIndex, indexedBelow } from "./home/folder-to-index.ts";
import { progressOf } from "./progress.ts";

/** The tool may read the complete index with this head. */
export interface GateOpen {
  readonly kind: "open";
  readonly head: StoreHead & { readonly complete: NonNullable<StoreHead["complete"]> };
  /** A run is active, and the previous run answers. */
  readonly isPreviousRun: boolean;
  /** Warnings that every answer from this index carries. */
  readonly warnings: readonly WarningCode[];
}
/** A search may read everything but vectors of a first run, which is active. */
export interface GateOfWords {
  readonly kind: "words";
  readonly run: RunRecord;
  readonly warnings: readonly WarningCode[];
}
/** The tool may not read the index; the envelope is its answer. */
export interface GateClosed<Tool extends EnvelopeToolName> {
  readonly kind: "closed";
  readonly envelope: ToolOutput<Tool>;
}

export interface GateOptions<Tool extends EnvelopeToolName> {
  readonly view: CodebaseView;
  readonly tool: Tool;
  /** Arguments of the call that the answer repeats. */
  readonly echo: CodebasePath;
  readonly call: CallContext;
  readonly isDebug: boolean;
  /** Whether the previous run answers while a run is active. */
  readonly reindexReads: EngineConfig["reindexReads"];
}

/**
 * Checks a codebase before a tool reads it. Throws `STORE_CORRUPT` or `STORE_NEWER` for an index that cannot
 * be read: no gate status covers these.
 */
export function gate<Tool extends EnvelopeToolName>({
  view,
  tool,
  echo,
  call,
  isDebug,
  reindexReads,
}: GateOptions<Tool>): GateOpen | GateClosed<Tool> {
  const { head } = view;
  const complete = head?.complete ?? null;
  // While a run is active, the marker of the previous run counts as absent.
  const context = {
    tool,
    echo,
    durationMs: call.elapsedMs(),
    markerPresent: isDebug ? complete !== null && view.active === null : undefined,
  };
  // Warning about a later run that failed. A cancelled run appears only in `status`, since it ended on
  // request.
  const stopped = (envelope: unknown): GateClosed<Tool> => ({
    kind: "closed",
    envelope: envelope as ToolOutput<Tool>,
  });
  if (view.compatibility) return stopped(requiresReindex(context, view.compatibility));
  const isPreviousRun = view.active !== null && reindexReads === "previous" && view.isPreviousUsable;
  if (view.active && !isPreviousRun) return stopped(notReady(context, indexingOf(view.active), undefined));
  requireReadable(view);
  if (!head || !complete)
    return stopped(
      notIndexed({ ...context, toCreate: folderToIndex(view, call), indexedBelow: indexedBelow(view, call) }),
    );
  const warnings: WarningCode[] = [
    ...(isPreviousRun ? (["PREVIOUS_RUN"] as const) : []),
    ...failureWarnings(view),
  ];
  return { kind: "open", head: { ...head, complete }, isPreviousRun, warnings };
}

/** What a search may read of a first run before its vectors are there; null if there is nothing yet. */
export function firstRunGate({ head, active, compatibility }: CodebaseView): GateOfWords | null {
  const run = head?.words?.run;
  return run && run.id === active?.id && compatibility === null
    ? { kind: "words", run, warnings: ["VECTORS_PENDING"] }
    : null;
}

/**
 * Warning about a later run that failed. A cancelled run appears only in `status`, since somebody wanted it
 * to end.
 */
export function failureWarnings({ failure }: Pick<CodebaseView, "failure">): readonly WarningCode[] {
  return failure && failure.code !== "CANCELLED" ? ["LAST_RUN_FAILED"] : [];
}

/** Throws `STORE_CORRUPT` for a corrupt index, `STORE_NEWER` for an index of a newer version. */
export function requireReadable({ root, failure }: CodebaseView): void {
  if (failure && isUnreadable(failure.code))
    throw new EngineError(failure.code, `The index of ${root} cannot be read: ${failure.message}`, {
      cause: failure.cause,
    });
}

/**
 * Throws `STORE_NEWER`: this version neither describes nor rebuilds an index that a newer version has
 * written.
 */
export function refuseNewer(view: CodebaseView): void {
  if (view.failure?.code === "STORE_NEWER") requireReadable(view);
}

/** Progress of a run, in the form of the answer `not_ready`. */
export function indexingOf(run: RunRecord): {
  progressPct: number | null;
  lastUpdated: string | null;
  phase: string | null;
} {
  return { progressPct: progressOf(run, null).pct, lastUpdated: run.updatedAt, phase: run.phase };
}
