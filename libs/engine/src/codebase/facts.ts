/** The facts about a codebase that `status` and `list_codebases` report. Only reads. */
import {
  SKIP_CAUSES,
  type CodebaseEntry,
  type IndexFacts,
  type SkipCause,
  type SkippedCount,
} from "@satori/contracts";
import type { StoreStatistics } from "../store/store.ts";
import { EngineError } from "../errors.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { findExcludedSecrets } from "./excluded-secrets.ts";
import type { Codebase } from "./codebase.ts";
import { folderProblem } from "./home/registry.ts";
import type { CodebaseView } from "./view.ts";
import { progressOf } from "./progress.ts";

const MAX_EXAMPLES = 5;
/** Attempts to read a run that other runs keep replacing. */
const MAX_LOOKS = 5;
const NOTHING: StoreStatistics = {
  files: 0,
  chunks: 0,
  symbols: 0,
  degraded: [],
  partlyParsed: [],
  languages: [],
  skipped: [],
};

interface Counted {
  readonly view: CodebaseView;
  readonly statistics: StoreStatistics;
  readonly manifest: readonly FolderManifest[];
}

type Check = () => void;

/** Which facts to read. */
type Look = "statistics" | "statistics_and_manifest";

/**
 * Facts for `status`.
 *
 * @param seen view of the codebase; if its run has been replaced since, the facts are those of the new run
 * @param check called for each file and entry that is counted; it may throw
 */
export async function indexFacts(codebase: Codebase, seen: CodebaseView, check?: Check): Promise<IndexFacts> {
  return factsOf(codebase, await counted(codebase, seen, "statistics_and_manifest"), check);
}

/**
 * Entry of a codebase in `list_codebases`.
 *
 * @param seen view of the codebase; if its run has been replaced since, the entry describes the new run
 */
export async function codebaseEntry(
  codebase: Codebase,
  seen: CodebaseView,
  nowMs: number,
): Promise<CodebaseEntry> {
  const present = await counted(codebase, seen, "statistics");
  const { view } = present;
  const { files, chunks, languages, lastIndexedAt, fingerprint } = await factsOf(codebase, present);
  const unready = view.compatibility
    ? `fingerprint differs in ${view.compatibility.mismatched.join(", ")}`
    : view.failure?.message;
  const reasons = [unready, folderProblem(codebase.root)].filter((reason) => typeof reason === "string");
  return {
    path: codebase.root,
    state: view.state,
    files,
    chunks,
    languages,
    lastIndexedAt,
    sizeBytes: codebase.storeFile.sizeBytes(),
    fingerprint: fingerprint ?? view.active?.fingerprint ?? null,
    ...(view.active ? { progressPct: progressOf(view.active, nowMs).pct } : {}),
    ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
  };
}

/**
 * Counts the files of the complete run. If another process has replaced the run meanwhile, it counts the new
 * one.
 */
async function counted(codebase: Codebase, seen: CodebaseView, look: Look): Promise<Counted> {
  let view = seen;
  for (let looks = 1; ; looks++) {
    const runId = view.head?.complete?.run.id;
    if (runId === undefined) return { view, statistics: NOTHING, manifest: [] };
    try {
      const store = codebase.store();
      return {
        view,
        statistics: await store.statistics(runId),
        manifest: look === "statistics" || view.compatibility ? [] : await store.manifest(runId),
      };
    } catch (error) {
      if (!(error instanceof EngineError) || looks === MAX_LOOKS) throw error;
      view = await codebase.view();
      if (view.head?.complete?.run.id === runId) throw error;
    }
  }
}

async function factsOf(
  codebase: Codebase,
  { view, statistics, manifest }: Counted,
  check?: Check,
): Promise<IndexFacts> {
  const { head } = view;
  const complete = head?.complete;
  const owner = codebase.lockOwner();
  return {
    state: view.state,
    files: statistics.files,
    chunks: statistics.chunks,
    symbols: statistics.symbols,
    languages: statistics.languages,
    skipped: countSkipped(statistics.skipped, check),
    secrets: findExcludedSecrets(manifest, check),
    degradedFiles: statistics.degraded.length,
    ...(statistics.degraded.length > 0
      ? { degradedExamples: statistics.degraded.slice(0, MAX_EXAMPLES) }
      : {}),
    partlyParsedFiles: statistics.partlyParsed.length,
    ...(statistics.partlyParsed.length > 0
      ? { partlyParsedExamples: statistics.partlyParsed.slice(0, MAX_EXAMPLES) }
      : {}),
    fingerprint: complete?.marker.fingerprint ?? null,
    merkleRoot: head?.merkleRoot ?? null,
    sizeBytes: head ? await sizeOf(codebase) : 0,
    lastIndexedAt: complete?.marker.completedAt ?? null,
    lastSyncedAt: codebase.comparisons.lastCheck(head),
    customExtensions: head?.settings.customExtensions ?? [],
    ignorePatterns: head?.settings.ignorePatterns ?? [],
    lockOwner: owner && { pid: owner.pid, since: owner.since },
    watch: codebase.watched?.facts() ?? { state: "off", folders: 0 },
    embedding: complete?.marker.embedding ?? null,
    lastFailure: view.failure && {
      runId: view.failure.runId,
      code: view.failure.code,
      message: view.failure.message,
      at: view.failure.at,
      ...(view.failure.keptFiles === undefined ? {} : { keptFiles: view.failure.keptFiles }),
    },
  };
}

/** As in listings if others use the index file, too: their part does not count. */
async function sizeOf(codebase: Codebase): Promise<number> {
  return codebase.storeFile.location().isShared
    ? codebase.storeFile.sizeBytes()
    : codebase.store().sizeBytes();
}

function countSkipped(skipped: StoreStatistics["skipped"], check?: Check): SkippedCount[] {
  const paths = new Map(SKIP_CAUSES.map((cause): [SkipCause, string[]] => [cause, []]));
  for (const { path, cause } of skipped) {
    check?.();
    paths.get(cause)?.push(path);
  }
  const found = [...paths].filter(([, of]) => of.length > 0);
  return found.map(([cause, of]) => ({ cause, files: of.length, examples: of.slice(0, MAX_EXAMPLES) }));
}
