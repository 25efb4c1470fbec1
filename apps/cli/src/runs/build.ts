/** Index runs for people and scripts: start, show progress, wait, cancel with Ctrl-C. */
import {
  type ErrorCode,
  type ManageIndexOutput,
  buildEnvelope,
  counted,
  describeUpload,
  failure,
  rootOf,
} from "@satori/contracts";
import { printableLine } from "@satori/render";
import type { CommandContext } from "../command.ts";
import type { BuildArgs, Session } from "../session.ts";
import { ProgressLine, duration } from "../terminal/progress-line.ts";
import { waitForOthers } from "./wait-for-others.ts";

/**
 * Starts a run and waits for its end; waits for a run of another process first. Returns the state afterwards
 * as `manage_index status` reports it, a failure if this run failed (even if an earlier index still answers),
 * or the reason why it could not start; another process may have just done the same work.
 *
 * @param progress default: one that ends with the run
 */
export async function buildIndex(
  context: CommandContext,
  session: Session,
  args: BuildArgs,
  progress?: ProgressLine,
): Promise<ManageIndexOutput> {
  if (progress) return buildShowing(context, session, args, progress);
  using own = progressOf(context);
  return await buildShowing(context, session, args, own);
}

/** A progress line of a command. */
export function progressOf({ terminal, globals }: CommandContext): ProgressLine {
  return new ProgressLine({ terminal, isQuiet: globals.quiet === true });
}

async function buildShowing(
  { terminal }: CommandContext,
  session: Session,
  args: BuildArgs,
  progress: ProgressLine,
): Promise<ManageIndexOutput> {
  for (;;) {
    const started = await session.call("manage_index", args, (phase, counts) =>
      progress.update(phase, counts),
    );
    if (started.status === "not_ready" && !session.signal.aborted) {
      const state = await waitForOthers(session, args.path, progress);
      const rebuilt = state && rebuiltByOthers(args, state);
      if (rebuilt) return rebuilt;
      continue;
    }
    if (started.status !== "ok" || !started.runId) return started;
    // Shown at once, while the run can still be cancelled: the command's answer comes only after everything
    // was sent.
    if (started.upload)
      terminal.err.write(
        `${terminal.err.style.warning(
          `warning REMOTE_EMBEDDER_UPLOAD: ${printableLine(describeUpload(started.upload))} Press ` +
            "Ctrl-C to stop the run.",
        )}\n`,
      );
    return await awaitRun(session, args, started.runId, progress);
  }
}

/**
 * The answer if another process has just finished the same rebuild. Null if the rebuild is still necessary:
 * that run failed, or this one changes settings.
 */
function rebuiltByOthers(
  { action, path: _path, force, allowUnnecessaryReindex: _insists, ...settings }: BuildArgs,
  state: ManageIndexOutput,
): ManageIndexOutput | null {
  const isRebuild = action === "reindex" || force === true;
  if (!isRebuild || Object.keys(settings).length > 0 || state.status !== "ok" || state.index?.lastFailure)
    return null;
  const { path, message, humanText, warnings, index, meta } = state;
  const said = `Another process has just rebuilt the index of ${rootOf(state)}, so nothing was done.`;
  return buildEnvelope(
    "manage_index",
    { status: "ok", message: `${said} ${message}`, warnings },
    {
      action,
      path,
      effectiveRoot: state.effectiveRoot,
      humanText: `${said}\n${humanText}`,
      runId: null,
      index,
    },
    meta.durationMs,
  );
}

/** Waits for the end of the run in `started`, without showing progress. */
export async function finishRun(
  session: Session,
  args: BuildArgs,
  started: ManageIndexOutput,
): Promise<ManageIndexOutput> {
  return started.status === "ok" && started.runId ? awaitRun(session, args, started.runId, null) : started;
}

async function awaitRun(
  session: Session,
  args: BuildArgs,
  runId: string,
  progress: ProgressLine | null,
): Promise<ManageIndexOutput> {
  const final = await session.waitForRun(
    args,
    runId,
    progress ? (phase, counts) => progress.update(phase, counts) : undefined,
  );
  const outcome = outcomeOf(args, runId, final);
  progress?.end(summaryOf(outcome, progress.elapsedMs()));
  return outcome;
}

/**
 * Checks whether this run failed: status reports the codebase, which is `ok` if an earlier run is complete.
 */
function outcomeOf(args: BuildArgs, runId: string, final: ManageIndexOutput): ManageIndexOutput {
  const index = "index" in final ? final.index : undefined;
  const failed = index?.lastFailure;
  if (failed?.runId !== runId) return final;
  const root = rootOf(final) ?? args.path;
  const state = stateAfter(final, failed.keptFiles ?? 0);
  const isCancelled = failed.code === "CANCELLED";
  const message = isCancelled
    ? `${root}: ${state}`
    : `Indexing of ${root} failed: ${failed.message}; ${state}`;
  const echo = {
    action: args.action,
    path: final.path ?? args.path,
    effectiveRoot: final.effectiveRoot,
    humanText: message,
    index,
  };
  return failure(
    "manage_index",
    {
      code: isCancelled ? "CANCELLED" : "INDEX_FAILED",
      message,
      details: { code: failed.code as ErrorCode, runId },
      echo,
    },
    final.meta.durationMs,
  );
}

/** The state after a failed run, and what to do next. */
function stateAfter({ status }: ManageIndexOutput, keptFiles: number): string {
  if (status === "ok") return "the previous index still answers";
  // The index was made with another configuration.
  if (status === "requires_reindex")
    return (
      "the previous index is kept, but does not match this configuration; run manage_index reindex " +
      "to start again"
    );
  if (keptFiles > 0)
    return (
      `${counted(keptFiles, "file")} ${keptFiles === 1 ? "is" : "are"} kept, but nothing can be searched ` +
      "yet; run manage_index create to continue"
    );
  return "nothing is indexed yet; run manage_index create to start again";
}

/** A line about a finished run; none without counts. */
export function summaryOf(outcome: ManageIndexOutput, elapsedMs: number): string | undefined {
  if (outcome.status !== "ok" || !outcome.index) return undefined;
  const { files, chunks } = outcome.index;
  return `indexed ${counted(files, "file")}, ${counted(chunks, "chunk")} in ${duration(elapsedMs)}`;
}
