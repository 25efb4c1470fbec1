/** Index runs as people and scripts want them: started, shown, waited for, cancelled by Ctrl-C. */
import { type ErrorCode, type ManageIndexOutput, failure } from "@satori/contracts";
import type { CommandContext } from "../command.ts";
import type { BuildArgs, Session } from "../session.ts";
import { ProgressLine, duration } from "../terminal/progress-line.ts";
import { waitForOthers } from "./wait-for-others.ts";

/**
 * Starts a run and waits for its end; a run of another process is waited for first. Returns the state after the end as
 * `manage_index status` tells it, a failure if this run failed (whether or not an earlier one answers), or what kept it
 * from starting.
 */
export async function buildIndex({ terminal, globals }: CommandContext, session: Session, args: BuildArgs): Promise<ManageIndexOutput> {
  using progress = new ProgressLine({ terminal, isQuiet: globals.quiet === true, delayMs: 0 });
  let asked: BuildArgs = args;
  for (;;) {
    const started = await session.call("manage_index", asked, (phase, counts) => progress.update(phase, counts));
    if (started.status === "not_ready" && !session.signal.aborted) {
      // What another process has just rebuilt needs no second rebuild.
      if (await waitForOthers(session, args.path, progress)) asked = { action: "create", path: args.path };
      continue;
    }
    if (started.status !== "ok" || !started.runId) return started;
    return await awaitRun(session, args, started.runId, progress);
  }
}

/** The end of a run that `started` tells of; nothing is shown of it. */
export async function finishRun(session: Session, args: BuildArgs, started: ManageIndexOutput): Promise<ManageIndexOutput> {
  return started.status === "ok" && started.runId ? awaitRun(session, args, started.runId, null) : started;
}

async function awaitRun(session: Session, args: BuildArgs, runId: string, progress: ProgressLine | null): Promise<ManageIndexOutput> {
  const final = await session.waitForRun(args, runId, progress ? (phase, counts) => progress.update(phase, counts) : undefined);
  const outcome = outcomeOf(args, runId, final);
  progress?.end(summaryOf(outcome, progress.elapsedMs()));
  return outcome;
}

/** Status speaks of the codebase: with an earlier complete run it is `ok` although this run failed. */
function outcomeOf(args: BuildArgs, runId: string, final: ManageIndexOutput): ManageIndexOutput {
  const index = "index" in final ? final.index : undefined;
  const failed = index?.lastFailure;
  if (failed?.runId !== runId) return final;
  const { effectiveRoot = args.path } = final;
  const state = stateAfter(final);
  const isCancelled = failed.code === "CANCELLED";
  const message = isCancelled ? `${effectiveRoot}: ${state}` : `Indexing of ${effectiveRoot} failed: ${failed.message}; ${state}`;
  const echo = { action: args.action, path: final.path ?? args.path, effectiveRoot, humanText: message, index };
  return failure("manage_index", { code: isCancelled ? "CANCELLED" : "INDEX_FAILED", message, details: { code: failed.code as ErrorCode, runId }, echo }, final.meta.durationMs);
}

/** What there is after a run that failed, and what to do next. */
function stateAfter({ status }: ManageIndexOutput): string {
  if (status === "ok") return "the previous index still answers";
  // It was made with another configuration.
  if (status === "requires_reindex") return "the previous index is kept, but does not fit this configuration; run manage_index reindex to start again";
  return "nothing is indexed yet; run manage_index create to start again";
}

function summaryOf(outcome: ManageIndexOutput, elapsedMs: number): string | undefined {
  if (outcome.status !== "ok" || !outcome.index) return undefined;
  const { files, chunks } = outcome.index;
  return `indexed ${files} files, ${chunks} chunks in ${duration(elapsedMs)}`;
}
