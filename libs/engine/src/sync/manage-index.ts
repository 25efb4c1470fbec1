/** manage_index: builds, refreshes, inspects and removes the index of a codebase. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type HeadFields, type ManageAction, type ManageIndexInput, type ManageIndexOutput, type Preflight, type ToolCall, type WarningCode, buildEnvelope, failure, notIndexed, notReady, requiresReindex, statusCall,
} from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import { type CodebaseView, isUnreadable } from "../codebase/view.ts";
import { indexFacts } from "../codebase/facts.ts";
import { failureWarnings, indexingOf, refuseNewer, requireReadable } from "../codebase/gate.ts";
import { folderToIndex } from "../codebase/folder-to-index.ts";
import { progressOf } from "../codebase/progress.ts";
import { refuseWholeSystem } from "../codebase/refused-folders.ts";
import { type Target, folderProblem, refuseFile, requireFolder, requirePresent } from "../codebase/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, messageTo, refuseProblems, throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { NO_SETTINGS, settingsWith } from "../model/run.ts";
import { move } from "../model/state.ts";
import { settingProblems, settingsAsked, settingsNotApplied } from "./asked-settings.ts";
import { describeIndex } from "./describe.ts";
import { preflightNotes, preflightReindex, refusalHints } from "./preflight.ts";
import { requestCancel, startRun } from "./runs.ts";
import { syncCodebase } from "./sync-codebase.ts";

/** What one action works with. */
interface Action {
  readonly context: EngineContext;
  readonly input: ManageIndexInput;
  readonly call: CallContext;
  readonly target: Target;
  readonly codebase: Codebase;
  readonly view: CodebaseView;
}

/** How soon asking again may be worth it. */
const RETRY_AFTER_MS = 1_000;
/** How long `clear` waits for a run in another process to give way. */
const CANCEL_WAIT_MS = 15_000;
const CANCEL_POLL_MS = 50;

const ACTIONS: { readonly [Name in ManageAction]: (action: Action) => Promise<ManageIndexOutput> } = { create, reindex, sync, status, clear };

export async function manageIndex(context: EngineContext, input: ManageIndexInput, call: CallContext): Promise<ManageIndexOutput> {
  refuseProblems(settingProblems(input));
  // What became of a first run, and what it left, is asked of its very folder.
  const isExact = input.action === "status" || input.action === "clear";
  const target = isExact ? context.codebases.named(input.path, call.baseFolder) : context.codebases.covering(input.path, call.baseFolder);
  const { codebase } = target;
  // What is left of a folder that is gone can be cleared.
  if (input.action !== "clear") requirePresent(target);
  refuseFile(target);
  const view = viewFor(call, await codebase.view());
  if (input.action !== "clear") refuseNewer(view);
  return ACTIONS[input.action]({ context, input, call, target, codebase, view });
}

/** With the last failure as it is told to the call. */
function viewFor(call: CallContext, view: CodebaseView): CodebaseView {
  return view.failure ? { ...view, failure: { ...view.failure, message: messageTo(call, view.failure) } } : view;
}

async function create(action: Action): Promise<ManageIndexOutput> {
  const { input, target, view } = action;
  requireFolder(target.realPath);
  if (input.force !== true) refuseWholeSystem(target.realPath);
  const covers = view.state !== "not_found";
  // A folder inside an indexed codebase gets an index of its own only when that is forced.
  if (covers && target.realPath !== action.codebase.root && input.force === true) {
    const own = action.context.codebases.at(target.realPath);
    return createOf({ ...action, codebase: own, view: await own.view() });
  }
  return createOf(action);
}

async function createOf(action: Action): Promise<ManageIndexOutput> {
  const { input, target, view } = action;
  if (view.active) return busy(action);
  if (input.force !== true && view.compatibility) return incompatible(action);
  if (input.force !== true && (view.state === "indexed" || view.state === "sync_completed")) {
    // It may be this very index's: then it is made anew.
    await dropAsked(action);
    if (!(await isHeld(action.codebase))) {
      const { zillizDropCollection: _dropped, ...rest } = input;
      const now = { ...action, input: rest, view: await action.codebase.view() };
      return now.view.active ? busy(now) : begin(now, "create");
    }
    const { root } = action.codebase;
    const kept = "Changes on disk are picked up by searches and by sync";
    const isOwn = target.realPath === root;
    const message = isOwn ? `${root} is indexed already. ${kept}; pass force to rebuild it.` : `${target.path} is indexed already as a part of ${root}. ${kept}; pass force to make an index of its own for this folder.`;
    const { notice, hints } = leftOut(action);
    return ok(action, `${message}${notice}`, { runId: null, index: await indexFacts(action.codebase, view) }, { hints });
  }
  return begin(action, "create");
}

/** What is said of settings that the index does not have: nobody would see that they were not taken. */
function leftOut({ input, target, view }: Action): { readonly notice: string; readonly hints: { readonly create?: ToolCall } } {
  const fields = settingsNotApplied(input, view.head?.settings ?? NO_SETTINGS);
  if (fields.length === 0) return { notice: "", hints: {} };
  const names = fields.map((field) => (field === "ignorePatterns" ? "ignore patterns" : "extensions")).join(" and ");
  const notice = ` The ${names} given differ from those of the index and were not applied: pass force to rebuild it with them.`;
  return { notice, hints: { create: { tool: "manage_index", args: { action: "create", path: target.path, force: true, ...settingsAsked(input) } } } };
}

/** Only where nothing refuses the call any more: what is dropped does not come back. */
async function dropAsked({ context, input: { zillizDropCollection } }: Action): Promise<void> {
  if (zillizDropCollection !== undefined) await context.stores.dropCollection(zillizDropCollection);
}

/** Whether the index is still there where it is kept elsewhere; if not, it has failed from now on. Throws `STORE_UNAVAILABLE`. */
async function isHeld(codebase: Codebase): Promise<boolean> {
  using snapshot = await codebase.store().snapshot();
  // No words: where their store is away, all else lies here and is not what was asked for.
  await snapshot?.lexical([], 0, null);
  return snapshot !== null;
}

async function reindex(action: Action): Promise<ManageIndexOutput> {
  const { codebase, view } = action;
  requireFolder(codebase.root);
  // A rebuild of what has never been built is a create that nobody forced.
  if (!view.head?.complete) refuseWholeSystem(codebase.root);
  if (view.active) return busy(action);
  const preflight = await preflightReindex(action);
  if (preflight?.outcome === "reindex_unnecessary_ignore_only" && action.input.allowUnnecessaryReindex !== true) return blocked(action, preflight);
  return begin(action, "reindex", preflight);
}

function blocked(action: Action, preflight: Preflight): ManageIndexOutput {
  const { root } = action.codebase;
  const message = `Only ignore rules of ${root} changed since its last sync. Ignore-only edits should use sync, not reindex: run manage_index sync. To rebuild all the same, run manage_index reindex with allowUnnecessaryReindex.`;
  const head = { status: "blocked", reason: "unnecessary_reindex_ignore_only", message, warnings: ["REINDEX_UNNECESSARY_IGNORE_ONLY"], hints: refusalHints(root, action.input) } as const;
  return buildEnvelope("manage_index", head, { ...echoOf(action), humanText: message, preflight }, action.call.elapsedMs());
}

/** Starts a run; the answer comes as soon as it is registered. */
async function begin(action: Action, kind: "create" | "reindex", preflight: Preflight | null = null): Promise<ManageIndexOutput> {
  const { context, codebase, view, input, call } = action;
  const event = kind === "reindex" ? "start_reindex" : input.force === true ? "start_forced_create" : "start_create";
  const wanted = move(view.state, event);
  if ("refused" in wanted) throw new EngineError("INTERNAL", `A ${kind} cannot start: ${wanted.refused}`);
  const lock = await lockAfterSyncs(action);
  if (!lock) return busy({ ...action, view: await codebase.view() });
  const now = await codebase.view().catch((error: unknown) => release(lock, error));
  if ("refused" in move(now.state, event)) {
    // Another process came first, and has ended already: what it made answers the call.
    lock[Symbol.dispose]();
    return ACTIONS[input.action]({ ...action, view: now });
  }
  await dropAsked(action).catch((error: unknown) => {
    codebase.letGo(lock);
    throw error;
  });
  const settings = settingsWith(now.head?.settings ?? NO_SETTINGS, input);
  const run = await startRun(context, codebase, { kind, settings, lock, onProgress: call.onProgress });
  const message = `Indexing of ${codebase.root} has started. Ask manage_index status until it is ok.`;
  const notes = preflight ? preflightNotes(preflight) : {};
  const payload = { runId: run.id, preflight: preflight ?? undefined, progress: progressOf(run, context.clock.nowMs()) };
  return ok(action, message, payload, { ...notes, hints: { status: statusCall(codebase.root), ...notes.hints } });
}

/**
 * Null while another run is active, or when syncs do not let go. Sessions that share a codebase sync all the time, each in a
 * moment: whoever asks once seldom finds the lock free, and status would tell them that nothing is in the way.
 */
async function lockAfterSyncs({ context, codebase, call }: Action): Promise<Disposable | null> {
  const { waitForSyncMs, lockPollMs } = ENGINE_LIMITS;
  for (let waitedMs = 0; ; waitedMs += lockPollMs) {
    throwIfAborted(call.signal);
    const lock = codebase.tryLock(context.clock.nowMs());
    if (lock || waitedMs >= waitForSyncMs || (await codebase.view()).active) return lock;
    await sleep(lockPollMs);
  }
}

function release(lock: Disposable, error: unknown): never {
  lock[Symbol.dispose]();
  throw error;
}

async function sync(action: Action): Promise<ManageIndexOutput> {
  const { context, codebase, view, call } = action;
  // As to whoever reads the index: a damaged one is not one that was never made.
  if (!view.compatibility) requireReadable(view);
  const stopped = gated(action);
  if (stopped) return stopped;
  const outcome = await syncCodebase(context, codebase, "everything", call);
  if (outcome.kind !== "synced") {
    const now = { ...action, view: await codebase.view() };
    return gated(now) ?? busy(now);
  }
  const { added, removed, modified } = outcome.stats;
  const warnings: WarningCode[] = [...(outcome.isPartial ? (["PARTIAL_SCAN"] as const) : []), ...failureWarnings(view), ...(outcome.hasCutTexts ? (["EMBEDDING_INPUT_TRUNCATED"] as const) : [])];
  const message = added + removed + modified === 0 ? `${codebase.root} is up to date.` : `${codebase.root}: ${added} added, ${removed} removed, ${modified} modified.`;
  return ok(action, message, { stats: outcome.stats }, { warnings });
}

async function status(action: Action): Promise<ManageIndexOutput> {
  const { codebase, view, call } = action;
  const index = await indexFacts(codebase, view);
  const stopped = gated(action, { index });
  if (view.state === "indexfailed" && view.failure) {
    const { code, message, at, runId } = view.failure;
    const details = { code, runId, at };
    const hints = { create: { tool: "manage_index", args: { action: "create", path: codebase.root } } };
    const text = code === "CANCELLED" ? `Indexing of ${codebase.root} was cancelled; nothing is indexed yet` : isUnreadable(code) ? `The index of ${codebase.root} cannot be read: ${message}` : `Indexing of ${codebase.root} failed: ${message}`;
    return failure("manage_index", { code: "INDEX_FAILED", message: text, details, hints, echo: { ...echoOf(action), humanText: text, index } }, call.elapsedMs());
  }
  if (stopped) return stopped;
  const problem = folderProblem(codebase.root);
  const warnings: WarningCode[] = [...(problem === null ? [] : (["INDEX_MAY_BE_BEHIND"] as const)), ...(view.failure ? (["LAST_RUN_FAILED"] as const) : []), ...(index.skipped.length + index.degradedFiles > 0 ? (["FILES_SKIPPED"] as const) : []), ...(index.embedding?.truncated ? (["EMBEDDING_INPUT_TRUNCATED"] as const) : [])];
  const doubt = problem === null ? [] : [`The index may be behind the disk: ${problem}.`];
  const message = [`${codebase.root} is indexed: ${index.files} files, ${index.chunks} chunks.`, ...doubt].join(" ");
  return ok(action, message, { index, humanText: [describeIndex(codebase.root, index), ...doubt].join("\n") }, { warnings });
}

/** Removes the index of exactly this folder; an active run is cancelled first. */
async function clear(action: Action): Promise<ManageIndexOutput> {
  const { codebase, target, view } = action;
  if (!codebase.isTracked || target.realPath !== codebase.root) {
    const own = action.context.codebases.at(target.realPath);
    await own.removeRemains(action.context.clock.nowMs());
    const noIndex = { ...action, codebase: own, view: await own.view() };
    return codebase.isTracked ? withText(notIndexed({ ...gateContext(noIndex), coveredBy: codebase.root }), {}) : gatedNotIndexed(noIndex);
  }
  const lock = await lockAfterCancel(action, view);
  if (!lock) return busy(action);
  const { state } = await codebase.view().catch((error: unknown) => release(lock, error));
  // Its folder goes, whatever it holds.
  const left = await codebase.releaseStore();
  await codebase.remove(lock);
  if ("refused" in move(state, "cleared")) return gatedNotIndexed(action);
  return ok(action, `The index of ${codebase.root} was removed.${left === null ? "" : ` What it keeps elsewhere stays until the folder is indexed there again: ${left}.`}`, {});
}

async function lockAfterCancel({ context, codebase, call }: Action, view: CodebaseView): Promise<Disposable | null> {
  throwIfAborted(call.signal);
  if (view.active) {
    requestCancel(codebase);
    await codebase.activeRun?.ended;
  }
  for (let waitedMs = 0; ; waitedMs += CANCEL_POLL_MS) {
    throwIfAborted(call.signal);
    const lock = codebase.tryLock(context.clock.nowMs());
    if (lock || waitedMs >= CANCEL_WAIT_MS) return lock;
    await sleep(CANCEL_POLL_MS);
  }
}

function gated(action: Action, extra: object = {}): ManageIndexOutput | null {
  const { view } = action;
  if (view.compatibility) return incompatible(action, extra);
  if (view.active) return busy(action, extra);
  return view.head?.complete ? null : gatedNotIndexed(action, extra);
}

function incompatible(action: Action, extra: object = {}): ManageIndexOutput {
  const { view } = action;
  if (!view.compatibility) throw new EngineError("INTERNAL", "There is nothing to compare");
  return withText(requiresReindex(gateContext(action), view.compatibility), extra);
}

function busy(action: Action, extra: object = {}): ManageIndexOutput {
  const { view, context } = action;
  const indexing = view.active ? indexingOf(view.active) : null;
  const progress = view.active ? { progress: progressOf(view.active, context.clock.nowMs()) } : {};
  return withText(notReady(gateContext(action), indexing, RETRY_AFTER_MS), { ...progress, ...extra });
}

function gatedNotIndexed(action: Action, extra: object = {}): ManageIndexOutput {
  const purpose = action.input.action === "clear" ? "removal" : "upkeep";
  return withText(notIndexed({ ...gateContext(action), purpose, toCreate: folderToIndex(action.view, action.call) }), extra);
}

function gateContext(action: Action): { tool: "manage_index"; echo: ReturnType<typeof echoOf>; durationMs: number } {
  return { tool: "manage_index", echo: echoOf(action), durationMs: action.call.elapsedMs() };
}

function echoOf({ input, target, codebase }: Action): { action: ManageAction; path: string; effectiveRoot: string } {
  return { action: input.action, path: target.path, effectiveRoot: codebase.root };
}

/** A gated envelope of this tool has a text for people besides. Meta stays last. */
function withText(envelope: object, extra: object): ManageIndexOutput {
  const { meta, ...rest } = envelope as { meta: object; message: string };
  return { ...rest, humanText: rest.message, ...extra, meta } as ManageIndexOutput;
}

function ok(action: Action, message: string, payload: object, head: Pick<HeadFields, "reason" | "warnings" | "hints"> = {}): ManageIndexOutput {
  return buildEnvelope("manage_index", { status: "ok", message, ...head }, { ...echoOf(action), humanText: message, ...payload }, action.call.elapsedMs());
}
