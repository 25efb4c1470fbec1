/** Contents that tests put into stores: prepared files from plain texts, runs and markers. */
import type { SkipCause } from "@satori/contracts";
import { FakeEmbedder } from "../embed/fake.ts";
import type { Embedder } from "../embed/embedder.ts";
import { type FolderManifest, HASH_BYTES, STATS_PER_ENTRY, kindCode } from "../model/manifest.ts";
import { type CompletionMarker, MARKER_KIND, type RunRecord } from "../model/run.ts";
import type { DenseScores, Snapshot, StorableFile, Store, SyncEnd, WriteBatch } from "../store/store.ts";
import { embedFiles } from "../sync/embed-files.ts";
import { prepareFile } from "../prepare/prepare-file.ts";

/** Text by path. */
export type Texts = Readonly<Record<string, string>>;

export const FINGERPRINT = {
  embeddingProvider: "fake",
  embeddingModel: "words-1",
  embeddingDimension: 8,
  vectorStoreProvider: "sqlite",
  schemaVersion: 1,
};
/** Completion time of runs in tests. */
const COMPLETED_AT = "2026-01-01T00:00:05.000Z";
/** The end of a run or sync, identified by its Merkle root. */
export const endOf = (merkleRoot: string): SyncEnd => ({
  syncedAt: COMPLETED_AT,
  merkleRoot,
  ignoreSignature: `rules of ${merkleRoot}`,
});

export function runOf(id: string, part: Partial<RunRecord> = {}): RunRecord {
  const at = "2026-01-01T00:00:00.000Z";
  const counts = { filesDone: 0, filesTotal: null, chunks: 0 };
  return {
    id,
    kind: "create",
    state: "active",
    fingerprint: FINGERPRINT,
    owner: { pid: 4_000_000, startedAt: "1" },
    phase: "scanning",
    counts,
    startedAt: at,
    updatedAt: at,
    finishedAt: null,
    failure: null,
    ...part,
  };
}

export function markerOf(runId: string, part: Partial<CompletionMarker> = {}): CompletionMarker {
  return {
    kind: MARKER_KIND,
    codebasePath: "/code",
    fingerprint: FINGERPRINT,
    indexedFiles: 0,
    totalChunks: 0,
    completedAt: COMPLETED_AT,
    runId,
    ...part,
  };
}

/** Files as the indexing pipeline would write them, in the order of `texts`. */
export async function storable(
  texts: Texts,
  embedder: Embedder | null = new FakeEmbedder(),
): Promise<StorableFile[]> {
  const prepared = await Promise.all(
    Object.entries(texts).map(([path, text]) => prepareFile(path, Buffer.from(text), { mode: "parsed" })),
  );
  return embedFiles(
    prepared.filter((outcome) => outcome.kind === "indexed"),
    embedder,
    1_000,
  );
}

export interface BatchParts {
  readonly texts?: Texts;
  readonly removed?: readonly string[];
  /** Cause by path. */
  readonly skipped?: Readonly<Record<string, SkipCause>>;
  readonly folders?: readonly FolderManifest[];
  readonly removedFolders?: readonly string[];
}

export async function batchOf({
  texts = {},
  removed = [],
  skipped = {},
  folders = [],
  removedFolders = [],
}: BatchParts): Promise<WriteBatch> {
  return {
    files: await storable(texts),
    removed,
    skipped: Object.entries(skipped).map(([path, cause]) => ({ path, cause })),
    folders,
    removedFolders,
  };
}

/** Begins, writes and completes a run. */
export async function completeRun(store: Store, id: string, texts: Texts): Promise<void> {
  await store.beginRun(runOf(id));
  await store.write(id, await batchOf({ texts }));
  await store.completeRun(markerOf(id), endOf(id));
}

/** Dense scores of all files for a query. */
export function closenessOf(snapshot: Snapshot, query: Float32Array): Promise<DenseScores | null> {
  return snapshot.dense(query, { candidates: [...snapshot.files.paths.keys()], closest: 9, allowed: null });
}

/** Applies a change to the complete run. */
export async function sync(store: Store, runId: string, parts: BatchParts): Promise<void> {
  await store.write(runId, await batchOf(parts));
}

/** Texts that a reader sees in a snapshot, by path; null without a snapshot. */
export async function seen(snapshot: Snapshot | null): Promise<Texts | null> {
  if (!snapshot) return null;
  const contents = await snapshot.contents([...snapshot.files.paths.keys()]);
  return Object.fromEntries(snapshot.files.paths.map((path, at) => [path, contents[at]?.text ?? ""]));
}

export async function textsOf(store: Store): Promise<Texts | null> {
  using snapshot = await store.snapshot();
  return seen(snapshot);
}

/** A snapshot of the complete run; throws if there is none. */
export async function opened(store: Store): Promise<Snapshot> {
  const snapshot = await store.snapshot();
  if (!snapshot) throw new Error("There is no complete run");
  return snapshot;
}

/** A manifest of files with these names; its times, sizes and hashes are derived from `value`. */
export function folder(path: string, names: readonly string[], value = 1): FolderManifest {
  return {
    path,
    names,
    kinds: new Uint8Array(names.length).fill(kindCode("file")),
    stats: Float64Array.from({ length: names.length * STATS_PER_ENTRY }, (_, at) => value * 1e12 + at + 0.25),
    hashes: new Uint8Array(names.length * HASH_BYTES).fill(value),
  };
}

/** Path of the file that a chunk belongs to; undefined if there is no such chunk. */
export function pathOfRow({ files }: Snapshot, row: number): string | undefined {
  return files.paths.find(
    (_, file) => (files.firstRows[file] as number) <= row && row < (files.firstRows[file + 1] as number),
  );
}
