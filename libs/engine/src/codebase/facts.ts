/** What `status` and `list_codebases` tell of a codebase. Reads only. */
import { SKIP_CAUSES, type CodebaseEntry, type IndexFacts, type SkippedCount } from "@satori/contracts";
import type { StoreStatistics } from "../store/store.ts";
import type { Codebase, CodebaseView } from "./codebase.ts";
import { progressOf } from "./progress.ts";

const MAX_EXAMPLES = 5;
const NOTHING: StoreStatistics = { files: 0, chunks: 0, symbols: 0, degradedFiles: 0, languages: [], skipped: [] };

export async function indexFacts(codebase: Codebase, view: CodebaseView): Promise<IndexFacts> {
  const { head } = view;
  const complete = head?.complete;
  const statistics = complete ? await codebase.store().statistics(complete.run.id) : NOTHING;
  const owner = codebase.lockOwner();
  return {
    state: view.state,
    files: statistics.files,
    chunks: statistics.chunks,
    symbols: statistics.symbols,
    languages: statistics.languages,
    skipped: countSkipped(statistics.skipped),
    degradedFiles: statistics.degradedFiles,
    fingerprint: complete?.run.fingerprint ?? null,
    merkleRoot: head?.merkleRoot ?? null,
    sizeBytes: head ? await codebase.store().sizeBytes() : 0,
    lastIndexedAt: complete?.marker.completedAt ?? null,
    lastSyncedAt: codebase.lastCheck(head),
    customExtensions: head?.settings.customExtensions ?? [],
    ignorePatterns: head?.settings.ignorePatterns ?? [],
    lockOwner: owner && { pid: owner.pid, since: owner.since },
    lastFailure: view.failure,
  };
}

export async function codebaseEntry(codebase: Codebase, view: CodebaseView, nowMs: number): Promise<CodebaseEntry> {
  const { files, chunks, languages, lastIndexedAt, fingerprint } = await indexFacts(codebase, view);
  const reason = view.compatibility ? `differs in ${view.compatibility.mismatched.join(", ")}` : view.failure?.message;
  return {
    path: codebase.root, state: view.state, files, chunks, languages, lastIndexedAt, fingerprint: fingerprint ?? view.active?.fingerprint ?? null,
    ...(view.active ? { progressPct: progressOf(view.active, nowMs).pct } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

function countSkipped(skipped: StoreStatistics["skipped"]): SkippedCount[] {
  return SKIP_CAUSES.map((cause) => {
    const paths = skipped.filter((file) => file.cause === cause).map(({ path }) => path);
    return { cause, files: paths.length, examples: paths.slice(0, MAX_EXAMPLES) };
  }).filter(({ files }) => files > 0);
}
