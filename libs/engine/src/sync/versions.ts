/**
 * Versions of a codebase: its commits, indexed when they are first asked for, without a checkout. They are a
 * cache of what the repository has, so that making and removing them changes nothing for their callers.
 */
import type { Codebase } from "../codebase/codebase.ts";
import { awaitLock, releaseAndThrow } from "../codebase/home/lock.ts";
import { lastUsedFirst } from "../codebase/kept-versions.ts";
import { type CodebaseView, isUnreadable } from "../codebase/view.ts";
import type { EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { type CodebaseSettings, hasCause, NO_SETTINGS } from "../model/run.ts";
import type { ProgressListener } from "../ports.ts";
import { signatureForCommits } from "../scan/rules.ts";
import { removeVersion } from "./remove-versions.ts";
import { startRun } from "./runs.ts";
import { removeUnlisted } from "./unlisted-versions.ts";

export interface VersionRequest {
  /** The codebase on disk. */
  readonly codebase: Codebase;
  /** Branch, tag, commit or expression, as the caller wrote it. */
  readonly ref: string;
  /** Name of the argument, for messages. */
  readonly argument: string;
  /** Told about a run that this request starts, even after it was answered. */
  readonly onProgress?: ProgressListener | undefined;
}

/** The commit of a codebase that a ref names, in whatever state. Throws as `resolveRef` does. */
export async function versionOf(
  context: Pick<EngineContext, "codebases">,
  { codebase, ref, argument }: VersionRequest,
  signal?: AbortSignal,
): Promise<Codebase> {
  const commit = await resolveRef({ root: codebase.root, ref, argument }, signal);
  return context.codebases.atCommit(codebase.root, commit);
}

/**
 * As `versionOf`. A commit without an index by today's settings and rules starts to be indexed in the
 * background: the gate then answers `not_ready`. Null if the codebase itself requires a reindex: until then,
 * nobody has agreed to what a run would do, such as asking another embedding service.
 *
 * Throws `INDEX_FAILED` if the last run of the commit failed a short time ago, and `STORE_UNAVAILABLE`.
 */
export async function requestVersion(
  context: EngineContext,
  request: VersionRequest,
  signal?: AbortSignal,
): Promise<Codebase | null> {
  const version = await versionOf(context, request, signal);
  const { head, compatibility } = await request.codebase.view();
  const wanted = head?.settings ?? NO_SETTINGS;
  const isCurrent = async (): Promise<boolean> => isIndexedAs(wanted, context, await version.view());
  if (!(await isCurrent())) {
    if (compatibility !== null) return null;
    await makeVersion(context, { ...request, settings: wanted, isCurrent }, version, signal);
  }
  version.noteUse(context.clock.nowMs());
  return version;
}

/** Whether the index of a commit is complete, and made with these settings and the rules of today. */
function isIndexedAs(settings: CodebaseSettings, { config }: EngineContext, view: CodebaseView): boolean {
  const { root, head, compatibility } = view;
  if (!head?.complete || compatibility) return false;
  return (
    JSON.stringify(head.settings) === JSON.stringify(settings) &&
    head.ignoreSignature === signatureForCommits({ root, settings, home: config.home })
  );
}

interface VersionToMake extends VersionRequest {
  readonly settings: CodebaseSettings;
  /** Whether there is nothing to do any more. */
  readonly isCurrent: () => Promise<boolean>;
}

/** Starts to index a commit, unless a run does so already. Returns when calls can see the run. */
async function makeVersion(
  context: EngineContext,
  { codebase, settings, isCurrent, onProgress }: VersionToMake,
  version: Codebase,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clock } = context;
  const { active, failure } = await version.view();
  if (active) return;
  refuseFailed(version, failure, clock.nowMs());
  // Another call, or process, may be about to start the run.
  const lock = await awaitLock(version, {
    clock,
    mostMs: ENGINE_LIMITS.waitForCancelMs,
    signal,
    isInVain: async () => (await version.view()).active !== null,
  });
  if (!lock) return;
  try {
    if (await isCurrent()) return lock[Symbol.dispose]();
    await makeRoom(context, codebase, version);
  } catch (error) {
    releaseAndThrow(lock, error);
  }
  await startRun(context, version, { kind: "create", settings, lock, onProgress });
}

/** Throws if the last run failed so recently that its cause is probably not fixed yet. */
function refuseFailed(version: Codebase, failure: CodebaseView["failure"], nowMs: number): void {
  // A damaged index is simply made again.
  if (failure === null || !hasCause(failure.code) || isUnreadable(failure.code)) return;
  const { code, runId, at, message } = failure;
  if (nowMs >= Date.parse(at) + ENGINE_LIMITS.retryVersionMs) return;
  throw new EngineError("INDEX_FAILED", `Indexing of ${version.title} failed: ${message}`, {
    details: { code, runId, at },
    nextStep: "Fix the cause, then repeat the call; a new run starts one minute after the failure.",
  });
}

/**
 * Removes the versions of a codebase that were used least recently, so that there is room for another one.
 *
 * @param next the other one, whose lock the caller holds
 */
async function makeRoom(context: EngineContext, codebase: Codebase, next: Codebase): Promise<void> {
  const others = context.codebases.commitsOf(codebase.root).filter((version) => version !== next);
  const old = lastUsedFirst(others).slice(ENGINE_LIMITS.versionsKept - 1);
  let removed = 0;
  for (const version of old) if (await removeVersion(context, version)) removed++;
  if (removed > 0) await removeUnlisted(context, codebase, [next]);
}
