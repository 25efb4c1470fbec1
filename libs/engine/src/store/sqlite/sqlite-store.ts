/**
 * The local store: one view of a SQLite file, which holds the whole index. Write-ahead logging lets any
 * number of processes read while one writes; writers of several views take turns, batch by batch.
 */
import type { RunPhase } from "@satori/contracts";
import { encodeCommits, type History } from "../../model/history.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import {
  type CodebaseSettings,
  type CompletionMarker,
  type RunCounts,
  type RunFailure,
  type RunRecord,
  WORDS_MARKER_KIND,
} from "../../model/run.ts";
import { type Database, rollback, transact } from "../../sqlite/driver.ts";
import {
  changesFiles,
  isEmptyBatch,
  type Stages,
  type Store,
  type StoreHead,
  type StoreStatistics,
  type SyncEnd,
  type WriteBatch,
  type WriteOutcome,
} from "../store.ts";
import { BaseTables } from "./base-tables.ts";
import { requireBaseCheck, writeBaseCheck } from "./checks/base-check.ts";
import { DiskSpace } from "./disk-space.ts";
import { readStoredVersions } from "./file-rows.ts";
import { FileWriter } from "./file-writer.ts";
import { filesWithoutVectors, readEmbeddedTexts, storedDimension } from "./following-vectors.ts";
import { dropRunTables, poolFor, runsOfPool } from "./pools.ts";
import { RUN_COLUMNS, runValues } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { createPool, createRun, type SearchData } from "./schema.ts";
import type { AtHand, Rests } from "./snapshot/at-hand.ts";
import type { FileMemory } from "./snapshot/file-memory.ts";
import { SnapshotReader } from "./snapshot/snapshot-reader.ts";
import type { SqliteSnapshot } from "./snapshot/snapshot.ts";
import { VersionTables } from "./version-tables.ts";
import {
  changedInDegrees,
  readImportWords,
  readManifest,
  readStatistics,
  readStoredHistory,
  saveInDegrees,
  writeStoredHistory,
} from "./whole-reads.ts";

/** An open index file. */
export interface OpenIndex {
  readonly path: string;
  /** Address that readers open; for a read-only index it is not the path. */
  readonly address: string;
  readonly database: Database;
  readonly codebasePath: string;
  /** Where words and vectors of future runs are stored. */
  readonly searchData: SearchData;
  /** Null if its data always stays in memory. */
  readonly atHand: AtHand | null;
  /** What its views share in memory. */
  readonly memory: FileMemory;
  /** Why nothing can be written; null if it can. */
  readonly frozenBy: unknown;
}

interface LastManifest {
  readonly version: string;
  readonly folders: readonly FolderManifest[];
}

export class SqliteStore implements Store, Rests {
  /** Null if vectors are stored elsewhere, together with words. */
  readonly stages: Stages | null;
  private readonly reader: SnapshotReader;
  private readonly base: BaseTables;
  private readonly transactions: Transactions;
  private readonly space: DiskSpace;
  /** Cached, because every answer needs it, some twice. */
  private lastHead: { readonly version: string; readonly head: StoreHead } | null = null;
  /** Cached for syncs, most of which find no changes. Reading it takes 60 ms for 100,000 files. */
  private lastManifest: LastManifest | null = null;
  private writer: { readonly runId: string; readonly files: FileWriter } | undefined;

  private readonly database: Database;
  private readonly searchData: SearchData;
  private readonly atHand: AtHand | null;
  private readonly frozenBy: unknown;

  constructor({ path, address, database, codebasePath, searchData, atHand, memory, frozenBy }: OpenIndex) {
    this.database = database;
    this.searchData = searchData;
    this.atHand = atHand;
    this.frozenBy = frozenBy;
    this.reader = new SnapshotReader(address, codebasePath, memory);
    this.space = new DiskSpace(database, path, this.reader);
    this.base = new BaseTables(database, codebasePath);
    this.transactions = new Transactions(database, frozenBy);
    this.stages = searchData === "here" ? this.stagesHere() : null;
  }

  get isFrozen(): boolean {
    return this.frozenBy !== null;
  }

  /** Rows in a store elsewhere are not kept, since another process may remove them. */
  get keepsCancelledRuns(): boolean {
    return this.searchData === "here";
  }

  head(): Promise<StoreHead> {
    return this.transactions.read(() => {
      const version = this.transactions.version();
      if (this.lastHead?.version !== version) this.lastHead = { version, head: this.base.head() };
      return this.lastHead.head;
    });
  }

  saveSettings(settings: CodebaseSettings): Promise<void> {
    return this.transactions.write(() => this.base.setMeta("settings", JSON.stringify(settings)));
  }

  beginRun(run: RunRecord, continued?: string): Promise<void> {
    return this.transactions.write(() => {
      this.base.requireSound();
      const view = this.base.requireView();
      const kept = continued === undefined ? null : this.base.keptTables(continued);
      const complete = this.base.completeRunId();
      const before = this.base.runs();
      for (const { id, tables } of before) {
        if (id === complete) continue;
        this.database.prepare("DELETE FROM run NOT INDEXED WHERE id = ?").run(id);
        this.base.dropMarker(id);
        if (tables.run !== kept?.run) dropRunTables(this.database, tables);
      }
      const tables = kept ?? this.newTables(run, before.find(({ id }) => id === complete)?.tables ?? null);
      this.database
        .prepare(`INSERT INTO run(${RUN_COLUMNS}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`)
        .run(...runValues(run, tables, view));
    });
  }

  /** Tables of a new run, and a pool for it, which may be that of other views. */
  private newTables({ fingerprint }: RunRecord, complete: RunTables | null): RunTables {
    const run = this.base.nextGeneration();
    createRun(this.database, run);
    const shared =
      this.searchData === "here" ? poolFor(this.database, fingerprint, complete?.pool ?? 0) : null;
    if (shared !== null) return { run, pool: shared };
    createPool(this.database, run, this.searchData);
    return { run, pool: run };
  }

  reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void> {
    const { filesDone, filesTotal, chunks } = counts;
    return this.transactions.write(() =>
      this.database
        .prepare(
          "UPDATE run NOT INDEXED SET phase = ?, files_done = ?, files_total = ?, chunks = ?, " +
            "updated_at = ? WHERE id = ?",
        )
        .run(phase, filesDone, filesTotal, chunks, at, runId),
    );
  }

  write(runId: string, batch: WriteBatch): Promise<WriteOutcome> {
    return this.transactions.write(() => {
      const outcome = this.writerOf(runId).write(batch);
      if (outcome.gone.length > 0 || isEmptyBatch(batch) || !this.base.isComplete(runId)) return outcome;
      if (changesFiles(batch) || batch.removed.length + batch.skipped.length > 0) this.base.bumpSequence();
      // Until the sync ends, no hash covers the index as a whole.
      this.base.dropMeta("merkle_root");
      this.base.learnDimension(runId, batch.dimension ?? null);
      return outcome;
    });
  }

  async completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void> {
    // The one commit that must survive a power failure: before it the old run answers, after it the new one.
    this.database.exec("PRAGMA synchronous=FULL");
    try {
      await this.transactions.write(() => {
        this.base.requireProof(marker);
        const missing = filesWithoutVectors(this.database, this.base.tablesOf(marker.runId)).length;
        if (missing > 0) throw new Error(`The run ${marker.runId} has ${missing} files without vectors`);
        this.base.setMarker(marker);
        this.database
          .prepare(
            "UPDATE run NOT INDEXED SET state = 'complete', phase = 'publishing', finished_at = ?, " +
              "updated_at = ? WHERE id = ?",
          )
          .run(marker.completedAt, marker.completedAt, marker.runId);
        for (const { id, tables } of this.base.runs()) {
          if (id === marker.runId) continue;
          this.database.prepare("DELETE FROM run NOT INDEXED WHERE id = ?").run(id);
          dropRunTables(this.database, tables);
        }
        this.base.saveEnd(end);
        if (settings) this.base.setMeta("settings", JSON.stringify(settings));
        this.base.bumpSequence();
      });
    } finally {
      this.database.exec("PRAGMA synchronous=NORMAL");
    }
    this.space.giveBackAll();
    this.atHand?.use(this);
  }

  failRun(runId: string, failure: RunFailure, at: string): Promise<void> {
    return this.transactions.write(() => {
      // A complete run stays complete, whatever fails afterwards.
      const failed = this.base.runs().find(({ id, state }) => id === runId && state === "active");
      if (!failed) return;
      this.database
        .prepare(
          "UPDATE run NOT INDEXED SET state = 'failed', failure = ?, finished_at = ?, updated_at = ? " +
            "WHERE id = ?",
        )
        .run(JSON.stringify(failure), at, at, runId);
      this.base.dropMarker(runId);
      const isKept = failure.code === "CANCELLED" && this.keepsCancelledRuns && !this.base.hasCompleteRun();
      if (!isKept) dropRunTables(this.database, failed.tables);
    });
  }

  async endSync(end: SyncEnd): Promise<void> {
    await this.transactions.write(() => this.base.saveEnd(end));
    await this.space.giveBackSome();
  }

  async writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void> {
    const tables = this.base.tablesOf(runId);
    const changed = changedInDegrees(this.database, tables, degrees);
    if (changed.length === 0) return;
    await this.transactions.write(() => {
      saveInDegrees(this.database, tables.run, changed);
      if (this.base.isComplete(runId)) this.base.bumpSequence();
    });
  }

  async importWords(runId: string): Promise<ReadonlyMap<string, string>> {
    return readImportWords(this.database, this.base.tablesOf(runId));
  }

  async historyHead(runId: string): Promise<string | null> {
    return readStoredHistory(this.database, this.base.tablesOf(runId).run)?.head ?? null;
  }

  writeHistory(runId: string, { head, commits }: History): Promise<void> {
    const { run } = this.base.tablesOf(runId);
    return this.transactions.write(() => {
      writeStoredHistory(this.database, run, head, encodeCommits(commits));
      if (this.base.isComplete(runId)) this.base.bumpSequence();
    });
  }

  manifest(runId: string): Promise<readonly FolderManifest[]> {
    this.atHand?.use(this);
    return this.transactions.read(() => {
      const version = `${runId} ${this.transactions.version()}`;
      if (this.lastManifest?.version !== version)
        this.lastManifest = { version, folders: readManifest(this.database, this.base.tablesOf(runId).run) };
      return this.lastManifest.folders;
    });
  }

  statistics(runId: string): Promise<StoreStatistics> {
    return this.transactions.read(() => readStatistics(this.database, this.base.tablesOf(runId)));
  }

  sizeBytes(): Promise<number> {
    return Promise.resolve(this.space.sizeBytes());
  }

  snapshot(): Promise<SqliteSnapshot | null> {
    this.atHand?.use(this);
    return this.reader.open();
  }

  rest(): void {
    this.lastManifest = null;
    this.reader.rest();
    this.space.giveMemoryBack();
  }

  alreadyStored(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  async storedVersions(
    runId: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.transactions.read(() => {
      const { run, pool } = this.base.tablesOf(runId);
      // Alone in its pool, a view has no versions but its own.
      if (runsOfPool(this.database, pool).every((other) => other === run)) return new Map();
      return readStoredVersions(this.database, pool, paths);
    });
  }

  /** Removes the view from its file, unless the file has no other one and can be removed itself. */
  async release(): Promise<void> {
    if (await this.transactions.read(() => this.base.isAlone())) return;
    await this.transactions.write(() => this.removeView(this.base));
    this.space.giveBackAll();
  }

  async keepViews(isUser: (view: string) => boolean): Promise<void> {
    const views = await this.transactions.read(() => this.base.rootsOfViews());
    if (views.every(isUser)) return;
    await this.transactions.write(() => {
      // Read again: another process may have begun a view since.
      const gone = this.base.rootsOfViews().filter((view) => !isUser(view));
      for (const root of gone) this.removeView(new BaseTables(this.database, root));
    });
    this.space.giveBackAll();
  }

  private removeView(base: BaseTables): void {
    for (const { id, tables } of base.runs()) {
      this.database.prepare("DELETE FROM run NOT INDEXED WHERE id = ?").run(id);
      base.dropMarker(id);
      dropRunTables(this.database, tables);
    }
    base.removeView();
  }

  /** A note of the store whose local part this is; null if there is no note of that name. */
  noted(name: string): string | null {
    return this.base.meta(`note:${name}`);
  }

  note(name: string, value: string): Promise<void> {
    return this.transactions.write(() => this.base.setMeta(`note:${name}`, value));
  }

  /** Changes the versions of a run's files; for runs whose words and vectors are stored elsewhere. */
  changeVersions<Result>(runId: string, change: (versions: VersionTables) => Result): Promise<Result> {
    return this.transactions.write(() =>
      change(new VersionTables(this.database, this.base.tablesOf(runId).pool)),
    );
  }

  /** Marks the complete run as failed, because its marker proved nothing. */
  disown(runId: string, failure: RunFailure, at: string): Promise<void> {
    return this.transactions.write(() => {
      this.base.dropMarker(runId);
      this.database
        .prepare(
          "UPDATE run NOT INDEXED SET state = 'failed', failure = ?, finished_at = ?, updated_at = ? " +
            "WHERE id = ?",
        )
        .run(JSON.stringify(failure), at, at, runId);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.atHand?.drop(this);
    try {
      this.reader.close();
    } finally {
      this.database.close();
    }
    return Promise.resolve();
  }

  private stagesHere(): Stages {
    return {
      completeWords: (marker) =>
        this.transactions.write(() => {
          this.base.requireProof(marker);
          this.base.setMarker(marker);
          this.base.bumpSequence();
        }),
      snapshot: () => {
        this.atHand?.use(this);
        return this.reader.open(WORDS_MARKER_KIND);
      },
      dimension: async (runId) => storedDimension(this.database, this.base.tablesOf(runId)),
      filesWithoutVectors: async (runId) => filesWithoutVectors(this.database, this.base.tablesOf(runId)),
      embeddedTexts: (runId, files) =>
        this.transactions.read(() => readEmbeddedTexts(this.database, this.base.tablesOf(runId).pool, files)),
      writeVectors: (runId, vectors) =>
        this.transactions.write(() => this.writerOf(runId).writeVectors(vectors)),
    };
  }

  private writerOf(runId: string): FileWriter {
    // Asked each time: a run that was given up may go on and write later, when its content is another run's.
    const tables = this.base.tablesOf(runId);
    if (this.writer?.runId !== runId) this.writer = { runId, files: new FileWriter(this.database, tables) };
    return this.writer.files;
  }
}

// The transactions of one connection to an index file.

class Transactions {
  private commits = 0;

  /** @param frozenBy why nothing can be written; null if it can */
  constructor(
    private readonly database: Database,
    private readonly frozenBy: unknown,
  ) {}

  /** Runs `work` in a read transaction, so that everything it reads comes from one state. */
  async read<Result>(work: () => Result): Promise<Result> {
    this.database.exec("BEGIN");
    try {
      return work();
    } finally {
      rollback(this.database);
    }
  }

  /**
   * Identifies the state of the file, inside a transaction. Changes with every commit, of this connection or
   * another one.
   *
   * @see https://sqlite.org/pragma.html#pragma_data_version which covers other connections only
   */
  version(): string {
    return `${this.commits} ${String(this.database.prepare("PRAGMA data_version").get()?.[0])}`;
  }

  /**
   * Runs `work` in a write transaction: either everything is written or nothing. Throws `STORE_CORRUPT` if
   * the base tables do not match their check, because the check is about to be recomputed.
   */
  async write<Result>(work: () => Result): Promise<Result> {
    if (this.frozenBy !== null) throw this.frozenBy;
    // Counted even if the write fails; then the same state is just read again.
    this.commits++;
    return transact(this.database, () => {
      requireBaseCheck(this.database);
      const result = work();
      writeBaseCheck(this.database);
      return result;
    });
  }
}
