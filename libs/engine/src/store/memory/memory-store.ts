/**
 * A store in memory, for tests and as the shortest description of what a store does. Written data is never
 * changed, only replaced, so a snapshot is just a reference.
 */
import type { RunPhase } from "@satori/contracts";
import { type History, encodeCommits } from "../../model/history.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import { compareText } from "../../model/paths.ts";
import {
  type CodebaseSettings,
  type CompletionMarker,
  type RunCounts,
  type RunFailure,
  type RunRecord,
  provesRun,
} from "../../model/run.ts";
import {
  type Snapshot,
  type Store,
  type StoreHead,
  type StoreStatistics,
  type SyncEnd,
  type WriteBatch,
  type WriteOutcome,
  emptyHead,
  isEmptyBatch,
  runGone,
} from "../store.ts";
import { byPath, MemorySnapshot, NOTHING, type RunContent } from "./memory-snapshot.ts";

/** What remains when the store is closed. */
interface Stored {
  head: StoreHead;
  readonly contents: Map<string, RunContent>;
  /** Content of cancelled runs. */
  readonly kept: Map<string, RunContent>;
}

/** Stands for a disk: stores opened on the same one see the same indexes. */
export class MemoryDisk {
  private readonly indexes = new Map<string, Stored>();

  open(folder: string, codebasePath: string): Store {
    let stored = this.indexes.get(folder);
    if (!stored)
      this.indexes.set(
        folder,
        (stored = { head: emptyHead(codebasePath), contents: new Map(), kept: new Map() }),
      );
    return new MemoryStore(stored);
  }
}

class MemoryStore implements Store {
  readonly isFrozen = false;
  readonly keepsCancelledRuns = true;
  readonly stages = null;
  constructor(private readonly stored: Stored) {}

  async head(): Promise<StoreHead> {
    return this.stored.head;
  }

  async saveSettings(settings: CodebaseSettings): Promise<void> {
    this.change({ settings });
  }

  async beginRun(run: RunRecord, continued?: string): Promise<void> {
    const { complete } = this.stored.head;
    const kept = (continued === undefined ? undefined : this.stored.kept.get(continued)) ?? NOTHING;
    this.stored.kept.clear();
    for (const id of this.stored.contents.keys())
      if (id !== complete?.run.id) this.stored.contents.delete(id);
    this.stored.contents.set(run.id, kept);
    this.change({ latest: run });
  }

  async reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void> {
    const { latest } = this.stored.head;
    if (latest?.id === runId)
      this.change({ latest: { ...latest, phase, counts: { ...counts }, updatedAt: at } });
  }

  async keepViews(): Promise<void> {
    // There is only one.
  }

  async storedVersions(): Promise<ReadonlyMap<string, readonly string[]>> {
    return new Map();
  }

  async write(runId: string, batch: WriteBatch): Promise<WriteOutcome> {
    const before = this.contentOf(runId);
    const files = new Map(before.files);
    const skipped = new Map(before.skipped);
    const folders = new Map(before.folders);
    const inDegrees = new Map(before.inDegrees);
    const isKnown = (path: string): boolean => before.files.has(path);
    const changesImports =
      [...batch.removed, ...batch.skipped.map(({ path }) => path)].some(isKnown) ||
      batch.files.some(({ path, importWords }) => before.files.get(path)?.importWords !== importWords);
    for (const path of batch.removed) for (const known of [files, skipped, inDegrees]) known.delete(path);
    for (const file of batch.files) {
      files.set(file.path, file);
      skipped.delete(file.path);
    }
    for (const { path, cause } of batch.skipped) {
      for (const known of [files, inDegrees]) known.delete(path);
      skipped.set(path, cause);
    }
    for (const path of batch.removedFolders) folders.delete(path);
    for (const folder of batch.folders) folders.set(folder.path, structuredClone(folder));
    this.stored.contents.set(runId, { ...before, files, skipped, folders, inDegrees });
    if (isEmptyBatch(batch) || this.stored.head.complete?.run.id !== runId)
      return { changesImports, gone: [] };
    if (batch.files.length + batch.removed.length + batch.skipped.length > 0) this.noteVisible(runId);
    this.change({ merkleRoot: null });
    this.learnDimension(batch.dimension ?? null);
    return { changesImports, gone: [] };
  }

  private learnDimension(dimension: number | null): void {
    const { complete } = this.stored.head;
    if (dimension === null || !complete || complete.marker.fingerprint.embeddingDimension !== null) return;
    const fingerprint = { ...complete.marker.fingerprint, embeddingDimension: dimension };
    this.change({ complete: { ...complete, marker: { ...complete.marker, fingerprint } } });
  }

  async completeRun(
    marker: CompletionMarker,
    end: SyncEnd,
    settings = this.stored.head.settings,
  ): Promise<void> {
    const { latest, sequence } = this.stored.head;
    if (latest?.state !== "active" || !provesRun(marker, latest)) throw runGone(marker.runId);
    for (const id of this.stored.contents.keys()) if (id !== marker.runId) this.stored.contents.delete(id);
    const run = {
      ...latest,
      state: "complete" as const,
      phase: "publishing" as const,
      finishedAt: marker.completedAt,
      updatedAt: marker.completedAt,
    };
    this.change({ ...end, settings, complete: { run, marker }, latest: null, sequence: sequence + 1 });
  }

  async failRun(runId: string, failure: RunFailure, at: string): Promise<void> {
    const { latest } = this.stored.head;
    if (latest?.id !== runId || latest.state !== "active") return;
    if (failure.code === "CANCELLED" && !this.stored.head.complete)
      this.stored.kept.set(runId, this.contentOf(runId));
    this.stored.contents.delete(runId);
    this.change({ latest: { ...latest, state: "failed", failure, finishedAt: at, updatedAt: at } });
  }

  async endSync(end: SyncEnd): Promise<void> {
    this.change(end);
  }

  async writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void> {
    const content = this.contentOf(runId);
    const inDegrees = new Map([...degrees].filter(([path]) => content.files.has(path)));
    const isSame = [...content.files.keys()].every(
      (path) => (inDegrees.get(path) ?? 0) === (content.inDegrees.get(path) ?? 0),
    );
    if (isSame) return;
    this.stored.contents.set(runId, { ...content, inDegrees });
    this.noteVisible(runId);
  }

  async historyHead(runId: string): Promise<string | null> {
    return this.contentOf(runId).history?.head ?? null;
  }

  async writeHistory(runId: string, { head, commits }: History): Promise<void> {
    this.stored.contents.set(runId, {
      ...this.contentOf(runId),
      history: { head, commits: encodeCommits(commits) },
    });
    this.noteVisible(runId);
  }

  async alreadyStored(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async release(): Promise<void> {
    // Nothing is stored elsewhere.
  }

  async importWords(runId: string): Promise<ReadonlyMap<string, string>> {
    return new Map(byPath(this.contentOf(runId).files).map(([path, { importWords }]) => [path, importWords]));
  }

  async manifest(runId: string): Promise<readonly FolderManifest[]> {
    return byPath(this.contentOf(runId).folders).map(([, folder]) => structuredClone(folder));
  }

  async statistics(runId: string): Promise<StoreStatistics> {
    const { files, skipped } = this.contentOf(runId);
    const all = [...files.values()];
    const byLanguage = new Map<string, number>();
    for (const { language } of all) byLanguage.set(language, (byLanguage.get(language) ?? 0) + 1);
    return {
      files: all.length,
      chunks: all.reduce((sum, { words }) => sum + words.lengths.length, 0),
      symbols: all.reduce((sum, { symbolCount }) => sum + symbolCount, 0),
      degraded: byPath(files)
        .filter(([, { isDegraded }]) => isDegraded)
        .map(([path]) => path),
      partlyParsed: byPath(files)
        .filter(([, { isDegraded, hasSyntaxErrors }]) => hasSyntaxErrors && !isDegraded)
        .map(([path]) => path),
      languages: [...byLanguage]
        .map(([language, count]) => ({ language, files: count }))
        .sort((left, right) => right.files - left.files || compareText(left.language, right.language)),
      skipped: byPath(skipped).map(([path, cause]) => ({ path, cause })),
    };
  }

  async sizeBytes(): Promise<number> {
    const files = [...this.stored.contents.values()].flatMap((content) => [...content.files.values()]);
    return files.reduce(
      (sum, { text, symbols, vectors }) => sum + text.length + symbols.length + (vectors?.values.length ?? 0),
      0,
    );
  }

  async snapshot(): Promise<Snapshot | null> {
    const { complete, sequence } = this.stored.head;
    return complete && new MemorySnapshot(complete.marker, sequence, this.contentOf(complete.run.id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing is open.
  }

  private contentOf(runId: string): RunContent {
    const content = this.stored.contents.get(runId);
    if (!content) throw runGone(runId);
    return content;
  }

  private noteVisible(runId: string): void {
    const { complete, sequence } = this.stored.head;
    if (complete?.run.id === runId) this.change({ sequence: sequence + 1 });
  }

  private change(part: Partial<StoreHead>): void {
    this.stored.head = { ...this.stored.head, ...part };
  }
}
