/** `manage_index clear`: removes the index of a codebase, with those of its versions. */
import { counted, type ManageIndexOutput, notIndexed } from "@satori/contracts";
import type { Codebase } from "../../codebase/codebase.ts";
import { awaitLock, releaseAndThrow } from "../../codebase/home/lock.ts";
import { type CodebaseView, unreadableView } from "../../codebase/view.ts";
import { EngineError, throwIfAborted } from "../../errors.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { move } from "../../model/state.ts";
import { requestCancel } from "../runs.ts";
import { type Action, busy, gateContext, gatedNotIndexed, ok, withText } from "./answers.ts";

/** View for `clear`. An index that cannot be opened can be removed anyway, unless another process uses it. */
export async function viewToClear(codebase: Codebase): Promise<CodebaseView> {
  try {
    return await codebase.view();
  } catch (error) {
    if (
      !(error instanceof EngineError) ||
      error.code !== "STORE_UNAVAILABLE" ||
      error.retryAfterMs !== undefined
    )
      throw error;
    return unreadableView(codebase.root, error);
  }
}

/** Removes the index of exactly this folder. Cancels an active run first. */
export async function clear(action: Action): Promise<ManageIndexOutput> {
  const { codebase, target, view } = action;
  if (!codebase.isTracked || target.realPath !== codebase.root) {
    const own = action.context.codebases.at(target.realPath);
    await own.removeRemains(action.context.clock.nowMs());
    const noIndex = { ...action, codebase: own, view: await own.view() };
    return codebase.isTracked
      ? withText(notIndexed({ ...gateContext(noIndex), coveredBy: codebase.root }), {})
      : gatedNotIndexed(noIndex);
  }
  const lock = await lockAfterCancel(action, codebase, view);
  if (!lock) return busy(action);
  const { state } = await viewToClear(codebase).catch((error: unknown) => releaseAndThrow(lock, error));
  const versions = await clearVersions(action).catch((error: unknown) => releaseAndThrow(lock, error));
  if (versions.isBusy) {
    lock[Symbol.dispose]();
    return busy(action);
  }
  // The folder is removed, whatever it contains.
  const remains = (await codebase.releaseStore()).remains ?? versions.remains;
  await codebase.remove(lock);
  if ("refused" in move(state, "cleared")) return gatedNotIndexed(action);
  const withCommits = versions.removed === 0 ? "" : `, and those of ${counted(versions.removed, "commit")}`;
  const elsewhere =
    remains === null
      ? ""
      : ` Its data elsewhere remains until the folder is indexed there again: ${remains}.`;
  return ok(action, `The index of ${codebase.title} was removed${withCommits}.${elsewhere}`, {});
}

interface ClearedVersions {
  readonly removed: number;
  /** Whether another process works on one of them and does not stop. */
  readonly isBusy: boolean;
  /** Why data of one of them stays elsewhere; null if none does. */
  readonly remains: string | null;
}

/** Removes the versions of a codebase: without it, no call would name them. A commit has none. */
async function clearVersions(action: Action): Promise<ClearedVersions> {
  const { context, codebase } = action;
  const versions = codebase.commit === null ? context.codebases.commitsOf(codebase.root) : [];
  let remains: string | null = null;
  for (const [removed, version] of versions.entries()) {
    const lock = await lockAfterCancel(action, version, await viewToClear(version));
    if (!lock) return { removed, isBusy: true, remains };
    remains = (await version.releaseStore()).remains ?? remains;
    await version.remove(lock);
  }
  return { removed: versions.length, isBusy: false, remains };
}

async function lockAfterCancel(
  { context, call }: Pick<Action, "context" | "call">,
  codebase: Codebase,
  view: CodebaseView,
): Promise<Disposable | null> {
  throwIfAborted(call.signal);
  if (view.active) {
    requestCancel(codebase);
    await codebase.activeRun?.ended;
  }
  return awaitLock(codebase, {
    clock: context.clock,
    mostMs: ENGINE_LIMITS.waitForCancelMs,
    signal: call.signal,
  });
}
