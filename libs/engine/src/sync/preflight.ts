/**
 * Decides whether a requested rebuild is useful. A rebuild that does nothing more than a sync is refused: it
 * takes minutes in which the codebase cannot answer. The scan for this decision writes nothing and takes no
 * lock.
 */
import type { CallOf, ManageHints, Preflight, WarningCode } from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import type { CodebaseView } from "../codebase/view.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, causeOf, throwIfAborted } from "../errors.ts";
import { NESTED_CONTROL_FILES } from "../ignore/control-files.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { slashed } from "../ignore/rule-loader.ts";
import { type DoubtfulFile, ruleChanges } from "../scan/ignore-only.ts";
import { hashFile } from "../prepare/preparer.ts";
import { openRules } from "../scan/rules.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import { cooperativeYield } from "../cooperative-yield.ts";
import { type RequestedSettings, requestedSettings, settingsNotApplied } from "./requested-settings.ts";

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

export interface PreflightRequest {
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
