/** What `status` and `list_codebases` tell of a codebase. Reads only. */
import { SKIP_CAUSES, type CodebaseEntry, type IndexFacts, type SkippedCount } from "@satori/contracts";
import type { StoreStatistics } from "../store/store.ts";
import { EngineError } from "../errors.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { secretsLeftOut } from "./secrets-left-out.ts";
import type { Codebase } from "./codebase.ts";
import { folderProblem } from "./home/registry.ts";
import type { CodebaseView } from "./view.ts";
import { progressOf } from "./progress.ts";

const MAX_EXAMPLES = 5;
/** More runs than this do not complete between two looks. */
const MAX_LOOKS = 5;
const NOTHING: StoreStatistics = { files: 0, chunks: 0, symbols: 0, degraded: [], languages: [], skipped: [] };

interface Counted {
  readonly view: CodebaseView;
  readonly statistics: StoreStatistics;
  readonly manifest: readonly FolderManifest[];
}

/** What an index is looked at for. */
type Look = "statistics" | "statistics_and_manifest";

/** @param seen what was seen of the codebase; when its run has been replaced since, the facts are those of the run that came after */
export async function indexFacts(codebase: Codebase, seen: CodebaseView): Promise<IndexFacts> {
  return factsOf(codebase, await counted(codebase, seen, "statistics_and_manifest"));
}

export async function codebaseEntry(codebase: Codebase, seen: CodebaseView, nowMs: number): Promise<CodebaseEntry> {
  const present = await counted(codebase, seen, "statistics");
  const { view } = present;
  const { files, chunks, languages, lastIndexedAt, fingerprint } = await factsOf(codebase, present);
  const unready = view.compatibility ? `differs in ${view.compatibility.mismatched.join(", ")}` : view.failure?.message;
  const reasons = [unready, folderProblem(codebase.root)].filter((reason) => typeof reason === "string");
  return {
    path: codebase.root, state: view.state, files, chunks, languages, lastIndexedAt, fingerprint: fingerprint ?? view.active?.fingerprint ?? null,
    ...(view.active ? { progressPct: progressOf(view.active, nowMs).pct } : {}),
    ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
  };
}

/** Another process may replace the run between the look and the counting: then what is there now is looked at. */
async function counted(codebase: Codebase, seen: CodebaseView, look: Look): Promise<Counted> {
  let view = seen;
  for (let looks = 1; ; looks++) {
    const runId = view.head?.complete?.run.id;
    if (runId === undefined) return { view, statistics: NOTHING, manifest: [] };
    try {
      const store = codebase.store();
      return { view, statistics: await store.statistics(runId), manifest: look === "statistics" || view.compatibility ? [] : await store.manifest(runId) };
    } catch (error) {
      if (!(error instanceof EngineError) || looks === MAX_LOOKS) throw error;
      view = await codebase.view();
      if (view.head?.complete?.run.id === runId) throw error;
    }
  }
}

async function factsOf(codebase: Codebase, { view, statistics, manifest }: Counted): Promise<IndexFacts> {
  const { head } = view;
  const complete = head?.complete;
  const owner = codebase.lockOwner();
  return {
    state: view.state,
    files: statistics.files,
    chunks: statistics.chunks,
    symbols: statistics.symbols,
    languages: statistics.languages,
    skipped: countSkipped(statistics.skipped),
    secrets: secretsLeftOut(manifest),
    degradedFiles: statistics.degraded.length,
    ...(statistics.degraded.length > 0 ? { degradedExamples: statistics.degraded.slice(0, MAX_EXAMPLES) } : {}),
    fingerprint: complete?.marker.fingerprint ?? null,
    merkleRoot: head?.merkleRoot ?? null,
    sizeBytes: head ? await codebase.store().sizeBytes() : 0,
    lastIndexedAt: complete?.marker.completedAt ?? null,
    lastSyncedAt: codebase.comparisons.lastCheck(head),
    customExtensions: head?.settings.customExtensions ?? [],
    ignorePatterns: head?.settings.ignorePatterns ?? [],
    lockOwner: owner && { pid: owner.pid, since: owner.since },
    watch: codebase.watched?.facts() ?? { state: "off", folders: 0 },
    embedding: complete?.marker.embedding ?? null,
    lastFailure: view.failure && { runId: view.failure.runId, code: view.failure.code, message: view.failure.message, at: view.failure.at },
  };
}

function countSkipped(skipped: StoreStatistics["skipped"]): SkippedCount[] {
  return SKIP_CAUSES.map((cause) => {
    const paths = skipped.filter((file) => file.cause === cause).map(({ path }) => path);
    return { cause, files: paths.length, examples: paths.slice(0, MAX_EXAMPLES) };
  }).filter(({ files }) => files > 0);
}
