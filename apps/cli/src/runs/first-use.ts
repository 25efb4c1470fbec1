/** Tool calls that need an index: builds one on first use, and waits for a run of another process. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type EnvelopeToolName,
  type ManageIndexOutput,
  type ToolOutput,
  failure,
  rootOf,
} from "@satori/contracts";
import { isRepository } from "../codebase.ts";
import type { CommandContext } from "../command.ts";
import type { BuildArgs, RequestedVersion, Session } from "../session.ts";
import { problemLine } from "../render/wording.ts";
import { buildIndex, progressOf } from "./build.ts";
import { POLL_MS, pollOthers, waitForOthers } from "./wait-for-others.ts";
import { type VersionFailure, waitForVersion } from "./wait-for-version.ts";

export interface IndexedCall<Tool extends EnvelopeToolName> {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  /** The folder to index if no index answers; null: none. */
  readonly root: string | null;
}

/** The tool's answer, or its failure with the reason why no index can answer. */
export async function callWithIndex<Tool extends EnvelopeToolName>(
  context: CommandContext,
  session: Session,
  { tool, args, root }: IndexedCall<Tool>,
): Promise<ToolOutput<Tool>> {
  let buildable = root;
  using progress = progressOf(context);
  // Read only if there is no index.
  const isStaged = (): boolean => tool === "search_codebase" && session.firstReads === "staged";
  for (;;) {
    const answer = await session.call(tool, args, (phase, counts) => progress.update(phase, counts));
    const version = versionWithoutIndex(args, answer);
    if (version !== null) {
      const failed = await waitForVersion(session, version, progress);
      if (failed) return withoutVersion(tool, args, failed);
      continue;
    }
    if (answer.status === "not_ready") {
      // In stages, the other process's run may answer before it ends.
      await (isStaged() ? pollOthers : waitForOthers)(session, String(args["path"]), progress);
      continue;
    }
    if (answer.status !== "not_indexed" || buildable === null || isAboveCodebases(session, buildable, answer))
      return answer;
    progress.end();
    const run = { action: "create", path: buildable } as const;
    const early = isStaged() ? await answerDuringRun(context, session, { tool, args, run }) : null;
    if (early?.answer) return early.answer;
    const built = early?.built ?? (await buildIndex(context, session, run));
    if (built.status !== "ok") return withoutIndex(tool, args, built);
    buildable = null;
  }
}

/**
 * Builds an index, and answers a call as soon as the words of all files are stored; the rest of the run
 * follows when the answer was printed. Returns the result of the run if it ends first.
 */
async function answerDuringRun<Tool extends EnvelopeToolName>(
  context: CommandContext,
  session: Session,
  { tool, args, run }: Omit<IndexedCall<Tool>, "root"> & { readonly run: BuildArgs },
): Promise<{ readonly answer: ToolOutput<Tool> | null; readonly built: ManageIndexOutput | null }> {
  const progress = progressOf(context);
  const running = buildIndex(context, session, run, progress).finally(() => progress.end());
  // Reported where it is awaited.
  running.catch(() => undefined);
  for (;;) {
    const built = await Promise.race([running, sleep(POLL_MS, null)]);
    if (built) return { answer: null, built };
    const answer = await session.call(tool, args);
    // Errors may pass; what is wrong with the call is said after the run.
    if (answer.status !== "ok") continue;
    progress.hold();
    context.afterAnswer(async () => {
      progress.resume();
      const { err } = context.terminal;
      const finished = await running;
      if (finished.status !== "ok") err.write(`${err.style.warning(problemLine(finished))}\n`);
    });
    return { answer, built: null };
  }
}

/**
 * The commit that a call is about, if it has no index yet: this process or another one makes it. Null
 * otherwise.
 */
export function versionWithoutIndex(
  { ref }: IndexedCall<EnvelopeToolName>["args"],
  answer: { readonly status: string; readonly commit?: string; readonly path?: string },
): RequestedVersion | null {
  const { status, commit } = answer;
  const root = rootOf(answer);
  const isWithout = status === "not_ready" || status === "not_indexed";
  return isWithout && ref !== undefined && commit !== undefined && root !== undefined
    ? { root, commit }
    : null;
}

/** The failure of a run that should have indexed a commit, as the answer of the tool that needed it. */
function withoutVersion<Tool extends EnvelopeToolName>(
  tool: Tool,
  { path }: IndexedCall<Tool>["args"],
  { error, message, effectiveRoot, meta }: VersionFailure,
): ToolOutput<Tool> {
  const cause = Array.isArray(error.details)
    ? undefined
    : (error.details as { readonly code?: unknown }).code;
  const code = cause === "CANCELLED" ? "CANCELLED" : error.code;
  const { message: text, details } = error;
  const answer = failure(
    tool,
    { code, message: text, details, echo: { path, effectiveRoot } },
    meta.durationMs,
  );
  // Its next step is not that of a folder's index.
  return { ...answer, message };
}

/**
 * Whether a folder contains several codebases, usually chosen by mistake: indexing it would take as long as
 * all of them, and its index would answer for each of them that has none of its own. A repository is one
 * codebase, even if parts of it are indexed.
 */
function isAboveCodebases(
  { isLocal }: Session,
  folder: string,
  { hints }: { readonly hints?: { readonly paths?: readonly string[] } },
): boolean {
  return isLocal && (hints?.paths ?? []).length > 0 && !isRepository(folder);
}

/** The failure is about the folder without an index, wherever the command was run. */
function withoutIndex<Tool extends EnvelopeToolName>(
  tool: Tool,
  { path }: IndexedCall<Tool>["args"],
  built: Exclude<ManageIndexOutput, { status: "ok" }>,
): ToolOutput<Tool> {
  const { code, message, details } =
    built.status === "error"
      ? built.error
      : { code: "INDEX_FAILED" as const, message: built.message, details: {} };
  return failure(
    tool,
    { code, message, details, echo: { path, effectiveRoot: built.effectiveRoot } },
    built.meta.durationMs,
  );
}
