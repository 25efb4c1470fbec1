/**
 * The indexing pipeline: walk → detect → prepare → embed → write → publish, while git tells of the commits. A full run fills a new run's tables beside the
 * one that readers see; an incremental one (a sync) brings the complete run up to date, batch by batch. The caller holds
 * the codebase's lock.
 */
import type { EmbeddingFacts, RunPhase, SyncStats } from "@satori/contracts";
import type { EmbedEvent, Embedder } from "../embed/embedder.ts";
import { EngineError, throwIfAborted } from "../errors.ts";
import type { HistoryReader } from "../git/read-history.ts";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { type FolderManifest, merkleRoot } from "../model/manifest.ts";
import type { RunCounts } from "../model/run.ts";
import { type Store, isEmptyBatch } from "../store/store.ts";
import { detectChanges } from "../scan/detect.ts";
import type { GitLook } from "../scan/git-look/git-look.ts";
import { embedFiles } from "./embed-files.ts";
import { FolderLedger } from "./folder-ledger.ts";
import { inDegrees } from "./import-graph.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import type { FolderScan, TreeWalker, WalkInput } from "../scan/walk.ts";

export interface IndexInput {
  readonly root: string;
  /** The run to write into: an active one, which starts empty, or the complete one. */
  readonly runId: string;
  readonly mode: "full" | "incremental";
  readonly store: Store;
  readonly preparer: FilePreparer;
  readonly embedder: Embedder | null;
  readonly walk: TreeWalker;
  readonly readHistory: HistoryReader;
  readonly rules: () => DirectoryScope;
  /** False when ignore rules outside the tree, or the root's, changed since the last scan. */
  readonly trustsVerdicts: boolean;
  readonly maxFileBytes: number;
  /** As in `WalkInput`. */
  readonly mayHaveChanged?: WalkInput["mayHaveChanged"];
  readonly readsAll?: WalkInput["readsAll"];
  /** What may know of folders that need no look, where everything is looked at. */
  readonly gitLook?: Pick<GitLook, "changesSince"> | undefined;
  /** That of the complete run, which stays if nothing changed; null where there is none, and after a sync that was cut short. */
  readonly knownMerkleRoot: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Files count as done when they have been read: they are written in batches, which take long beside a slow embedder. */
  readonly onProgress: (phase: RunPhase, counts: RunCounts) => void | Promise<void>;
  /** Called ever so often while there is nothing to tell, so that work is not taken for stalled. */
  readonly onAlive?: () => void;
  readonly onEmbedEvent?: ((event: EmbedEvent) => void) | undefined;
  /** Files of one write; default `ENGINE_LIMITS.writeFiles`. */
  readonly writeFiles?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexResult {
  readonly stats: SyncStats;
  readonly isPartial: boolean;
  /** What could not be read: folders with such files, and trees whose root could not be listed. */
  readonly unreadable: { readonly folders: readonly string[]; readonly trees: readonly string[] };
  /** All folders of the tree. */
  readonly folders: readonly FolderScan[];
  /** Some folder's ignore files are others than at the last scan. */
  readonly hasNewRules: boolean;
  /** Indexed files and chunks that this run wrote. */
  readonly filesWritten: number;
  readonly chunksWritten: number;
  /** Where their vectors came from; null where nobody had to be asked over the network. */
  readonly embedding: EmbeddingFacts | null;
  /** Whether anything was written, be it only that a file has another time. */
  readonly hasWritten: boolean;
}

export async function indexCodebase(input: IndexInput): Promise<IndexResult> {
  const { store, runId, signal, onProgress } = input;
  const startedMs = input.now();
  await onProgress("scanning", { filesDone: 0, filesTotal: null, chunks: 0 });
  const history = store.isFrozen ? null : input.readHistory(input.root, await store.historyHead(runId), signal);
  const previous = new Map(input.mode === "full" ? [] : (await store.manifest(runId)).map((folder): [string, FolderManifest] => [folder.path, folder]));
  const mayHaveChanged = input.mayHaveChanged ?? (await input.gitLook?.changesSince(previous, { maxFileBytes: input.maxFileBytes, nowMs: startedMs }));
  const scan = await input.walk({ ...input, previous, mayHaveChanged, nowMs: startedMs });
  const changes = detectChanges(previous, scan);
  const ledger = new FolderLedger(scan.folders, changes, previous);
  const dimension = input.mode === "full" ? null : await dimensionOf(store);
  const counts = { filesDone: 0, filesTotal: changes.candidates.length, chunks: 0 };
  await onProgress("indexing", counts);

  const embedding = { fromCache: 0, embedded: 0, truncated: 0 };
  const onEvent = (event: EmbedEvent): void => {
    countEvent(event, embedding);
    // Whoever waits for a service that is slow, or asks for patience, is getting on.
    input.onAlive?.();
    input.onEmbedEvent?.(event);
  };
  let filesWritten = 0;
  let hasWritten = false;
  // A sync that was cut short may have changed some already.
  let changesImports = input.knownMerkleRoot === null;
  const onFile = async (): Promise<void> => {
    counts.filesDone++;
    input.onAlive?.();
    await onProgress("indexing", counts);
  };
  // Of a batch, which is counted as it is written.
  const onEmbedded = async (chunks: number): Promise<void> => {
    input.onAlive?.();
    await onProgress("indexing", { ...counts, chunks: counts.chunks + chunks });
  };
  const prepared = heard(input.preparer.prepare(input.root, changes.candidates, signal), onFile);
  for await (const settled of ledger.settle(prepared, { files: input.writeFiles ?? ENGINE_LIMITS.writeFiles, bytes: ENGINE_LIMITS.writeBytes })) {
    throwIfAborted(signal);
    const held = await store.heldVersions(runId, settled.files);
    const files = await embedFiles(settled.files, input.embedder, startedMs, { signal, onEmbedded, onEvent, held });
    requireDimension(input.embedder, dimension);
    const batch = { files, removed: settled.removed, skipped: settled.skipped, folders: settled.folders, removedFolders: settled.removedFolders, dimension: files.some(({ vectors }) => vectors !== null) ? (input.embedder?.dimension ?? null) : null };
    if (!isEmptyBatch(batch)) {
      const outcome = await store.write(runId, batch);
      changesImports ||= outcome.changesImports;
      hasWritten = true;
    }
    filesWritten += files.length;
    counts.chunks += files.reduce((sum, file) => sum + file.lexical.length, 0);
    await onProgress("indexing", counts);
  }

  await onProgress("publishing", counts);
  const { added, modified } = ledger;
  const removed = changes.removedFiles + ledger.dropped;
  const { knownMerkleRoot } = input;
  const isSame = filesWritten + removed === 0 && knownMerkleRoot !== null;
  if (changesImports) await store.writeInDegrees(runId, inDegrees(await store.importWords(runId)));
  const newHistory = await history;
  if (newHistory) await store.writeHistory(runId, newHistory);
  const stats = { added, removed, modified, merkleRoot: isSame ? knownMerkleRoot : merkleRoot([...ledger.manifests(), ...changes.kept]) };
  const isPartial = scan.unreadable.length + ledger.unreadable.size > 0;
  const hasNewRules = scan.folders.some((folder) => folder.hasNewRules === true);
  return { hasWritten, stats, isPartial, unreadable: { folders: [...ledger.unreadable], trees: scan.unreadable }, folders: scan.folders, hasNewRules, filesWritten, chunksWritten: counts.chunks, embedding: input.embedder?.capabilities.local === false ? embedding : null };
}

function countEvent(event: EmbedEvent, into: { fromCache: number; embedded: number; truncated: number }): void {
  switch (event.kind) {
    case "from_cache":
      into.fromCache += event.texts;
      return;
    case "embedded":
    case "truncated":
      into[event.kind] += event.texts;
      return;
    case "waiting":
  }
}

/** Of the vectors that the complete run has; null where it is not known. */
async function dimensionOf(store: Store): Promise<number | null> {
  return (await store.head()).complete?.marker.fingerprint.embeddingDimension ?? null;
}

/** An embedder that is asked for the first time may give other vectors than before: they do not go beside the old ones. */
function requireDimension(embedder: Embedder | null, expected: number | null): void {
  const dimension = embedder?.dimension ?? null;
  if (dimension === null || expected === null || dimension === expected) return;
  throw new EngineError("EMBEDDER_FAILED", `The embedder gives vectors of ${dimension} dimensions, the index has ${expected}`);
}

async function* heard<Item>(items: AsyncIterable<Item>, onItem: () => Promise<void>): AsyncGenerator<Item> {
  for await (const item of items) {
    await onItem();
    yield item;
  }
}
