/**
 * What holds one codebase's index. Adapters see this file only; `store.suite.ts` states how all of them
 * behave.
 *
 * Writers hold the codebase's lock; readers need none. A run is invisible until `completeRun`; a sync is
 * visible batch by batch. All methods throw `EngineError` with `STORE_UNAVAILABLE` or `STORE_CORRUPT` and
 * nothing else.
 */
import type { LanguageCount, RunPhase, SkipCause } from "@satori/contracts";
import type { ChunkFact, FlowFacts, NameUse, SymbolFact } from "@satori/sidecar";
import { EngineError } from "../errors.ts";
import type { PreparedFile } from "../model/indexed-file.ts";
import type { History, IndexedHistory } from "../model/history.ts";
import type { FolderManifest } from "../model/manifest.ts";
import {
  type CodebaseSettings,
  type CompletionMarker,
  NO_SETTINGS,
  type RunCounts,
  type RunFailure,
  type RunRecord,
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
  /** Grows with every change that readers can see. */
  readonly sequence: number;
  /** ISO 8601; end of the last sync or run. */
  readonly syncedAt: string | null;
  /** Null while a sync is writing, and after one that did not come to its end. */
  readonly merkleRoot: string | null;
  /** Signature of the ignore control files at that time; null when unknown. */
  readonly ignoreSignature: string | null;
}

/** Of a codebase that no run has begun for. */
export function emptyHead(codebasePath: string): StoreHead {
  return {
    codebasePath,
    settings: NO_SETTINGS,
    complete: null,
    latest: null,
    sequence: 0,
    syncedAt: null,
    merkleRoot: null,
    ignoreSignature: null,
  };
}

/**
 * A snapshot was asked after it was disposed of: it would tell of another state, and what is gone from that
 * would look like damage.
 */
export function readTooLate(): Error {
  return new Error("The snapshot was released before it was fully read");
}

/** `STORE_UNAVAILABLE` for a run that is asked about and is there no more. */
export function runGone(runId: string): EngineError {
  return new EngineError("STORE_UNAVAILABLE", `The run ${runId} is gone: another process replaced it`);
}

export interface StoreStatistics {
  readonly files: number;
  readonly chunks: number;
  readonly symbols: number;
  /** Paths of the files that their parser gave up on, ascending. */
  readonly degraded: readonly string[];
  /** Files descending, then language. */
  readonly languages: readonly LanguageCount[];
  /** By path. */
  readonly skipped: readonly SkippedFile[];
}

/** A file that the index does not hold, though no rule ignores it. */
export interface SkippedFile {
  readonly path: string;
  readonly cause: SkipCause;
}

/**
 * A file with its vectors: its path's, its own if it has several chunks, then one for each chunk; null where
 * there are none.
 */
export interface StorableFile extends PreparedFile {
  readonly vectors: QuantizedRows | null;
  /** Milliseconds since 1970. */
  readonly indexedAtMs: number;
}

/** Changes that become visible together. */
export interface WriteBatch {
  /** Replace what is there under the same path. */
  readonly files: readonly StorableFile[];
  readonly removed: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** Replace what is there; their entries speak for the files of this batch and earlier ones only. */
  readonly folders: readonly FolderManifest[];
  readonly removedFolders: readonly string[];
  /** Of the files' vectors: noted in the marker of a complete run that knows none. */
  readonly dimension?: number | null;
}

/** Whether a batch changes nothing. */
export function isEmptyBatch({ files, removed, skipped, folders, removedFolders }: WriteBatch): boolean {
  return files.length + removed.length + skipped.length + folders.length + removedFolders.length === 0;
}

export interface WriteOutcome {
  /** A file came, went, or imports other words than before: numbers of importing files may be others now. */
  readonly changesImports: boolean;
}

export interface SyncEnd {
  readonly syncedAt: string;
  readonly merkleRoot: string;
  readonly ignoreSignature: string;
}

export interface Store extends AsyncDisposable {
  /**
   * Nothing could be written when it was opened. It may show only what was there then; to show more, or to
   * write, it has to be opened again.
   */
  readonly isFrozen: boolean;
  head(): Promise<StoreHead>;
  saveSettings(settings: CodebaseSettings): Promise<void>;
  /** Registers a run as active and drops what failed or dead runs left behind. */
  beginRun(run: RunRecord): Promise<void>;
  reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void>;
  /**
   * Which of these files need no vectors of their own making, by path: their very versions are there already.
   *
   * @param files as they would be written into the run next
   */
  alreadyStored(runId: string, files: readonly PreparedFile[]): Promise<ReadonlySet<string>>;
  /**
   * Writes into a run: an active one, or the complete one during a sync. A file that is replaced keeps its
   * number of importing files.
   */
  write(runId: string, batch: WriteBatch): Promise<WriteOutcome>;
  /**
   * Makes the run the one that readers see, with its marker, in one step that survives a power failure.
   *
   * @param settings what it was made with, kept from now on; absent: those that there are stay
   */
  completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void>;
  failRun(runId: string, failure: RunFailure, at: string): Promise<void>;
  /** Ends a sync of the complete run. */
  endSync(end: SyncEnd): Promise<void>;
  /** Number of importing files for each path that has any; paths without are set to zero. */
  writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void>;
  /** Import words of each file, by path. */
  importWords(runId: string): Promise<ReadonlyMap<string, string>>;
  /** The `head` of the history that was written last; null where there is none. */
  historyHead(runId: string): Promise<string | null>;
  /** Replaces what is there. */
  writeHistory(runId: string, history: History): Promise<void>;
  /** All folders of a run, by path. */
  manifest(runId: string): Promise<readonly FolderManifest[]>;
  statistics(runId: string): Promise<StoreStatistics>;
  sizeBytes(): Promise<number>;
  /** Gives up what is kept outside the index folder, before that is removed. */
  release(): Promise<void>;
  /** The complete run as it is now, to be disposed of after use; null before the first success. */
  snapshot(): Promise<Snapshot | null>;
}

/** Columns of the files of a snapshot, all in the order of path. */
export interface FileTable {
  readonly count: number;
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly lineCounts: Uint32Array;
  readonly pathClasses: Uint32Array;
  /** 1 for those that their parser did not understand in full. */
  readonly withSyntaxErrors: Uint8Array;
  /** 1 for those that their parser gave up on: what they declare is not known, or not all of it. */
  readonly unparsed: Uint8Array;
  /** Words joined by blanks; see `callNameParts`. */
  readonly nameParts: readonly string[];
  readonly inDegrees: Uint32Array;
  readonly indexedAtMs: Float64Array;
  /**
   * Row of each file's first chunk; one entry more than there are files, so that a difference gives their
   * number.
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

/** What a question wants of the vectors. */
export interface DenseQuery {
  /** Files that other arms have found, ascending. */
  readonly candidates: readonly number[];
  /** How many files to propose besides. */
  readonly closest: number;
  /** Of files to propose: one for each file, 0 leaves it out; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Called every few milliseconds of work in memory; it may throw. */
  readonly check?: (() => void) | undefined;
}

/**
 * Cosines of a question: of every candidate and proposed file, with its path and chunks. Of others they may
 * be left at 0.
 */
export interface DenseScores {
  /** By file. */
  readonly files: Float32Array;
  readonly paths: Float32Array;
  /** By chunk row. */
  readonly chunks: Float32Array;
  /** The files with the closest chunks, where these are closer than 0: closeness descending, then file. */
  readonly closest: readonly number[];
  /** How cosines are spread over all there is; a store that holds many takes the median of a sample. */
  readonly spreads: { readonly files: Spread; readonly paths: Spread; readonly chunks: Spread };
}

/** What is asked of many indexes at once. */
export interface JointQuestion {
  /** Distinct. */
  readonly tokens: readonly string[];
  /** Null when the embedder failed or there is none. */
  readonly vector: Float32Array | null;
  /** Of the files that may answer; empty for all. */
  readonly languages: readonly string[];
}

/**
 * One state of the index: everything that it returns comes from that state, whatever is written meanwhile.
 * Throws once it is disposed of.
 */
export interface Snapshot extends Disposable {
  readonly runId: string;
  readonly sequence: number;
  readonly marker: CompletionMarker;
  readonly files: FileTable;
  readonly skippedFiles: number;
  /** By path. */
  skipped(): Promise<readonly SkippedFile[]>;
  /** Position of a path, or -1. */
  fileAt(path: string): number;
  /**
   * The best chunks that hold any of the tokens: score descending, then row.
   *
   * @param allowed one for each file, 0 leaves its chunks out; null allows all
   * @param check called every few milliseconds of work in memory; it may throw
   */
  lexical(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): Promise<readonly LexicalHit[]>;
  /** In how many chunks each token occurs. */
  frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Which of the tokens each chunk's text holds, as `tokenize` cuts it; in the order of `rows`.
   *
   * @param rows of chunks, each once
   */
  matchedTokens(rows: readonly number[], tokens: readonly string[]): Promise<readonly ReadonlySet<string>[]>;
  /** Null when the index has no vectors, or none of the question's dimension. */
  dense(query: Float32Array, denseQuery: DenseQuery): Promise<DenseScores | null>;
  /** Files that define a symbol of exactly this name, ascending. */
  filesDefining(name: string): Promise<readonly number[]>;
  /**
   * Distinct names of symbols that are between so many UTF-16 units long, both included; in no order.
   *
   * @param check called for each name that there is; it may throw
   */
  symbolNames(least: number, most: number, check?: () => void): Promise<readonly string[]>;
  /**
   * Distinct names of symbols that a name is in lower case too: itself, and those that differ by nothing but
   * capitals; in no order.
   */
  namesInAnyCase(name: string): Promise<readonly string[]>;
  /** Null where no history was ever read. */
  history(): Promise<IndexedHistory | null>;
  /** What call graphs are drawn from. */
  readonly calls: CallFacts;
  /** In the order of `files`. */
  contents(files: readonly number[]): Promise<readonly IndexedContent[]>;
}

/**
 * Given at once, since resolving a call goes from file to file in the middle of an expression. Files are
 * positions in `Snapshot.files`.
 */
export interface CallFacts {
  /** Null where calls of the language are not resolved, and where they could not be read. */
  flow(file: number): FlowFacts | null;
  /** Files without flow facts, ascending. */
  filesWithoutFlow(): readonly number[];
  text(file: number): string;
  /** As `Snapshot.filesDefining`. */
  filesDefining(name: string): readonly number[];
  /** Files that use a name in a way, ascending; perhaps some that do not. */
  filesUsing(use: NameUse, name: string): readonly number[];
}

/** Text of a file as it was indexed, with its chunks. */
export interface IndexedContent {
  readonly text: string;
  readonly chunks: readonly ChunkFact[];
  /** By start. */
  readonly symbols: readonly SymbolFact[];
}

/** What a check of the files of an index found, in a line. */
export type Inspection =
  | { readonly kind: "sound" }
  | { readonly kind: "damaged"; readonly found: string }
  /** They could not be checked, which says nothing of them. */
  | { readonly kind: "unchecked"; readonly reason: string };
