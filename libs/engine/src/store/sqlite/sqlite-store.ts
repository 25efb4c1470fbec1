/**
 * The local store: one SQLite file holds a codebase's whole index. Write-ahead logging lets any number of
 * processes read while one writes.
 */
import type { RunPhase } from "@satori/contracts";
import { encodeCommits, type History } from "../../model/history.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import {
  type CodebaseSettings,
  type CompletionMarker,
  MARKER_KIND,
  type RunCounts,
  type RunFailure,
  type RunRecord,
} from "../../model/run.ts";
import { type Database, rollback, transact } from "../../sqlite/driver.ts";
import {
  isEmptyBatch,
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
import { FileWriter } from "./file-writer.ts";
import { RUN_COLUMNS, runValues } from "./rows.ts";
import { createGeneration, dropGeneration, type SearchData } from "./schema.ts";
import type { AtHand, Rests } from "./snapshot/at-hand.ts";
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
  /** Why nothing can be written; null if it can. */
  readonly frozenBy: unknown;
}

export class SqliteStore implements Store, Rests {
  private readonly reader: SnapshotReader;
  private readonly base: BaseTables;
  private readonly transactions: Transactions;
  private readonly space: DiskSpace;
  /** Cached, because every answer needs it, some twice. */
  private lastHead: { readonly version: string; readonly head: StoreHead } | null = null;
  private writer: { readonly runId: string; readonly files: FileWriter } | undefined;

  private readonly database: Database;
  private readonly codebasePath: string;
  private readonly searchData: SearchData;
  private readonly atHand: AtHand | null;
  private readonly frozenBy: unknown;

  constructor({ path, address, database, codebasePath, searchData, atHand, frozenBy }: OpenIndex) {
    this.database = database;
    this.codebasePath = codebasePath;
    this.searchData = searchData;
    this.atHand = atHand;
    this.frozenBy = frozenBy;
    this.reader = new SnapshotReader(address);
    this.space = new DiskSpace(database, path, this.reader);
    this.base = new BaseTables(database);
    this.transactions = new Transactions(database, frozenBy);
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
      if (this.lastHead?.version !== version)
        this.lastHead = { version, head: this.base.head(this.codebasePath) };
      return this.lastHead.head;
    });
  }

  saveSettings(settings: CodebaseSettings): Promise<void> {
    return this.transactions.write(() => this.base.setMeta("settings", JSON.stringify(settings)));
  }

  beginRun(run: RunRecord, continued?: string): Promise<void> {
    return this.transactions.write(() => {
      this.base.requireSound();
      const kept = continued === undefined ? null : this.base.keptGeneration(continued);
      const complete = this.database
        .prepare("SELECT run_id FROM marker WHERE kind = ?")
        .get(MARKER_KIND)?.[0];
      for (const [id, generation] of this.database.prepare("SELECT id, generation FROM run").all()) {
        if (id === complete) continue;
        if (Number(generation) !== kept) dropGeneration(this.database, Number(generation));
        this.database.prepare("DELETE FROM run NOT INDEXED WHERE id = ?").run(String(id));
      }
      const generation = kept ?? Number(this.base.meta("generation") ?? 0) + 1;
      if (kept === null) {
        this.base.setMeta("generation", String(generation));
        createGeneration(this.database, generation, this.searchData);
      }
      this.database
        .prepare(`INSERT INTO run(${RUN_COLUMNS}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`)
        .run(...runValues(run, generation));
    });
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
      if (isEmptyBatch(batch) || !this.base.isComplete(runId)) return outcome;
      if (batch.files.length + batch.removed.length + batch.skipped.length > 0) this.base.bumpSequence();
      // Until the sync ends, no hash covers the index as a whole.
      this.database.prepare("DELETE FROM meta WHERE key = 'merkle_root'").run();
      this.base.learnDimension(runId, batch.dimension ?? null);
      return outcome;
    });
  }

  async completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void> {
    const superseded = this.database
      .prepare("SELECT generation FROM run NOT INDEXED WHERE id != ?")
      .all(marker.runId)
      .map(([generation]) => Number(generation));
    // The one commit that must survive a power failure: before it the old run answers, after it the new one.
    this.database.exec("PRAGMA synchronous=FULL");
    try {
      await this.transactions.write(() => {
        this.base.requireProof(marker);
        this.database.prepare("DELETE FROM marker").run();
        this.database
          .prepare("INSERT INTO marker(kind, run_id, document) VALUES(?,?,?)")
          .run(marker.kind, marker.runId, JSON.stringify(marker));
        this.database
          .prepare(
            "UPDATE run NOT INDEXED SET state = 'complete', phase = 'publishing', finished_at = ?, " +
              "updated_at = ? WHERE id = ?",
          )
          .run(marker.completedAt, marker.completedAt, marker.runId);
        this.database.prepare("DELETE FROM run NOT INDEXED WHERE id != ?").run(marker.runId);
        for (const generation of superseded) dropGeneration(this.database, generation);
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
      const generation = this.database
        .prepare("SELECT generation FROM run NOT INDEXED WHERE id = ? AND state = 'active'")
        .get(runId)?.[0];
      if (generation === undefined) return;
      const isKept = failure.code === "CANCELLED" && this.keepsCancelledRuns && !this.base.hasCompleteRun();
      if (!isKept) dropGeneration(this.database, Number(generation));
      this.database
        .prepare(
          "UPDATE run NOT INDEXED SET state = 'failed', failure = ?, finished_at = ?, updated_at = ? " +
            "WHERE id = ?",
        )
        .run(JSON.stringify(failure), at, at, runId);
    });
  }

  async endSync(end: SyncEnd): Promise<void> {
    await this.transactions.write(() => this.base.saveEnd(end));
    await this.space.giveBackSome();
  }

  async writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void> {
    const generation = this.base.generationOf(runId);
    const changed = changedInDegrees(this.database, generation, degrees);
    if (changed.length === 0) return;
    await this.transactions.write(() => {
      saveInDegrees(this.database, generation, changed);
      if (this.base.isComplete(runId)) this.base.bumpSequence();
    });
  }

  async importWords(runId: string): Promise<ReadonlyMap<string, string>> {
    return readImportWords(this.database, this.base.generationOf(runId));
  }

  async historyHead(runId: string): Promise<string | null> {
    return readStoredHistory(this.database, this.base.generationOf(runId))?.head ?? null;
  }

  writeHistory(runId: string, { head, commits }: History): Promise<void> {
    const generation = this.base.generationOf(runId);
    return this.transactions.write(() => {
      writeStoredHistory(this.database, generation, head, encodeCommits(commits));
      if (this.base.isComplete(runId)) this.base.bumpSequence();
    });
  }

  async manifest(runId: string): Promise<readonly FolderManifest[]> {
    return readManifest(this.database, this.base.generationOf(runId));
  }

  statistics(runId: string): Promise<StoreStatistics> {
    return this.transactions.read(() => readStatistics(this.database, this.base.generationOf(runId)));
  }

  sizeBytes(): Promise<number> {
    return Promise.resolve(this.space.sizeBytes());
  }

  snapshot(): Promise<SqliteSnapshot | null> {
    this.atHand?.use(this);
    return this.reader.open();
  }

  rest(): void {
    this.reader.rest();
    this.space.giveMemoryBack();
  }

  alreadyStored(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  release(): Promise<void> {
    return Promise.resolve();
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
      change(new VersionTables(this.database, this.base.generationOf(runId))),
    );
  }

  /** Marks the complete run as failed, because its marker proved nothing. */
  disown(runId: string, failure: RunFailure, at: string): Promise<void> {
    return this.transactions.write(() => {
      this.database.prepare("DELETE FROM marker NOT INDEXED WHERE run_id = ?").run(runId);
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

  private writerOf(runId: string): FileWriter {
    // Asked each time: a run that was given up may go on and write later, when its content is another run's.
    const generation = this.base.generationOf(runId);
    if (this.writer?.runId !== runId)
      this.writer = { runId, files: new FileWriter(this.database, generation) };
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
