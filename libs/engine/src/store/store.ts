/**
 * The store interface: holds one codebase's index. Adapters see this file only; `store.suite.ts` defines
 * their common behaviour.
 *
 * Writers hold the codebase's lock; readers need none. A run is invisible until `completeRun`; a sync is
 * visible batch by batch. All methods throw `EngineError` with `STORE_UNAVAILABLE` or `STORE_CORRUPT` and
 * nothing else.
 */
import type { LanguageCount, RunPhase, SkipCause } from "@satori/contracts";
import type { ChunkFact, CallFacts, NameUse, SymbolFact } from "@satori/sidecar";
import { EngineError } from "../errors.ts";
import type { EmbeddedFile, PreparedFile } from "../model/indexed-file.ts";
import type { History, IndexedHistory } from "../model/history.ts";
import type { FolderManifest } from "../model/manifest.ts";
import {
  type CodebaseSettings,
  type CompletionMarker,
  NO_SETTINGS,
  type RunCounts,
  type RunFailure,
  type RunRecord,
  type WordsMarker,
} from "../model/run.ts";
import type { QuantizedRows } from "../vectors/quantize.ts";
import type { Spread } from "../vectors/selection.ts";

/** State of the store as a whole. */
export interface StoreHead {
  readonly codebasePath: string;
  readonly settings: CodebaseSettings;
  /** The run that readers see, with its marker; null before the first success. */
  readonly complete: { readonly run: RunRecord; readonly marker: CompletionMarker } | null;
  /** The newest run that is not the complete one: active, or failed after it. */
  readonly latest: RunRecord | null;
  /** The latest run, if it is active and has everything but vectors, with the marker that proves it. */
  readonly words: { readonly run: RunRecord; readonly marker: WordsMarker } | null;
  /** Rises with every change that readers can see. */
  readonly sequence: number;
  /** ISO 8601; end of the last sync or run. */
  readonly syncedAt: string | null;
  /** Null while a sync is writing, and after a sync that did not finish. */
  readonly merkleRoot: string | null;
  /** Signature of the ignore control files at that time; null if unknown. */
  readonly ignoreSignature: string | null;
}

/** Head of a codebase without any run yet. */
export function emptyHead(codebasePath: string): StoreHead {
  return {
    codebasePath,
    settings: NO_SETTINGS,
    complete: null,
    latest: null,
    words: null,
    sequence: 0,
    syncedAt: null,
    merkleRoot: null,
    ignoreSignature: null,
  };
}

/**
 * The error for reading from a disposed snapshot. Its connection may show another state, where missing data
 * would look like corruption.
 */
export function readTooLate(): Error {
  return new Error("The snapshot was released before it was fully read");
}

/** A `STORE_UNAVAILABLE` error for a run that no longer exists. */
export function runGone(runId: string): EngineError {
  return new EngineError("STORE_UNAVAILABLE", `The run ${runId} is gone: another process replaced it`);
}

export interface StoreStatistics {
  readonly files: number;
  readonly chunks: number;
  readonly symbols: number;
  /** Paths of the degraded files, ascending. */
  readonly degraded: readonly string[];
  /** Paths of the files with syntax errors, ascending. */
  readonly partlyParsed: readonly string[];
  /** By number of files descending, then language. */
  readonly languages: readonly LanguageCount[];
  /** By path. */
  readonly skipped: readonly SkippedFile[];
}

/** A skipped file: not in the index, although no rule ignores it. */
export interface SkippedFile {
  readonly path: string;
  readonly cause: SkipCause;
}

/**
 * A file with its vectors: that of its path, its own if it has several chunks, then one per chunk; null
 * without an embedder.
 */
export interface StorableFile extends PreparedFile {
  readonly vectors: QuantizedRows | null;
  /** Milliseconds since 1970. */
  readonly indexedAtMs: number;
}

/** A file whose version is stored already, by this view or another one. */
export interface ListedFile {
  readonly path: string;
  /** As `PreparedFile.hash`. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly indexedAtMs: number;
}

/** Changes that become visible together. */
export interface WriteBatch {
  /** Replace the files stored under the same paths. */
  readonly files: readonly StorableFile[];
  /** Replace the files stored under the same paths as well; default: none. */
  readonly listed?: readonly ListedFile[];
  readonly removed: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** Replace the stored folders. Their entries only claim files of this batch and of earlier ones. */
  readonly folders: readonly FolderManifest[];
  readonly removedFolders: readonly string[];
  /** Dimension of the files' vectors. Recorded in the marker of a complete run that has none. */
  readonly dimension?: number | null;
  /** Whether the files' vectors are written later, by `Stages.writeVectors`. */
  readonly vectorsFollow?: boolean;
}

/** Whether a batch changes nothing. */
export function isEmptyBatch(batch: WriteBatch): boolean {
  const { removed, skipped, folders, removedFolders } = batch;
  return (
    !changesFiles(batch) && removed.length + skipped.length + folders.length + removedFolders.length === 0
  );
}

/** Whether a batch adds or replaces files. */
export function changesFiles({ files, listed = [] }: WriteBatch): boolean {
  return files.length + listed.length > 0;
}

export interface WriteOutcome {
  /**
   * Whether a file was added, removed, or imports other words than before, so that in-degrees may have
   * changed.
   */
  readonly changesImports: boolean;
  /**
   * Paths of `listed` whose versions are no longer stored, because the last view that had them was changed or
   * removed. If there are any, nothing was written: a folder must not claim files that are missing.
   */
  readonly gone: readonly string[];
}

/** What the end of a sync or run records; see `StoreHead`. */
export interface SyncEnd {
  readonly syncedAt: string;
  readonly merkleRoot: string;
  readonly ignoreSignature: string;
}

/** The index of one codebase. */
export interface Store extends AsyncDisposable {
  /**
   * Whether nothing could be written when the store was opened. It may show only the state at that time; to
   * see more, or to write, it has to be opened again.
   */
  readonly isFrozen: boolean;
  /** Whether `failRun` keeps what a cancelled first run wrote. */
  readonly keepsCancelledRuns: boolean;
  head(): Promise<StoreHead>;
  saveSettings(settings: CodebaseSettings): Promise<void>;
  /**
   * Registers a run as active and drops what failed or dead runs left behind.
   *
   * @param continued a cancelled run; what `failRun` kept of it becomes this run's content
   */
  beginRun(run: RunRecord, continued?: string): Promise<void>;
  reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void>;
  /**
   * Paths of the files that need no new vectors, because the same versions are already stored.
   *
   * @param files as they would be written into the run next
   */
  alreadyStored(runId: string, files: readonly PreparedFile[]): Promise<ReadonlySet<string>>;
  /**
   * Hashes of the versions of files that the store has, by path: those of other views, which a run can list
   * instead of preparing them. Paths without such a version are left out.
   *
   * @param paths distinct
   */
  storedVersions(runId: string, paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Writes into a run: an active one, or the complete one during a sync. A replaced file keeps its in-degree.
   */
  write(runId: string, batch: WriteBatch): Promise<WriteOutcome>;
  /**
   * Makes the run the one that readers see, with its marker, in one atomic step that survives a power
   * failure.
   *
   * @param settings settings the run was made with, stored from now on; if absent, the present ones stay
   */
  completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void>;
  /**
   * Drops what the run wrote. A store may keep what a cancelled run wrote if no run is complete, until the
   * next run begins; nothing more can be written into it.
   */
  failRun(runId: string, failure: RunFailure, at: string): Promise<void>;
  /** Ends a sync of the complete run. */
  endSync(end: SyncEnd): Promise<void>;
  /** Writes the in-degrees of files by path; files without an entry get 0. */
  writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void>;
  /** Import words of each file, by path. */
  importWords(runId: string): Promise<ReadonlyMap<string, string>>;
  /** The `head` of the stored history; null if there is none. */
  historyHead(runId: string): Promise<string | null>;
  /** Replaces the stored history. */
  writeHistory(runId: string, history: History): Promise<void>;
  /** All folders of a run, by path. The store may return the same data again: callers do not change it. */
  manifest(runId: string): Promise<readonly FolderManifest[]>;
  statistics(runId: string): Promise<StoreStatistics>;
  sizeBytes(): Promise<number>;
  /**
   * Removes other views from a file that is shared, because their index folders are gone.
   *
   * @param isUser whether the view of a name still uses the file. Called inside the transaction that removes
   *   views, after they have been read: a process records that a view uses the file before it begins it.
   */
  keepViews(isUser: (view: string) => boolean): Promise<void>;
  /** Gives up data outside the index folder, before that folder is removed. */
  release(): Promise<void>;
  /** The complete run as it is now, to be disposed of after use; null before the first success. */
  snapshot(): Promise<Snapshot | null>;
  /** How runs become complete in two stages; null if the store writes words and vectors only together. */
  readonly stages: Stages | null;
}

/**
 * A run in two stages: everything but vectors, which `Store.write` stores with `vectorsFollow`, then the
 * vectors. A run with files that lack vectors must not be completed.
 */
export interface Stages {
  /** Records that the active run has everything but vectors. */
  completeWords(marker: WordsMarker): Promise<void>;
  /** The run that `StoreHead.words` names, to be disposed of after use; null if there is none. */
  snapshot(): Promise<Snapshot | null>;
  /** Dimension of the vectors that a run has already; null without any. */
  dimension(runId: string): Promise<number | null>;
  /** Numbers of the files of a run whose vectors are not written yet, ascending. */
  filesWithoutVectors(runId: string): Promise<readonly number[]>;
  /** What to embed of these files, in their order. */
  embeddedTexts(runId: string, files: readonly number[]): Promise<readonly EmbeddedFile[]>;
  /** @param vectors by number of the file; files that have vectors, or are gone, are left out */
  writeVectors(runId: string, vectors: ReadonlyMap<number, QuantizedRows>): Promise<void>;
}

/** Columns of the files of a snapshot, all by path. */
export interface FileTable {
  readonly count: number;
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly lineCounts: Uint32Array;
  readonly pathClasses: Uint32Array;
  /** 1 for files in which the parser found syntax errors. */
  readonly withSyntaxErrors: Uint8Array;
  /** 1 for degraded files, whose symbols are unknown or incomplete. */
  readonly unparsed: Uint8Array;
  /** Words separated by spaces; see `callNameParts`. */
  readonly nameParts: readonly string[];
  readonly inDegrees: Uint32Array;
  readonly indexedAtMs: Float64Array;
  /**
   * Row of each file's first chunk. Has one entry more than there are files, so that differences give the
   * number of chunks.
   */
  readonly firstRows: Uint32Array;
}

export interface LexicalHit {
  /** Row of the chunk. */
  readonly row: number;
  /** BM25 over body, symbols and path; higher is better. */
  readonly score: number;
  /** BM25 over comments and docstrings. */
  readonly docScore: number;
}

/** Options of a dense search. */
export interface DenseQuery {
  /** Files that other retrievers have found, ascending. */
  readonly candidates: readonly number[];
  /** How many further files to propose. */
  readonly closest: number;
  /** Which files may be proposed: one entry per file, 0 excludes it; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Called every few milliseconds of work in memory; may throw. */
  readonly check?: (() => void) | undefined;
}

/** Cosines of every candidate and proposed file, with its path and chunks. Those of other files may be 0. */
export interface DenseScores {
  /** By file. */
  readonly files: Float32Array;
  readonly paths: Float32Array;
  /** By chunk row. */
  readonly chunks: Float32Array;
  /** Files with the closest chunks, if those are greater than 0: cosine descending, then file. */
  readonly closest: readonly number[];
  /** Spread of the cosines over the whole index; a large store may take the median of a sample. */
  readonly spreads: { readonly files: Spread; readonly paths: Spread; readonly chunks: Spread };
}

/** What an index lists of the versions of files that indexes share on a server. */
export interface Listing {
  /** Name of the index on the server. */
  readonly user: string;
  readonly versions: readonly string[];
}

/** A search over many indexes at once. */
export interface JointQuestion {
  /** Distinct. */
  readonly tokens: readonly string[];
  /** Null without an embedder, or if it failed. */
  readonly vector: Float32Array | null;
  /** Languages of the files that may answer; empty for all. */
  readonly languages: readonly string[];
}

/**
 * One state of the index. Everything it returns comes from that state, whatever is written meanwhile. Throws
 * once it is disposed of.
 */
export interface Snapshot extends Disposable {
  readonly runId: string;
  readonly sequence: number;
  readonly marker: CompletionMarker | WordsMarker;
  readonly files: FileTable;
  readonly skippedFiles: number;
  /** By path. */
  skipped(): Promise<readonly SkippedFile[]>;
  /** Position of a path, or -1. */
  fileAt(path: string): number;
  /**
   * The best chunks that contain any of the tokens: score descending, then row.
   *
   * @param allowed one entry per file, 0 excludes its chunks; null allows all
   * @param check called every few milliseconds of work in memory; may throw
   */
  lexical(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): Promise<readonly LexicalHit[]>;
  /** Number of chunks that contain each token. */
  frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * The tokens that each chunk's text contains, as split by `tokenize`; in the order of `rows`.
   *
   * @param rows rows of chunks, distinct
   */
  matchedTokens(rows: readonly number[], tokens: readonly string[]): Promise<readonly ReadonlySet<string>[]>;
  /** Null if the index has no vectors, or vectors of another dimension than the question's. */
  dense(query: Float32Array, denseQuery: DenseQuery): Promise<DenseScores | null>;
  /** Files that define a symbol of exactly this name, ascending. */
  filesDefining(name: string): Promise<readonly number[]>;
  /**
   * Distinct symbol names of that length in UTF-16 units, both bounds included; in no order.
   *
   * @param check called for each name in the index; may throw
   */
  symbolNames(least: number, most: number, check?: () => void): Promise<readonly string[]>;
  /**
   * Distinct symbol names that are equal to a name when case is ignored, including the name itself; in no
   * order.
   */
  namesInAnyCase(name: string): Promise<readonly string[]>;
  /** Null if no history was ever read. */
  history(): Promise<IndexedHistory | null>;
  /** Data for call graphs. */
  readonly calls: StoredCallFacts;
  /** Text of a file in UTF-8. Not cached, for reading many files once. */
  utf8Text(file: number): Buffer;
  /** In the order of `files`. */
  contents(files: readonly number[]): Promise<readonly IndexedContent[]>;
  /** Encodings in which the files were read; in the order of `files`. For a few files. */
  encodings(files: readonly number[]): Promise<readonly string[]>;
}

/**
 * Data for call graphs. Synchronous, because resolution goes from file to file in the middle of an
 * expression. Files are positions in `Snapshot.files`.
 */
export interface StoredCallFacts {
  /** Null if calls of the language are not resolved, or if the file could not be parsed. */
  flow(file: number): CallFacts | null;
  /** Files without call facts, ascending. */
  filesWithoutFlow(): readonly number[];
  text(file: number): string;
  /** As `Snapshot.filesDefining`. */
  filesDefining(name: string): readonly number[];
  /** Files that use a name in that way, ascending; may include some that do not. */
  filesUsing(use: NameUse, name: string): readonly number[];
}

/** Text of a file as it was indexed, with its chunks. */
export interface IndexedContent {
  readonly text: string;
  readonly chunks: readonly ChunkFact[];
  /** By start. */
  readonly symbols: readonly SymbolFact[];
}

/** Result of checking an index's files; details are one line. */
export type Inspection =
  | { readonly kind: "sound" }
  | { readonly kind: "damaged"; readonly found: string }
  /** The files could not be checked, which says nothing about them. */
  | { readonly kind: "unchecked"; readonly reason: string };
