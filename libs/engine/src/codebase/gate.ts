/**
 * What stops a tool before it reads an index: requires_reindex, then not_ready, then not_indexed; the first
 * that applies.
 */
import {
  type EnvelopeToolName,
  type PathEcho,
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

/** Let through, with the head of a complete index. */
export interface GateOpen {
  readonly kind: "open";
  readonly head: StoreHead & { readonly complete: NonNullable<StoreHead["complete"]> };
  /** A run is active, and the one before it goes on answering. */
  readonly isPreviousRun: boolean;
  /** What every answer from this index has to say. */
  readonly warnings: readonly WarningCode[];
}
export interface GateClosed<Tool extends EnvelopeToolName> {
  readonly kind: "closed";
  readonly envelope: ToolOutput<Tool>;
}

export interface GateOptions<Tool extends EnvelopeToolName> {
  readonly view: CodebaseView;
  readonly tool: Tool;
  /** The call's arguments as the answer repeats them. */
  readonly echo: PathEcho;
  readonly call: CallContext;
  readonly isDebug: boolean;
  /** Whether the run before an active one goes on answering. */
  readonly reindexReads: EngineConfig["reindexReads"];
}

/** Throws `STORE_CORRUPT` or `STORE_NEWER` for an index that cannot be read: no gate says so. */
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
  // While a run is active, the marker of the one before it counts as absent.
  const context = {
    tool,
    echo,
    durationMs: call.elapsedMs(),
    markerPresent: isDebug ? complete !== null && view.active === null : undefined,
  };
  // Each builder returns one of the gated variants, which every output type but that of `list_codebases` has.
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

/**
 * What answers tell of a later run that failed. Of one that was cancelled the status alone tells: it was
 * somebody's wish.
 */
export function failureWarnings({ failure }: Pick<CodebaseView, "failure">): readonly WarningCode[] {
  return failure && failure.code !== "CANCELLED" ? ["LAST_RUN_FAILED"] : [];
}

/** Throws `STORE_CORRUPT` for an index that is damaged, `STORE_NEWER` for one of a newer version. */
export function requireReadable({ root, failure }: CodebaseView): void {
  if (failure && isUnreadable(failure.code))
    throw new EngineError(failure.code, `The index of ${root} cannot be read: ${failure.message}`, {
      cause: failure.cause,
    });
}

/** Throws `STORE_NEWER`: what a newer version has written is neither described nor made anew by this one. */
export function refuseNewer(view: CodebaseView): void {
  if (view.failure?.code === "STORE_NEWER") requireReadable(view);
}

export function indexingOf(run: RunRecord): {
  progressPct: number | null;
  lastUpdated: string | null;
  phase: string | null;
} {
  return { progressPct: progressOf(run, null).pct, lastUpdated: run.updatedAt, phase: run.phase };
}
