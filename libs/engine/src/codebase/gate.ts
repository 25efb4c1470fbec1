/** What stops a tool before it reads an index: requires_reindex, then not_ready, then not_indexed; the first that applies. */
import { type PathEcho, type ToolName, type ToolOutput, notIndexed, notReady, requiresReindex } from "@satori/contracts";
import type { CallContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import type { RunRecord } from "../model/run.ts";
import type { StoreHead } from "../store/store.ts";
import type { CodebaseView } from "./codebase.ts";
import { progressOf } from "./progress.ts";

/** Let through, with the head of a complete index. */
export interface Passed {
  readonly kind: "passed";
  readonly head: StoreHead & { readonly complete: NonNullable<StoreHead["complete"]> };
}
export interface Stopped<Tool extends ToolName> {
  readonly kind: "stopped";
  readonly envelope: ToolOutput<Tool>;
}

/**
 * Throws `STORE_CORRUPT` for an index that cannot be read: no gate says so.
 *
 * @param echo the call's arguments as the answer repeats them
 */
export function gate<Tool extends ToolName>(view: CodebaseView, tool: Tool, echo: PathEcho, call: CallContext, debug: boolean): Passed | Stopped<Tool> {
  const { head } = view;
  const context = { tool, echo, durationMs: call.elapsedMs(), markerPresent: debug ? head?.complete !== null && head !== null && view.active === null : undefined };
  // Each builder returns one of the gated variants, which every output type but that of `list_codebases` has.
  const stopped = (envelope: unknown): Stopped<Tool> => ({ kind: "stopped", envelope: envelope as ToolOutput<Tool> });
  if (view.compatibility) return stopped(requiresReindex(context, view.compatibility));
  if (view.active) return stopped(notReady(context, indexingOf(view.active), undefined));
  requireReadable(view);
  if (!head?.complete) return stopped(notIndexed(context));
  return { kind: "passed", head: { ...head, complete: head.complete } };
}

/** Throws `STORE_CORRUPT` for an index that is damaged. */
export function requireReadable({ root, failure }: CodebaseView): void {
  if (failure?.code === "STORE_CORRUPT") throw new EngineError("STORE_CORRUPT", `The index of ${root} cannot be read: ${failure.message}`);
}

export function indexingOf(run: RunRecord): { progressPct: number | null; lastUpdated: string | null; phase: string | null } {
  return { progressPct: progressOf(run, null).pct, lastUpdated: run.updatedAt, phase: run.phase };
}
