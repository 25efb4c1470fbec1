/**
 * The indexing pipeline: walk → detect → prepare → settle → embed → write, while git reads the commits in
 * parallel. A full run fills separate tables, which its caller publishes; readers see the previous run until
 * then. An incremental run (a sync) brings the complete run up to date, batch by batch. The caller holds the
 * writer lock.
 */
import type { EmbeddingFacts, SyncStats } from "@satori/contracts";
import type { Embedder } from "../embed/embedder.ts";
import { EngineError, throwIfAborted } from "../errors.ts";
import type { HistoryReader } from "../git/read-history.ts";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { History } from "../model/history.ts";
import { type FolderManifest, merkleRoot } from "../model/manifest.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import { type Changes, detectChanges } from "../scan/detect.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import type { TreeWalker, WalkInput, WalkResult } from "../scan/walk.ts";
import { type Store, isEmptyBatch } from "../store/store.ts";
import { embedFiles } from "./embed-files.ts";
import { FolderLedger, type SettledBatch } from "./folder-ledger.ts";
import { inDegrees } from "./import-graph.ts";
import { type ProgressListeners, RunProgress } from "./run-progress.ts";

export interface IndexInput extends ProgressListeners {
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
  /** False if ignore rules outside the tree, or those of the root, changed since the last scan. */
  readonly trustsVerdicts: boolean;
  readonly maxFileBytes: number;
  /** See `WalkInput`. */
  readonly mayHaveChanged?: WalkInput["mayHaveChanged"];
  readonly readsAll?: WalkInput["readsAll"];
  /**
   * Merkle root of the complete run, which stays if nothing changed. Null if there is no complete run, or
   * after a sync that was cut short.
   */
  readonly knownMerkleRoot: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Files per write; default `ENGINE_LIMITS.writeFiles`. */
  readonly writeFiles?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexResult {
  readonly stats: SyncStats;
  readonly isPartial: boolean;
  /** What could not be read: folders with unreadable files, and trees whose root could not be listed. */
  readonly unreadable: { readonly folders: readonly string[]; readonly trees: readonly string[] };
  /** All folders of the tree. */
  readonly folders: readonly FolderScan[];
  /** Whether any folder's ignore files changed since the last scan. */
  readonly hasNewRules: boolean;
  /** Indexed files and chunks that this run wrote. */
  readonly filesWritten: number;
  readonly chunksWritten: number;
  /** Where the vectors came from; null if no remote embedder was used. */
  readonly embedding: EmbeddingFacts | null;
  /** Whether anything was written, even if only the time of a file. */
  readonly hasWritten: boolean;
}

/** Runs the pipeline. Throws `CANCELLED`, and the errors of the walk, the embedder and the store. */
export async function indexCodebase(input: IndexInput): Promise<IndexResult> {
  const startedMs = input.now();
  const progress = new RunProgress(input);
  await progress.scanning();
  const history = input.store.isFrozen
    ? null
    : input.readHistory(input.root, await input.store.historyHead(input.runId), input.signal);
  const { previous, scan } = await scanTree(input, startedMs);
  const changes = detectChanges(previous, scan);
  const ledger = new FolderLedger(scan.folders, changes, previous);
  await progress.indexing(changes.candidates.length);
  const prepared = progress.counting(input.preparer.prepare(input.root, changes.candidates, input.signal));
  const batches = ledger.toBatches(prepared, {
    files: input.writeFiles ?? ENGINE_LIMITS.writeFiles,
    bytes: ENGINE_LIMITS.writeBytes,
  });
  const written = await writeBatches(input, batches, { progress, startedMs });
  await progress.publishing();
  await writeDerivedTables(input, written, await history);
  return resultOf(input, { scan, changes, ledger, written, progress });
}

interface ScannedTree {
  /** Folder manifests of the run to update, by path; empty for a full run. */
  readonly previous: ReadonlyMap<string, FolderManifest>;
  readonly scan: WalkResult;
}

async function scanTree(input: IndexInput, startedMs: number): Promise<ScannedTree> {
  const { store, runId, mode } = input;
  const previous = new Map(
    mode === "full"
      ? []
      : (await store.manifest(runId)).map((folder): [string, FolderManifest] => [folder.path, folder]),
  );
  return { previous, scan: await input.walk({ ...input, previous, nowMs: startedMs }) };
}

interface Written {
  readonly files: number;
  /** Whether anything was written, even if only the time of a file. */
  readonly anything: boolean;
  readonly changesImports: boolean;
}

async function writeBatches(
  input: IndexInput,
  batches: AsyncIterable<SettledBatch>,
  { progress, startedMs }: { readonly progress: RunProgress; readonly startedMs: number },
): Promise<Written> {
  const { store, runId, embedder, signal } = input;
  const dimension = input.mode === "full" ? null : await dimensionOf(store);
  let [files, anything] = [0, false];
  // A sync that was cut short may have changed some imports already.
  let changesImports = input.knownMerkleRoot === null;
  for await (const settled of batches) {
    throwIfAborted(signal);
    const held = await store.alreadyStored(runId, settled.files);
    const embedded = await embedFiles(settled.files, embedder, startedMs, {
      signal,
      held,
      onEmbedded: progress.onEmbedded,
      onEvent: progress.onEmbedEvent,
    });
    requireDimension(embedder, dimension);
    const batch = {
      ...settled,
      files: embedded,
      dimension: embedded.some(({ vectors }) => vectors !== null) ? (embedder?.dimension ?? null) : null,
    };
    if (!isEmptyBatch(batch)) {
      const outcome = await store.write(runId, batch);
      changesImports ||= outcome.changesImports;
      anything = true;
    }
    files += embedded.length;
    await progress.written(embedded);
  }
  return { files, anything, changesImports };
}

/** Writes the tables that depend on all files. */
async function writeDerivedTables(
  { store, runId }: IndexInput,
  { changesImports }: Written,
  history: History | null,
): Promise<void> {
  if (changesImports) await store.writeInDegrees(runId, inDegrees(await store.importWords(runId)));
  if (history) await store.writeHistory(runId, history);
}

interface IndexSteps {
  readonly scan: WalkResult;
  readonly changes: Changes;
  readonly ledger: FolderLedger;
  readonly written: Written;
  readonly progress: RunProgress;
}

function resultOf(
  { knownMerkleRoot, embedder }: IndexInput,
  { scan, changes, ledger, written, progress }: IndexSteps,
): IndexResult {
  const { added, modified } = ledger;
  const removed = changes.removedFiles + ledger.dropped;
  const isSame = written.files + removed === 0 && knownMerkleRoot !== null;
  return {
    stats: {
      added,
      removed,
      modified,
      merkleRoot: isSame ? knownMerkleRoot : merkleRoot([...ledger.manifests(), ...changes.kept]),
    },
    isPartial: scan.unreadable.length + ledger.unreadable.size > 0,
    unreadable: { folders: [...ledger.unreadable], trees: scan.unreadable },
    folders: scan.folders,
    hasNewRules: scan.folders.some((folder) => folder.hasNewRules === true),
    filesWritten: written.files,
    chunksWritten: progress.chunks,
    embedding: embedder?.capabilities.local === false ? progress.embedding : null,
    hasWritten: written.anything,
  };
}

/** Dimension of the vectors of the complete run; null if unknown. */
async function dimensionOf(store: Store): Promise<number | null> {
  return (await store.head()).complete?.marker.fingerprint.embeddingDimension ?? null;
}

/**
 * Throws `EMBEDDER_FAILED` if the embedder's dimension differs from the index: an embedder reports its
 * dimension with its first answer, and vectors of different dimensions cannot be mixed.
 */
function requireDimension(embedder: Embedder | null, expected: number | null): void {
  const dimension = embedder?.dimension ?? null;
  if (dimension === null || expected === null || dimension === expected) return;
  throw new EngineError(
    "EMBEDDER_FAILED",
    `The embedder returns vectors of ${dimension} dimensions, the index has ${expected}`,
  );
}
