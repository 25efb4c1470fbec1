/**
 * The indexing pipeline: walk → detect → prepare → settle → embed → write, while git reads the commits in
 * parallel. A full run fills separate tables, which its caller publishes; readers see the previous run until
 * then. A run in two stages writes everything but vectors, and then adds them. An incremental run (a sync)
 * brings the complete run up to date, batch by batch. The caller holds the writer lock.
 */
import type { EmbeddingFacts, SyncStats } from "@satori/contracts";
import type { Embedder } from "../embed/embedder.ts";
import { throwIfAborted } from "../errors.ts";
import type { HistoryReader } from "../git/read-history.ts";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import type { History } from "../model/history.ts";
import type { FileOutcome, PreparedFile } from "../model/indexed-file.ts";
import { type FolderManifest, entryPath, merkleRoot } from "../model/manifest.ts";
import { type Candidate, type Changes, detectChanges } from "../scan/detect.ts";
import type { GitStatCache } from "../scan/git-stat-cache/git-stat-cache.ts";
import type { WalkInput, WalkResult } from "../scan/walk.ts";
import { isEmptyBatch, type StorableFile, type Store, type WriteBatch } from "../store/store.ts";
import { addVectors } from "./add-vectors.ts";
import { embedFiles, requireDimension } from "./embed-files.ts";
import { FolderLedger, type SettledBatch } from "./folder-ledger.ts";
import { inDegrees } from "./import-graph.ts";
import { type ProgressListeners, RunProgress } from "./run-progress.ts";
import type { ScannedFile, TreeSource } from "./tree-source.ts";

export interface IndexInput extends ProgressListeners {
  readonly root: string;
  /** The run to write into: an active one, empty unless it continues a cancelled one; or the complete one. */
  readonly runId: string;
  readonly mode: "full" | "incremental";
  readonly store: Store;
  readonly source: TreeSource;
  readonly embedder: Embedder | null;
  readonly readHistory: HistoryReader;
  /** The commit that is indexed; absent for the files on disk. */
  readonly commit?: string | null;
  readonly rules: () => DirectoryScope;
  /** False if ignore rules outside the tree, or those of the root, changed since the last scan. */
  readonly trustsVerdicts: boolean;
  readonly maxFileBytes: number;
  /** See `WalkInput`. */
  readonly mayHaveChanged?: WalkInput["mayHaveChanged"];
  readonly readsAll?: WalkInput["readsAll"];
  /** Names unchanged folders in a full scan. */
  readonly gitStatCache?: Pick<GitStatCache, "changesSince"> | undefined;
  /**
   * Merkle root of the complete run, which stays if nothing changed. Null if there is no complete run, or
   * after a sync that was cut short.
   */
  readonly knownMerkleRoot: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** For a run in two stages: called when everything but vectors is written. */
  readonly onWords?: (() => Promise<void>) | undefined;
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
  /**
   * Whether the run has files that it did not prepare: those of a run that it continues, or of other views.
   */
  readonly hasForeignFiles: boolean;
}

/** Runs the pipeline. Throws `CANCELLED`, and the errors of the walk, the embedder and the store. */
export async function indexCodebase(input: IndexInput): Promise<IndexResult> {
  const startedMs = input.now();
  const progress = new RunProgress(input);
  await progress.scanning();
  const history = input.store.isFrozen
    ? null
    : input.readHistory(input.root, await input.store.historyHead(input.runId), input.signal, input.commit);
  const { previous, scan } = await scanTree(input, startedMs);
  const changes = await withStrays(input, previous, detectChanges(previous, scan));
  const ledger = new FolderLedger(scan.folders, changes, previous);
  await progress.indexing(changes.candidates.length);
  const files = await withStored(input, changes.candidates);
  const prepared = progress.counting(input.source.prepare(files, input.signal));
  const batches = ledger.toBatches(prepared, {
    files: input.writeFiles ?? ENGINE_LIMITS.writeFiles,
    bytes: ENGINE_LIMITS.writeBytes,
  });
  const written = await writeBatches(input, batches, {
    ledger,
    candidates: changes.candidates,
    progress,
    startedMs,
  }).catch((error: unknown) => noteProgress(input, ledger, error));
  await progress.publishing();
  await writeDerivedTables(input, written, await history);
  await input.onWords?.();
  if (input.mode === "full") await addVectors(input, progress);
  const hasForeignFiles = previous.size > 0 || written.listed > 0;
  return resultOf(input, { scan, changes, ledger, written, progress, hasForeignFiles });
}

/** The files to prepare, each with the hashes of its contents that the store has prepared already. */
async function withStored(
  { store, runId }: IndexInput,
  candidates: readonly Candidate[],
): Promise<readonly ScannedFile[]> {
  const stored = await store.storedVersions(
    runId,
    candidates.map(({ path }) => path),
  );
  if (stored.size === 0) return candidates;
  return candidates.map((candidate) => ({ ...candidate, stored: stored.get(candidate.path) ?? [] }));
}

/**
 * Adds files of a continued run that no folder's manifest lists: they may be gone since, and otherwise
 * nothing would remove them.
 */
async function withStrays(
  { store, runId, mode }: IndexInput,
  previous: ReadonlyMap<string, FolderManifest>,
  changes: Changes,
): Promise<Changes> {
  if (mode !== "full") return changes;
  const listed = new Set(
    [...previous.values()].flatMap((folder) => folder.names.map((name) => entryPath(folder.path, name))),
  );
  const strays = [...(await store.importWords(runId)).keys()].filter((path) => !listed.has(path));
  return strays.length === 0 ? changes : { ...changes, removed: [...strays, ...changes.removed].sort() };
}

/** Before a cancelled run ends, notes what it wrote of folders that it did not finish. Rethrows the error. */
async function noteProgress(
  { store, runId, mode, signal }: IndexInput,
  ledger: FolderLedger,
  error: unknown,
): Promise<never> {
  const batch = ledger.unfinished();
  if (mode === "full" && signal?.aborted && batch.folders.length > 0)
    // If it fails, the next run reads these files again.
    await store.write(runId, { ...batch, files: [] }).catch(() => undefined);
  throw error;
}

interface ScannedTree {
  /** Folder manifests of the run to update, by path; empty for a run that starts empty. */
  readonly previous: ReadonlyMap<string, FolderManifest>;
  readonly scan: WalkResult;
}

async function scanTree(input: IndexInput, startedMs: number): Promise<ScannedTree> {
  const { store, runId, maxFileBytes } = input;
  const previous = new Map(
    (await store.manifest(runId)).map((folder): [string, FolderManifest] => [folder.path, folder]),
  );
  const mayHaveChanged =
    input.mayHaveChanged ??
    (await input.gitStatCache?.changesSince(previous, { maxFileBytes, nowMs: startedMs }));
  return {
    previous,
    scan: await input.source.walk({ ...input, previous, mayHaveChanged, nowMs: startedMs }),
  };
}

interface Written {
  /** Files that were prepared. */
  readonly files: number;
  /** Files whose versions were stored already. */
  readonly listed: number;
  /** Whether anything was written, even if only the time of a file. */
  readonly anything: boolean;
  readonly changesImports: boolean;
}

/** What the writing of batches needs besides the input. */
interface WriteSteps {
  readonly ledger: FolderLedger;
  readonly candidates: readonly Candidate[];
  readonly progress: RunProgress;
  readonly startedMs: number;
}

async function writeBatches(
  input: IndexInput,
  batches: AsyncIterable<SettledBatch>,
  steps: WriteSteps,
): Promise<Written> {
  const { store, runId, signal } = input;
  const { ledger, progress, startedMs } = steps;
  const embedder = input.onWords ? null : input.embedder;
  const dimension = await dimensionOf(input);
  let [files, listed, anything] = [0, 0, false];
  // A sync that was cut short may have changed some imports already.
  let changesImports = input.knownMerkleRoot === null;
  const embed = async (prepared: readonly PreparedFile[]): Promise<StorableFile[]> => {
    const embedded = await embedFiles(prepared, embedder, startedMs, {
      signal,
      held: await store.alreadyStored(runId, prepared),
      onEmbedded: progress.onEmbedded,
      onEvent: progress.onEmbedEvent,
    });
    requireDimension(embedder, dimension);
    return embedded;
  };
  for await (const batch of batches) {
    throwIfAborted(signal);
    let settled = batch;
    const embedded = await embed(settled.files);
    for (;;) {
      const toWrite = writeBatchOf(settled, embedded, steps, input);
      if (isEmptyBatch(toWrite)) break;
      const outcome = await store.write(runId, toWrite);
      changesImports ||= outcome.changesImports;
      if (outcome.gone.length === 0) {
        anything = true;
        break;
      }
      settled = ledger.resettled(settled, await prepareAgain(input, steps, outcome.gone));
      embedded.push(...(await embed(settled.files.slice(embedded.length))));
    }
    files += embedded.length;
    listed += settled.stored.length;
    await progress.written(embedded);
  }
  return { files, listed, anything, changesImports };
}

function writeBatchOf(
  { stored, ...changes }: SettledBatch,
  files: readonly StorableFile[],
  { startedMs }: WriteSteps,
  { embedder, onWords }: IndexInput,
): WriteBatch {
  return {
    ...changes,
    files,
    listed: stored.map(({ path, hash }) => ({ path, hash, indexedAtMs: startedMs })),
    dimension: files.some(({ vectors }) => vectors !== null) ? (embedder?.dimension ?? null) : null,
    vectorsFollow: onWords !== undefined,
  };
}

/** Prepares files whose stored versions another view has removed since the run began; outcomes by path. */
async function prepareAgain(
  { source, signal }: IndexInput,
  { candidates }: WriteSteps,
  gone: readonly string[],
): Promise<ReadonlyMap<string, FileOutcome>> {
  const paths = new Set(gone);
  const files = candidates.filter(({ path }) => paths.has(path));
  const outcomes = new Map<string, FileOutcome>();
  for await (const outcome of source.prepare(files, signal))
    outcomes.set((files[outcomes.size] as Candidate).path, outcome);
  return outcomes;
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
  readonly hasForeignFiles: boolean;
}

function resultOf(
  { knownMerkleRoot, embedder }: IndexInput,
  { scan, changes, ledger, written, progress, hasForeignFiles }: IndexSteps,
): IndexResult {
  const { added, modified } = ledger;
  const removed = changes.removedFiles + ledger.dropped;
  const isSame = written.files + written.listed + removed === 0 && knownMerkleRoot !== null;
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
    hasForeignFiles,
  };
}

/**
 * Dimension of the vectors that the run to update has, or of those that a cancelled run has left; null if
 * unknown.
 */
async function dimensionOf({ store, runId, mode }: IndexInput): Promise<number | null> {
  if (mode === "full") return (await store.stages?.dimension(runId)) ?? null;
  return (await store.head()).complete?.marker.fingerprint.embeddingDimension ?? null;
}
