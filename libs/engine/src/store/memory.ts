/**
 * A store that lives in memory: for tests, and as the shortest description of what a store does. What has been written is
 * never changed, only replaced, so that a snapshot is no more than a reference.
 */
import { type FlowFacts, decodeFlow, decompress } from "@satori/sidecar";
import type { RunPhase, SkipCause } from "@satori/contracts";
import { TokenFinder } from "../lexical/token-finder.ts";
import { type History, type IndexedHistory, decodeCommits, encodeCommits } from "../model/history.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { compareText } from "../model/paths.ts";
import { NameUseTable } from "../model/name-uses.ts";
import { type CodebaseSettings, type CompletionMarker, type RunCounts, type RunFailure, type RunRecord, provesRun } from "../model/run.ts";
import { decodeChunks, decodeSymbols } from "../model/structure-codec.ts";
import { VectorTable } from "../vectors/vector-table.ts";
import { allScores } from "./all-scores.ts";
import { Bm25, DOC_WEIGHTS, SCORE_WEIGHTS } from "./bm25.ts";
import { chunkText } from "./chunk-text.ts";
import { fileOfRow } from "./file-of-row.ts";
import {
  type CallFacts, type DenseScores, type DenseWish, type FileContent, type FileTable, type LexicalHit, type Snapshot, type StorableFile, type Store, type StoreHead, type StoreStatistics, type SyncEnd,
  type WriteBatch, type WriteOutcome, emptyHead, isEmptyBatch, readTooLate, runGone,
} from "./store.ts";

/** What a run has written. */
interface RunContent {
  readonly files: ReadonlyMap<string, StorableFile>;
  readonly skipped: ReadonlyMap<string, SkipCause>;
  readonly folders: ReadonlyMap<string, FolderManifest>;
  readonly inDegrees: ReadonlyMap<string, number>;
  readonly history: Kept | null;
}
interface Kept {
  readonly head: string;
  readonly commits: Uint8Array;
}
const NOTHING: RunContent = { files: new Map(), skipped: new Map(), folders: new Map(), inDegrees: new Map(), history: null };

/** What stays when the store is closed. */
interface Stored {
  head: StoreHead;
  readonly contents: Map<string, RunContent>;
}

/** Stands for a disk: stores that are opened over the same one see the same indexes. */
export class MemoryDisk {
  private readonly indexes = new Map<string, Stored>();

  open(folder: string, codebasePath: string): Store {
    let stored = this.indexes.get(folder);
    if (!stored) this.indexes.set(folder, (stored = { head: emptyHead(codebasePath), contents: new Map() }));
    return new MemoryStore(stored);
  }
}

class MemoryStore implements Store {
  readonly isFrozen = false;
  constructor(private readonly stored: Stored) {}

  async head(): Promise<StoreHead> {
    return this.stored.head;
  }

  async saveSettings(settings: CodebaseSettings): Promise<void> {
    this.change({ settings });
  }

  async beginRun(run: RunRecord): Promise<void> {
    const { complete } = this.stored.head;
    for (const id of this.stored.contents.keys()) if (id !== complete?.run.id) this.stored.contents.delete(id);
    this.stored.contents.set(run.id, NOTHING);
    this.change({ latest: run });
  }

  async reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void> {
    const { latest } = this.stored.head;
    if (latest?.id === runId) this.change({ latest: { ...latest, phase, counts: { ...counts }, updatedAt: at } });
  }

  async write(runId: string, batch: WriteBatch): Promise<WriteOutcome> {
    const before = this.contentOf(runId);
    const files = new Map(before.files);
    const skipped = new Map(before.skipped);
    const folders = new Map(before.folders);
    const inDegrees = new Map(before.inDegrees);
    const isKnown = (path: string): boolean => before.files.has(path);
    const changesImports = [...batch.removed, ...batch.skipped.map(({ path }) => path)].some(isKnown) || batch.files.some(({ path, importWords }) => before.files.get(path)?.importWords !== importWords);
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
    if (isEmptyBatch(batch) || this.stored.head.complete?.run.id !== runId) return { changesImports };
    if (batch.files.length + batch.removed.length + batch.skipped.length > 0) this.noteVisible(runId);
    this.change({ merkleRoot: null });
    this.learnDimension(batch.dimension ?? null);
    return { changesImports };
  }

  private learnDimension(dimension: number | null): void {
    const { complete } = this.stored.head;
    if (dimension === null || !complete || complete.marker.fingerprint.embeddingDimension !== null) return;
    const fingerprint = { ...complete.marker.fingerprint, embeddingDimension: dimension };
    this.change({ complete: { ...complete, marker: { ...complete.marker, fingerprint } } });
  }

  async completeRun(marker: CompletionMarker, end: SyncEnd, settings = this.stored.head.settings): Promise<void> {
    const { latest, sequence } = this.stored.head;
    if (latest?.state !== "active" || !provesRun(marker, latest)) throw runGone(marker.runId);
    for (const id of this.stored.contents.keys()) if (id !== marker.runId) this.stored.contents.delete(id);
    const run = { ...latest, state: "complete" as const, phase: "publishing" as const, finishedAt: marker.completedAt, updatedAt: marker.completedAt };
    this.change({ ...end, settings, complete: { run, marker }, latest: null, sequence: sequence + 1 });
  }

  async failRun(runId: string, failure: RunFailure, at: string): Promise<void> {
    const { latest } = this.stored.head;
    if (latest?.id !== runId || latest.state !== "active") return;
    this.stored.contents.delete(runId);
    this.change({ latest: { ...latest, state: "failed", failure, finishedAt: at, updatedAt: at } });
  }

  async endSync(end: SyncEnd): Promise<void> {
    this.change(end);
  }

  async writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void> {
    const content = this.contentOf(runId);
    const inDegrees = new Map([...degrees].filter(([path]) => content.files.has(path)));
    const isSame = [...content.files.keys()].every((path) => (inDegrees.get(path) ?? 0) === (content.inDegrees.get(path) ?? 0));
    if (isSame) return;
    this.stored.contents.set(runId, { ...content, inDegrees });
    this.noteVisible(runId);
  }

  async historyHead(runId: string): Promise<string | null> {
    return this.contentOf(runId).history?.head ?? null;
  }

  async writeHistory(runId: string, { head, commits }: History): Promise<void> {
    this.stored.contents.set(runId, { ...this.contentOf(runId), history: { head, commits: encodeCommits(commits) } });
    this.noteVisible(runId);
  }

  async heldVersions(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async release(): Promise<void> {
    // Nothing is kept elsewhere.
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
      chunks: all.reduce((sum, { lexical }) => sum + lexical.length, 0),
      symbols: all.reduce((sum, { symbolCount }) => sum + symbolCount, 0),
      degraded: byPath(files).filter(([, { isDegraded }]) => isDegraded).map(([path]) => path),
      languages: [...byLanguage].map(([language, count]) => ({ language, files: count })).sort((left, right) => right.files - left.files || compareText(left.language, right.language)),
      skipped: byPath(skipped).map(([path, cause]) => ({ path, cause })),
    };
  }

  async sizeBytes(): Promise<number> {
    const files = [...this.stored.contents.values()].flatMap((content) => [...content.files.values()]);
    return files.reduce((sum, { text, symbols, vectors }) => sum + text.length + symbols.length + (vectors?.values.length ?? 0), 0);
  }

  async snapshot(): Promise<Snapshot | null> {
    const { complete, sequence } = this.stored.head;
    return complete && new MemorySnapshot(complete.marker, sequence, this.contentOf(complete.run.id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing is held.
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

function byPath<Value>(values: ReadonlyMap<string, Value>): [string, Value][] {
  return [...values].sort(([left], [right]) => compareText(left, right));
}

class MemorySnapshot implements Snapshot {
  readonly runId: string;
  readonly files: FileTable;
  readonly skippedFiles: number;
  private readonly allStored: readonly StorableFile[];
  private readonly bm25: Bm25;
  private readonly vectors: VectorTable | null;
  private readonly told: IndexedHistory | null;
  private uses: NameUseTable | null = null;
  private isReleased = false;

  constructor(readonly marker: CompletionMarker, readonly sequence: number, { files, skipped, inDegrees, history }: RunContent) {
    this.told = history && decodeCommits(history.commits);
    this.runId = marker.runId;
    this.skippedFiles = skipped.size;
    this.allStored = byPath(files).map(([, file]) => file);
    this.files = fileTable(this.stored, inDegrees);
    const split = (text: string): string[] => text.split(" ").filter((word) => word !== "");
    this.bm25 = new Bm25(this.stored.flatMap(({ lexical, pathWords }) => lexical.map(({ body, symbols, doc }) => [body, symbols, pathWords, doc].map(split))));
    this.vectors = vectorTable(this.stored, this.files, marker.fingerprint.embeddingDimension);
  }

  private get stored(): readonly StorableFile[] {
    if (this.isReleased) throw readTooLate();
    return this.allStored;
  }

  private get words(): Bm25 {
    if (this.isReleased) throw readTooLate();
    return this.bm25;
  }

  fileAt(path: string): number {
    return this.files.paths.indexOf(path);
  }

  async lexical(tokens: readonly string[], limit: number, allowed: Uint8Array | null): Promise<readonly LexicalHit[]> {
    const distinct = [...new Set(tokens)];
    const rows = this.words.matching(distinct).filter((row) => !allowed || allowed[fileOfRow(this.files, row)] === 1);
    const hits = rows.map((row) => ({ row, score: this.words.score(row, distinct, SCORE_WEIGHTS), docScore: this.words.score(row, distinct, DOC_WEIGHTS) }));
    return hits.sort((left, right) => right.score - left.score || left.row - right.row).slice(0, limit);
  }

  async frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(tokens.map((token) => [token, this.words.frequency(token)]));
  }

  async tokensHeld(rows: readonly number[], tokens: readonly string[]): Promise<readonly ReadonlySet<string>[]> {
    const { firstRows } = this.files;
    const finder = new TokenFinder(tokens);
    return rows.map((row) => {
      const file = fileOfRow(this.files, row);
      return finder.heldBy(chunkText(this.content(file), row - (firstRows[file] as number)));
    });
  }

  async dense(query: Float32Array, wish: DenseWish): Promise<DenseScores | null> {
    const { vectors } = this;
    return vectors?.dimension === query.length ? allScores(vectors, this.files, query, wish) : null;
  }

  async filesDefining(name: string): Promise<readonly number[]> {
    return this.defining(name);
  }

  async symbolNames(least: number, most: number): Promise<readonly string[]> {
    return [...new Set(this.stored.flatMap(({ symbolNames }) => symbolNames))].filter(({ length }) => length >= least && length <= most);
  }

  async namesInAnyCase(name: string): Promise<readonly string[]> {
    const names = new Set(this.stored.flatMap(({ symbolNames }) => symbolNames));
    return [...names].filter((other) => other.toLowerCase() === name.toLowerCase());
  }

  private defining(name: string): number[] {
    return [...this.stored.keys()].filter((file) => this.stored[file]?.symbolNames.includes(name));
  }

  get calls(): CallFacts {
    this.uses ??= new NameUseTable(this.stored.map(({ nameUses }) => nameUses));
    const { uses } = this;
    return {
      flow: (file) => decodedFlow(this.stored[file]?.flow),
      filesWithoutFlow: () => [...this.stored.keys()].filter((file) => this.stored[file]?.nameUses === null),
      text: (file) => decompress((this.stored[file] as StorableFile).text).toString("utf8"),
      filesDefining: (name) => this.defining(name),
      filesUsing: (use, name) => uses.filesUsing(use, name),
    };
  }

  async history(): Promise<IndexedHistory | null> {
    return this.told;
  }

  async contents(files: readonly number[]): Promise<readonly FileContent[]> {
    return files.map((file) => this.content(file));
  }

  private content(file: number): FileContent {
    const { path, text: compressed, chunkLines, symbols } = this.stored[file] as StorableFile;
    const text = decompress(compressed).toString("utf8");
    return { text, chunks: decodeChunks(chunkLines, text), symbols: decodeSymbols(symbols, path) };
  }

  [Symbol.dispose](): void {
    this.isReleased = true;
  }
}

function decodedFlow(bytes: Uint8Array | undefined): FlowFacts | null {
  return bytes && bytes.length > 0 ? decodeFlow(bytes) : null;
}

function fileTable(files: readonly StorableFile[], inDegrees: ReadonlyMap<string, number>): FileTable {
  const firstRows = new Uint32Array(files.length + 1);
  for (const [at, { lexical }] of files.entries()) firstRows[at + 1] = (firstRows[at] as number) + lexical.length;
  return {
    count: files.length,
    paths: files.map(({ path }) => path),
    languages: files.map(({ language }) => language),
    lineCounts: Uint32Array.from(files, ({ lineCount }) => lineCount),
    pathClasses: Uint32Array.from(files, ({ pathClass }) => pathClass),
    withSyntaxErrors: Uint8Array.from(files, ({ isDegraded, hasSyntaxErrors }) => Number(hasSyntaxErrors && !isDegraded)),
    unparsed: Uint8Array.from(files, ({ isDegraded }) => Number(isDegraded)),
    nameParts: files.map(({ nameParts }) => nameParts),
    inDegrees: Uint32Array.from(files, ({ path }) => inDegrees.get(path) ?? 0),
    indexedAtMs: Float64Array.from(files, ({ indexedAtMs }) => indexedAtMs),
    firstRows,
  };
}

/** Rows: one a file, one a path, then one a chunk. Null without an embedder. */
function vectorTable(files: readonly StorableFile[], { count, firstRows }: FileTable, dimension: number | null): VectorTable | null {
  if (dimension === null || dimension === 0) return null;
  const table = new VectorTable(count * 2 + (firstRows[count] as number), dimension);
  for (const [at, { vectors, lexical }] of files.entries()) {
    if (!vectors) continue;
    const { values, scales } = vectors;
    // A file of one chunk has no vector of its own: it is the chunk's, which stands where its own would.
    const firstChunk = scales.length - lexical.length;
    const put = (row: number, from: number, to: number): void => table.set(row, values.subarray(from * dimension, to * dimension), scales.subarray(from, to));
    put(count + at, 0, 1);
    put(at, 1, 2);
    put(count * 2 + (firstRows[at] as number), firstChunk, scales.length);
  }
  return table;
}
