/**
 * Versions of a codebase: its commits, indexed when they are first asked for, without a checkout. They are a
 * cache of what the repository has, so that making and removing them changes nothing for their callers.
 */
import type { Codebase } from "../codebase/codebase.ts";
import { releaseAndThrow } from "../codebase/home/lock.ts";
import { lastUsedFirst } from "../codebase/kept-versions.ts";
import type { EngineContext } from "../engine-context.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { NO_SETTINGS } from "../model/run.ts";
import type { ProgressListener } from "../ports.ts";
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
 * As `versionOf`. A commit that has no index yet, or one that cannot be used any more, starts to be indexed
 * in the background: the gate then answers `not_ready`. Throws `STORE_UNAVAILABLE` as well.
 */
export async function requestVersion(
  context: EngineContext,
  request: VersionRequest,
  signal?: AbortSignal,
): Promise<Codebase> {
  const version = await versionOf(context, request, signal);
  const view = await version.view();
  const nowMs = context.clock.nowMs();
  if (view.head?.complete && !view.compatibility) version.noteUse(nowMs);
  else if (!view.active) await makeVersion(context, request, version);
  return version;
}

/** Starts to index a commit. Does nothing if another process is about to. */
async function makeVersion(
  context: EngineContext,
  { codebase, onProgress }: VersionRequest,
  version: Codebase,
): Promise<void> {
  const { settings } = (await codebase.view()).head ?? { settings: NO_SETTINGS };
  const lock = version.tryLock(context.clock.nowMs());
  if (!lock) return;
  await makeRoom(context, codebase, version).catch((error: unknown) => releaseAndThrow(lock, error));
  await startRun(context, version, { kind: "create", settings, lock, onProgress });
  version.noteUse(context.clock.nowMs());
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

/**
 * Removes a version, unless a process works on it or the server with its data is away. Returns whether it is
 * gone.
 */
async function removeVersion({ clock }: Pick<EngineContext, "clock">, version: Codebase): Promise<boolean> {
  const lock = version.tryLock(clock.nowMs());
  if (!lock) return false;
  const { isReleased } = await version.releaseStore();
  if (isReleased) await version.remove(lock);
  else lock[Symbol.dispose]();
  return isReleased;
}
