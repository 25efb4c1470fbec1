/**
 * Decides whether a requested rebuild is useful. A rebuild that does nothing more than a sync is refused: it
 * takes minutes in which the codebase cannot answer. The scan for this decision writes nothing and takes no
 * lock.
 */
import type { CallOf, ManageHints, Preflight, WarningCode } from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import type { CodebaseView } from "../codebase/view.ts";
import { cooperativeYield } from "../cooperative-yield.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { causeOf, EngineError, throwIfAborted } from "../errors.ts";
import { NESTED_CONTROL_FILES } from "../ignore/control-files.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { slashed } from "../ignore/rule-loader.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import {
  type EntryKind,
  entryKind,
  type FolderManifest,
  hashAt,
  STATS_PER_ENTRY,
  UNSETTLED_MTIME,
} from "../model/manifest.ts";
import { pathIn } from "../model/paths.ts";
import { hashFile } from "../prepare/run-task.ts";
import { type RequestedSettings, requestedSettings, settingsNotApplied } from "./requested-settings.ts";
import { openRules } from "../scan/rules.ts";

/** Causes that require a rebuild, whatever is on the disk. */
export interface ReindexCauses {
  readonly fingerprintDiffers: boolean;
  readonly markerInvalid: boolean;
  readonly lastRunFailed: boolean;
}

/**
 * What changed on disk since the last sync. `ignore_only`: only ignore rules. `other`: anything else,
 * nothing, or not checked. `failed`: could not be determined.
 */
export type Probe = "ignore_only" | "other" | "failed";

interface PreflightRequest {
  readonly context: EngineContext;
  readonly codebase: Codebase;
  readonly view: CodebaseView;
  readonly input: RequestedSettings;
  readonly call: Pick<CallContext, "signal" | "onProgress">;
}

/** Decides whether to rebuild. A cause outweighs the probe. Pure. */
export function decidePreflight({
  fingerprintDiffers,
  markerInvalid,
  lastRunFailed,
  probe,
}: ReindexCauses & { readonly probe: Probe }): Preflight {
  if (fingerprintDiffers || markerInvalid || lastRunFailed)
    return { outcome: "reindex_required", confidence: "high" };
  switch (probe) {
    case "ignore_only":
      return { outcome: "reindex_unnecessary_ignore_only", confidence: "high" };
    case "other":
      return { outcome: "unknown", confidence: "low" };
    case "failed":
      return { outcome: "probe_failed", confidence: "low", probeFailed: true };
  }
}

/**
 * Checks a requested rebuild. Null if the codebase has never had an index: there is nothing to rebuild.
 * Throws `CANCELLED`.
 */
export async function preflightReindex(request: PreflightRequest): Promise<Preflight | null> {
  const { context, codebase, view } = request;
  if (view.state === "not_found") return null;
  const causes = {
    fingerprintDiffers: view.compatibility !== null,
    markerInvalid: !view.head?.complete,
    lastRunFailed: view.failure !== null,
  };
  if (Object.values(causes).includes(true)) return decidePreflight({ ...causes, probe: "other" });
  try {
    return decidePreflight({ ...causes, probe: await probeDisk(request) });
  } catch (error) {
    const code = error instanceof EngineError ? error.code : null;
    if (code === "CANCELLED") throw error;
    // A corrupt index proves nothing, whatever its marker says.
    if (code === "STORE_CORRUPT") return decidePreflight({ ...causes, markerInvalid: true, probe: "other" });
    context.log("warn", "preflight_probe_failed", { effectiveRoot: codebase.root, cause: causeOf(error) });
    return decidePreflight({ ...causes, probe: "failed" });
  }
}

/** Reason, warnings and hints for the answer of a rebuild that goes ahead. */
export function preflightNotes({ outcome }: Preflight): {
  readonly reason?: "preflight_unknown";
  readonly warnings?: readonly WarningCode[];
  readonly hints?: ManageHints;
} {
  switch (outcome) {
    case "unknown":
      return { reason: "preflight_unknown", warnings: ["REINDEX_PREFLIGHT_UNKNOWN"] };
    case "probe_failed":
      return { warnings: ["IGNORE_POLICY_PROBE_FAILED"], hints: { preflight: { probeFailed: true } } };
    case "reindex_required":
    case "reindex_unnecessary_ignore_only":
      return {};
  }
}

/** The two ways out of a refusal, as ready-made calls. */
export function refusalHints(
  root: string,
  input: PreflightRequest["input"],
): { readonly sync: CallOf<"manage_index">; readonly overrideReindex: CallOf<"manage_index"> } {
  return {
    sync: { tool: "manage_index", args: { action: "sync", path: root } },
    overrideReindex: {
      tool: "manage_index",
      args: { action: "reindex", path: root, allowUnnecessaryReindex: true, ...requestedSettings(input) },
    },
  };
}

async function probeDisk(request: PreflightRequest): Promise<Probe> {
  const { context, codebase, input, call } = request;
  const { head } = request.view;
  // After a sync that was cut short, there is no last sync to compare with.
  if (!head?.complete || head.merkleRoot === null || head.ignoreSignature === null) return "other";
  const { settings } = head;
  // Only a rebuild applies new settings.
  if (settingsNotApplied(input, settings).length > 0) return "other";
  call.onProgress?.("scanning", { filesDone: 0, filesTotal: null, chunks: 0 });
  const rules = openRules(codebase.root, settings, context.config.home);
  const rulesChanged = rules.signature !== head.ignoreSignature;
  const previous = new Map(
    (await codebase.store().manifest(head.complete.run.id)).map((folder) => [folder.path, folder]),
  );
  const { folders } = await context.walk({
    root: codebase.root,
    rules: () => rules.policy.rootScope(),
    previous,
    trustsVerdicts: !rulesChanged,
    maxFileBytes: context.config.maxFileBytes,
    nowMs: context.clock.nowMs(),
    signal: call.signal,
  });
  if (!areRulesKnown(rules.policy, folders)) return "failed";
  const changes = ruleChanges(previous, folders);
  if (!changes || !(rulesChanged || changes.hasNewControlFile)) return "other";
  return (await haveSameContent(request, changes.doubtful)) ? "ignore_only" : "other";
}

/**
 * Whether every ignore file that git would read could be read completely. The scan reads only the files whose
 * rules it needs. Links and folders with such a name do not matter: git reads no rules from them either.
 */
function areRulesKnown(policy: IgnorePolicy, folders: readonly FolderScan[]): boolean {
  for (const { manifest, diskPath } of folders) {
    if (manifest.names.some((name) => NESTED_CONTROL_FILES.has(name))) policy.scopeAt(slashed(diskPath));
  }
  return policy.diagnostics().every(({ kind }) => kind === "symbolic_link" || kind === "not_a_file");
}

/**
 * Whether files have the content of the last scan. A sync would read these files again too. After a first
 * run, that may be the whole tree, once.
 */
async function haveSameContent(
  { context, codebase, call }: PreflightRequest,
  files: readonly DoubtfulFile[],
): Promise<boolean> {
  throwIfAborted(call.signal);
  const pause = cooperativeYield(call.signal);
  for (const { diskPath, hash } of files) {
    await pause();
    if (hashFile(codebase.root, diskPath, context.config.maxFileBytes) !== hash) return false;
  }
  return true;
}

// Whether ignore rules explain all differences between two scans. Names of ignored files and folders are in
// the manifest too, so that an entry that became ignored, or no longer is, differs from one that appeared or
// vanished. Pure.

/**
 * A file that looks unchanged, but was so young at one of the scans that a later write may have gone
 * unnoticed.
 */
export interface DoubtfulFile {
  /** The disk's spelling of the path, relative to the root. */
  readonly diskPath: string;
  /** Hash of its content at the last scan. */
  readonly hash: string;
}

export interface RuleChanges {
  /** An ignore file inside the tree changed, appeared or vanished. */
  readonly hasNewControlFile: boolean;
  /** In the order of the scan. */
  readonly doubtful: readonly DoubtfulFile[];
}

/** Compares two scans. Returns null if there is a difference that ignore rules do not explain. */
export function ruleChanges(
  previous: ReadonlyMap<string, FolderManifest>,
  folders: readonly FolderScan[],
): RuleChanges | null {
  if (!previous.has("")) return null;
  const doubtful: DoubtfulFile[] = [];
  let hasNewControlFile = false;
  for (const scan of folders) {
    const before = previous.get(scan.manifest.path);
    // For a folder that was not scanned before, its entry in the parent folder shows whether rules explain
    // it.
    if (scan.isUnchanged || !before) continue;
    for (const { name, was, is } of entryPairs(before, scan.manifest)) {
      const difference = compareEntry(name, was, is);
      if (difference === "other") return null;
      if (difference === "control_file") hasNewControlFile = true;
      if (difference === "doubtful" && was)
        doubtful.push({ diskPath: pathIn(scan.diskPath, name), hash: was.hash });
    }
  }
  return { hasNewControlFile, doubtful };
}

interface Entry {
  readonly kind: EntryKind;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
  readonly ctimeMs: number;
  readonly hash: string;
}

/** `same`: no difference, or one that ignore rules explain. */
type Difference = "same" | "control_file" | "doubtful" | "other";

function* entryPairs(
  before: FolderManifest,
  now: FolderManifest,
): Generator<{ name: string; was: Entry | null; is: Entry | null }> {
  const positions = new Map(before.names.map((name, at) => [name, at]));
  for (const [at, name] of now.names.entries()) {
    const position = positions.get(name);
    yield { name, was: position === undefined ? null : entryAt(before, position), is: entryAt(now, at) };
    positions.delete(name);
  }
  for (const [name, position] of positions) yield { name, was: entryAt(before, position), is: null };
}

function entryAt(folder: FolderManifest, at: number): Entry {
  const [sizeBytes = 0, mtimeMs = 0, inode = 0, ctimeMs = 0] = folder.stats.subarray(
    at * STATS_PER_ENTRY,
    (at + 1) * STATS_PER_ENTRY,
  );
  return { kind: entryKind(folder, at), sizeBytes, mtimeMs, inode, ctimeMs, hash: hashAt(folder, at) };
}

function compareEntry(name: string, was: Entry | null, is: Entry | null): Difference {
  if (NESTED_CONTROL_FILES.has(name) && !isFolder(was) && !isFolder(is)) return compareControlFile(was, is);
  if (isIgnored(was) && isIgnored(is)) return "same";
  // Entries that appeared or vanished while they were ignored do not affect the index.
  if (!was || !is) return isIgnored(was ?? is) ? "same" : "other";
  if (isIgnored(was) || isIgnored(is)) return hasSameShape(was, is) ? "same" : "other";
  const [before, now] = [shapeOf(was.kind), shapeOf(is.kind)];
  if (before !== now || before === "other") return was.kind === is.kind ? "same" : "other";
  return before === "folder" ? "same" : compareContent(was, is);
}

/**
 * Compares a control file of two scans. One that was young at a scan and looks unchanged counts as unchanged.
 * If that is wrong, a rebuild goes ahead where a sync would do; no useful rebuild is refused.
 */
function compareControlFile(was: Entry | null, is: Entry | null): Difference {
  if (!was || !is || !hasSameStats(was, is)) return "control_file";
  return was.mtimeMs === is.mtimeMs || isUnsettled(was, is) ? "same" : "control_file";
}

function compareContent(was: Entry, is: Entry): Difference {
  // The size limit for files is not an ignore rule.
  if (!hasSameStats(was, is) || (was.kind === "too_large") !== (is.kind === "too_large")) return "other";
  if (was.mtimeMs === is.mtimeMs && was.mtimeMs !== UNSETTLED_MTIME) return "same";
  if (!isUnsettled(was, is)) return "other";
  // These have no content in the index. If they become readable, their ctime changes.
  return was.kind === "too_large" || was.kind === "unreadable" ? "same" : "doubtful";
}

/**
 * Compares everything except the mtime. The ctime changes with the content too, except for two writes within
 * one tick of the system's clock.
 */
function hasSameStats(was: Entry, is: Entry): boolean {
  return was.sizeBytes === is.sizeBytes && was.inode === is.inode && was.ctimeMs === is.ctimeMs;
}

function isUnsettled(was: Entry, is: Entry): boolean {
  return was.mtimeMs === UNSETTLED_MTIME || is.mtimeMs === UNSETTLED_MTIME;
}

function isIgnored(entry: Entry | null): boolean {
  return entry?.kind === "ignored_file" || entry?.kind === "ignored_folder";
}

function isFolder(entry: Entry | null): boolean {
  return entry?.kind === "folder" || entry?.kind === "ignored_folder";
}

/** An unreadable entry may be a file or a folder. */
function hasSameShape(was: Entry, is: Entry): boolean {
  return shapeOf(was.kind) === shapeOf(is.kind) || [was, is].some(({ kind }) => kind === "unreadable");
}

function shapeOf(kind: EntryKind): "file" | "folder" | "other" {
  switch (kind) {
    case "folder":
    case "ignored_folder":
      return "folder";
    case "file":
    case "ignored_file":
    case "too_large":
    case "binary":
    case "encoding":
    case "unreadable":
    case "unparsable":
    case "lfs_pointer":
      return "file";
    case "invalid_name":
    case "special":
    case "link":
    case "submodule":
      return "other";
  }
}
