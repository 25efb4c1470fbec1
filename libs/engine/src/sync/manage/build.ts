/** `manage_index create` and `reindex`: whether a run may start, and its start. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import {
  buildEnvelope,
  type CallOf,
  describeUpload,
  type ManageIndexOutput,
  type Preflight,
  statusCall,
  type UploadNotice,
  type WarningCode,
} from "@satori/contracts";
import type { Codebase } from "../../codebase/codebase.ts";
import { findExcludedSecrets } from "../../codebase/excluded-secrets.ts";
import { indexFacts } from "../../codebase/facts.ts";
import { INDEX_FILES } from "../../codebase/home/home.ts";
import { awaitLock, releaseAndThrow } from "../../codebase/home/lock.ts";
import { refuseWholeSystem } from "../../codebase/home/refused-folders.ts";
import { requireFolder, requireOwnFolder } from "../../codebase/home/registry.ts";
import { progressOf } from "../../codebase/progress.ts";
import { writePrivateFile } from "../../disk/private-files.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { EngineError } from "../../errors.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { FILE_KIND } from "../../model/manifest.ts";
import { type CodebaseSettings, NO_SETTINGS, settingsWith } from "../../model/run.ts";
import { move } from "../../model/state.ts";
import { openRules } from "../../scan/rules.ts";
import { preflightNotes, preflightReindex, refusalHints } from "../preflight.ts";
import { requestedSettings, settingsNotApplied } from "../requested-settings.ts";
import { endLostRun, startRun } from "../runs.ts";
import { type Action, busy, echoOf, incompatible, ok } from "./answers.ts";

const BUILDS = { create, reindex } as const;

export async function create(action: Action): Promise<ManageIndexOutput> {
  const { input, target, view } = action;
  requireFolder(target.realPath);
  if (input.force !== true) refuseWholeSystem(target.realPath);
  const covers = view.state !== "not_found";
  // A folder inside an indexed codebase gets its own index only with `force`.
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
    // The dropped collection may belong to this very index. Then the index is rebuilt.
    await dropAsked(action);
    if (!(await isHeld(action.codebase))) {
      const { zillizDropCollection: _dropped, ...rest } = input;
      const now = { ...action, input: rest, view: await action.codebase.view() };
      return now.view.active ? busy(now) : begin(now, "create");
    }
    const { root } = action.codebase;
    const kept = "Changes on disk are picked up by searches and by sync";
    const isOwn = target.realPath === root;
    const message = isOwn
      ? `${root} is already indexed. ${kept}; pass force to rebuild it.`
      : `${target.path} is already indexed as part of ${root}. ${kept}; pass force to build a separate ` +
        "index for this folder.";
    const { notice, hints } = leftOut(action);
    return ok(
      action,
      `${message}${notice}`,
      { runId: null, index: await indexFacts(action.codebase, view) },
      { hints },
    );
  }
  return begin(action, "create");
}

/**
 * Notice about requested settings that the index does not have, since otherwise nobody would notice that they
 * were ignored.
 */
function leftOut({ input, target, view }: Action): {
  readonly notice: string;
  readonly hints: { readonly create?: CallOf<"manage_index"> };
} {
  const fields = settingsNotApplied(input, view.head?.settings ?? NO_SETTINGS);
  if (fields.length === 0) return { notice: "", hints: {} };
  const names = fields
    .map((field) => (field === "ignorePatterns" ? "ignore patterns" : "extensions"))
    .join(" and ");
  const notice =
    ` The given ${names} differ from those of the index and were not applied: pass force to rebuild ` +
    "it with them.";
  return {
    notice,
    hints: {
      create: {
        tool: "manage_index",
        args: { action: "create", path: target.path, force: true, ...requestedSettings(input) },
      },
    },
  };
}

/** Called only once nothing can refuse the call any more: a dropped collection cannot be restored. */
async function dropAsked({ context, input: { zillizDropCollection } }: Action): Promise<void> {
  if (zillizDropCollection !== undefined) await context.stores.dropCollection(zillizDropCollection);
}

/**
 * Whether the part of the index that is stored elsewhere still exists. If not, the index has failed from now
 * on. Throws `STORE_UNAVAILABLE`.
 */
async function isHeld(codebase: Codebase): Promise<boolean> {
  using snapshot = await codebase.store().snapshot();
  // A query without words: it fails if the remote store is unreachable, and does nothing else.
  await snapshot?.lexical([], 0, null);
  return snapshot !== null;
}

export async function reindex(action: Action): Promise<ManageIndexOutput> {
  const { codebase, view } = action;
  requireOwnFolder(codebase.root);
  // A rebuild of an index that was never complete is a `create` without `force`.
  if (!view.head?.complete) refuseWholeSystem(codebase.root);
  if (view.active) return busy(action);
  const preflight = await preflightReindex(action);
  if (
    preflight?.outcome === "reindex_unnecessary_ignore_only" &&
    action.input.allowUnnecessaryReindex !== true
  )
    return blocked(action, preflight);
  return begin(action, "reindex", preflight);
}

function blocked(action: Action, preflight: Preflight): ManageIndexOutput {
  const { root } = action.codebase;
  const message =
    `Only ignore rules of ${root} changed since its last sync. Ignore-only edits should use sync, ` +
    "not reindex: run manage_index sync. To rebuild anyway, run manage_index reindex with " +
    "allowUnnecessaryReindex.";
  const head = {
    status: "blocked",
    reason: "unnecessary_reindex_ignore_only",
    message,
    warnings: ["REINDEX_UNNECESSARY_IGNORE_ONLY"],
    hints: refusalHints(root, action.input),
  } as const;
  return buildEnvelope(
    "manage_index",
    head,
    { ...echoOf(action), humanText: message, preflight },
    action.call.elapsedMs(),
  );
}

/** Starts a run. The answer comes as soon as the run is registered. */
async function begin(
  action: Action,
  kind: "create" | "reindex",
  preflight: Preflight | null = null,
): Promise<ManageIndexOutput> {
  const { context, codebase, view, input, call } = action;
  const event =
    kind === "reindex" ? "start_reindex" : input.force === true ? "start_forced_create" : "start_create";
  const wanted = move(view.state, event);
  if ("refused" in wanted) throw new EngineError("INTERNAL", `A ${kind} cannot start: ${wanted.refused}`);
  await endLostRun(codebase);
  const lock = await lockAfterSyncs(action);
  if (!lock) return busy({ ...action, view: await codebase.view() });
  const now = await codebase.view().catch((error: unknown) => releaseAndThrow(lock, error));
  if ("refused" in move(now.state, event)) {
    // Another process was faster and has finished already: its index answers the call.
    lock[Symbol.dispose]();
    return BUILDS[kind]({ ...action, view: now });
  }
  await dropAsked(action).catch((error: unknown) => {
    codebase.releaseEmptyIndex(lock);
    throw error;
  });
  const settings = settingsWith(now.head?.settings ?? NO_SETTINGS, input);
  const upload = await uploadNotice(action, settings).catch((error: unknown) => {
    codebase.releaseEmptyIndex(lock);
    throw error;
  });
  const run = await startRun(context, codebase, { kind, settings, lock, onProgress: call.onProgress });
  if (upload) rememberUpload(codebase.folder, upload);
  const message = [
    `Indexing of ${codebase.root} has started. Poll manage_index status until it is ok.`,
    ...(upload ? [describeUpload(upload)] : []),
  ].join(" ");
  const notes = preflight ? preflightNotes(preflight) : {};
  const warnings: WarningCode[] = [
    ...(notes.warnings ?? []),
    ...(upload ? (["REMOTE_EMBEDDER_UPLOAD"] as const) : []),
  ];
  const payload = {
    runId: run.id,
    preflight: preflight ?? undefined,
    progress: progressOf(run, context.clock.nowMs()),
    ...(upload ? { upload } : {}),
  };
  return ok(action, message, payload, {
    ...notes,
    warnings,
    hints: { status: statusCall(codebase.root), ...notes.hints },
  });
}

/**
 * Waits for the writer lock. Null if another run is active, or if syncs do not release the lock in time.
 * Sessions that share a codebase sync all the time, each for a moment: a single attempt would rarely find the
 * lock free, although `status` reports no activity.
 */
function lockAfterSyncs({ context, codebase, call }: Action): Promise<Disposable | null> {
  return awaitLock(codebase, {
    clock: context.clock,
    mostMs: ENGINE_LIMITS.waitForSyncMs,
    signal: call.signal,
    isInVain: async () => (await codebase.view()).active !== null,
  });
}

// The notice before files of a codebase are sent to a remote embedder for the first time: how many files, and
// to which host. It appears once per codebase and host, which a file in the index folder records, and blocks
// nothing.

/**
 * The notice; null if nothing is uploaded, if it appeared before, or if the tree cannot be scanned, which the
 * run will report. Throws `CANCELLED`.
 */
async function uploadNotice(
  { context, codebase, call }: Action,
  settings: CodebaseSettings,
): Promise<UploadNotice | null> {
  const { embedder, config, clock } = context;
  const host = remoteHost(embedder);
  if (embedder === null || host === null || hostsTold(codebase.folder).includes(host)) return null;
  try {
    const { policy } = openRules(codebase.root, settings, config.home);
    const { folders } = await context.walk({
      root: codebase.root,
      rules: () => policy.rootScope(),
      previous: new Map(),
      trustsVerdicts: false,
      maxFileBytes: config.maxFileBytes,
      nowMs: clock.nowMs(),
      signal: call.signal,
    });
    const files = folders.reduce(
      (sum, { manifest }) => sum + manifest.kinds.filter((kind) => kind === FILE_KIND).length,
      0,
    );
    return {
      provider: embedder.provider,
      host,
      files,
      secrets: findExcludedSecrets(folders.map(({ manifest }) => manifest)),
    };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === "CANCELLED") throw error;
    return null;
  }
}

/**
 * Records that the notice appeared. The index folder must exist. If the file cannot be written, the notice
 * appears again.
 */
function rememberUpload(folder: string, { host }: UploadNotice): void {
  try {
    writePrivateFile(
      join(folder, INDEX_FILES.upload),
      `${JSON.stringify({ hosts: [...hostsTold(folder), host] })}\n`,
    );
  } catch {
    // The notice appears again with the next run.
  }
}

function hostsTold(folder: string): readonly unknown[] {
  try {
    const { hosts } = JSON.parse(readFileSync(join(folder, INDEX_FILES.upload), "utf8")) as {
      readonly hosts?: unknown;
    };
    return Array.isArray(hosts) ? hosts : [];
  } catch {
    return [];
  }
}

/** Host of a remote embedder; null for the built-in one and for services on this machine. */
function remoteHost(embedder: Embedder | null): string | null {
  const host = embedder?.host;
  if (host === undefined) return null;
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "");
  const isLoopback =
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    (isIP(name) === 4 && name.startsWith("127."));
  return isLoopback ? null : host;
}
