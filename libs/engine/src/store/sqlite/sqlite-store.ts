/**
 * The local store: one SQLite file holds the whole truth about a codebase's index. Write-ahead logging lets any number of
 * processes read while one writes.
 */
import { statSync } from "node:fs";
import { SKIP_CAUSES, type RunPhase, type SkipCause } from "@satori/contracts";
import { EngineError } from "../../errors.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import { compareText } from "../../model/paths.ts";
import { type CodebaseSettings, type CompletionMarker, MARKER_KIND, NO_SETTINGS, type RunCounts, type RunFailure, type RunRecord, provesRun } from "../../model/run.ts";
import { type Store, type StoreHead, type StoreStatistics, type SyncEnd, type WriteBatch, type WriteOutcome, isEmptyBatch } from "../store.ts";
import { type Database, type SqlValue, WAIT_FOR_OTHERS } from "../../sqlite/driver.ts";
import { decoded } from "./damaged.ts";
import { FileWriter } from "./file-writer.ts";
import { RUN_COLUMNS, folderFromRow, parsed, runFromRow, runValues } from "./rows.ts";
import { PARSING, type SearchData, createGeneration, dropGeneration } from "./schema.ts";
import type { SqliteSnapshot } from "./snapshot/snapshot.ts";
import { SnapshotReader } from "./snapshot/snapshot-reader.ts";
import { requireTexts } from "./texts.ts";
import { VersionTables } from "./version-tables.ts";

/** An index file that was opened. */
export interface OpenIndex {
  readonly path: string;
  /** What readers open; that of a frozen index is not its path. */
  readonly address: string;
  readonly database: Database;
  readonly codebasePath: string;
  /** Of runs that begin from now on. */
  readonly searchData: SearchData;
  /** Why nothing can be written; null when it can. */
  readonly frozenBy: unknown;
}

export class SqliteStore implements Store {
  private readonly reader: SnapshotReader;
  private writer: { readonly runId: string; readonly files: FileWriter } | undefined;

  private readonly path: string;
  private readonly database: Database;
  private readonly codebasePath: string;
  private readonly searchData: SearchData;
  private readonly frozenBy: unknown;

  constructor({ path, address, database, codebasePath, searchData, frozenBy }: OpenIndex) {
    this.path = path;
    this.database = database;
    this.codebasePath = codebasePath;
    this.searchData = searchData;
    this.frozenBy = frozenBy;
    this.reader = new SnapshotReader(address);
  }

  get isFrozen(): boolean {
    return this.frozenBy !== null;
  }

  head(): Promise<StoreHead> {
    return this.readAtOnce(() => {
      const runs = this.database.prepare(`SELECT ${RUN_COLUMNS} FROM run`).all().map(runFromRow).sort((left, right) => right.generation - left.generation);
      const document = this.database.prepare("SELECT document FROM marker WHERE kind = ?").get(MARKER_KIND)?.[0];
      const marker = document === undefined ? null : parsed<CompletionMarker>(String(document));
      const run = marker && decoded(() => runs.find((candidate) => candidate.state === "complete" && provesRun(marker, candidate)));
      return {
        codebasePath: this.codebasePath,
        settings: parsed<CodebaseSettings>(this.meta("settings") ?? JSON.stringify(NO_SETTINGS)),
        complete: run && marker ? { run, marker } : null,
        // A complete run without its marker is none, nor has it failed: nothing is known of it.
        latest: runs.find(({ id, state }) => id !== run?.id && state !== "complete") ?? null,
        sequence: Number(this.meta("sequence") ?? 0),
        syncedAt: this.meta("synced_at"),
        merkleRoot: this.meta("merkle_root"),
        ignoreSignature: this.meta("ignore_signature"),
      };
    });
  }

  saveSettings(settings: CodebaseSettings): Promise<void> {
    return this.transact(() => this.setMeta("settings", JSON.stringify(settings)));
  }

  beginRun(run: RunRecord): Promise<void> {
    return this.transact(() => {
      const complete = this.database.prepare("SELECT run_id FROM marker WHERE kind = ?").get(MARKER_KIND)?.[0];
      for (const [id, generation] of this.database.prepare("SELECT id, generation FROM run").all()) {
        if (id === complete) continue;
        dropGeneration(this.database, Number(generation));
        this.database.prepare("DELETE FROM run WHERE id = ?").run(String(id));
      }
      const generation = Number(this.meta("generation") ?? 0) + 1;
      this.setMeta("generation", String(generation));
      createGeneration(this.database, generation, this.searchData);
      this.database.prepare(`INSERT INTO run(${RUN_COLUMNS}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`).run(...runValues(run, generation));
    });
  }

  reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void> {
    const { filesDone, filesTotal, chunks } = counts;
    return this.transact(() =>
      this.database.prepare("UPDATE run SET phase = ?, files_done = ?, files_total = ?, chunks = ?, updated_at = ? WHERE id = ?").run(phase, filesDone, filesTotal, chunks, at, runId),
    );
  }

  write(runId: string, batch: WriteBatch): Promise<WriteOutcome> {
    const files = this.writerOf(runId);
    return this.transact(() => {
      const outcome = files.write(batch);
      if (isEmptyBatch(batch) || !this.isComplete(runId)) return outcome;
      if (batch.files.length + batch.removed.length + batch.skipped.length > 0) this.bumpSequence();
      // Until the sync comes to its end nothing vouches for the index as a whole.
      this.database.prepare("DELETE FROM meta WHERE key = 'merkle_root'").run();
      this.learnDimension(runId, batch.dimension ?? null);
      return outcome;
    });
  }

  completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void> {
    const superseded = this.database.prepare("SELECT generation FROM run WHERE id != ?").all(marker.runId).map(([generation]) => Number(generation));
    // The one commit that must survive a power failure: before it the old run answers, after it the new one.
    this.database.exec("PRAGMA synchronous=FULL");
    return this.transact(() => {
      this.requireProof(marker);
      this.database.prepare("DELETE FROM marker").run();
      this.database.prepare("INSERT INTO marker(kind, run_id, document) VALUES(?,?,?)").run(marker.kind, marker.runId, JSON.stringify(marker));
      this.database.prepare("UPDATE run SET state = 'complete', phase = 'publishing', finished_at = ?, updated_at = ? WHERE id = ?").run(marker.completedAt, marker.completedAt, marker.runId);
      this.database.prepare("DELETE FROM run WHERE id != ?").run(marker.runId);
      for (const generation of superseded) dropGeneration(this.database, generation);
      this.saveEnd(end);
      if (settings) this.setMeta("settings", JSON.stringify(settings));
      this.bumpSequence();
    }).then(() => this.giveSpaceBack());
  }

  failRun(runId: string, failure: RunFailure, at: string): Promise<void> {
    return this.transact(() => {
      // What is complete stays so, whatever went wrong afterwards.
      const generation = this.database.prepare("SELECT generation FROM run WHERE id = ? AND state = 'active'").get(runId)?.[0];
      if (generation === undefined) return;
      dropGeneration(this.database, Number(generation));
      this.database.prepare("UPDATE run SET state = 'failed', failure = ?, finished_at = ?, updated_at = ? WHERE id = ?").run(JSON.stringify(failure), at, at, runId);
    });
  }

  endSync(end: SyncEnd): Promise<void> {
    return this.transact(() => this.saveEnd(end));
  }

  writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void> {
    const table = `file_${this.generationOf(runId)}`;
    requireTexts(this.database, "path, in_degree", table);
    const current = this.database.prepare(`SELECT path, in_degree FROM ${table}`).all();
    const changed = current.filter(([path, degree]) => (degrees.get(String(path)) ?? 0) !== Number(degree));
    if (changed.length === 0) return Promise.resolve();
    return this.transact(() => {
      const update = this.database.prepare(`UPDATE ${table} SET in_degree = ? WHERE path = ?`);
      for (const [path] of changed) update.run(degrees.get(String(path)) ?? 0, String(path));
      if (this.isComplete(runId)) this.bumpSequence();
    });
  }

  importWords(runId: string): Promise<ReadonlyMap<string, string>> {
    const table = `file_${this.generationOf(runId)}`;
    requireTexts(this.database, "path, imports", table);
    const rows = this.database.prepare(`SELECT path, imports FROM ${table}`).all();
    return Promise.resolve(new Map(rows.sort(byPath).map(([path, imports]) => [String(path), String(imports)])));
  }

  manifest(runId: string): Promise<readonly FolderManifest[]> {
    const table = `folder_${this.generationOf(runId)}`;
    requireTexts(this.database, "path, names", table);
    const rows = this.database.prepare(`SELECT path, names, CAST(kinds AS BLOB), CAST(stats AS BLOB), CAST(hashes AS BLOB) FROM ${table}`).all();
    return Promise.resolve(rows.sort(byPath).map(folderFromRow));
  }

  statistics(runId: string): Promise<StoreStatistics> {
    return this.readAtOnce(() => {
      const n = this.generationOf(runId);
      requireTexts(this.database, "language", `file_${n}`);
      requireTexts(this.database, "path, cause", `skipped_${n}`);
      const [files, chunks, symbols, degraded] = this.database.prepare(`SELECT count(*), coalesce(sum(chunk_count), 0), coalesce(sum(symbols), 0), coalesce(sum(degraded = ${PARSING.plainText}), 0) FROM file_${n}`).get() ?? [];
      const languages = this.database.prepare(`SELECT language, count(*) FROM file_${n} GROUP BY language`).all().map(([language, count]) => ({ language: String(language), files: Number(count) }));
      const skipped = this.database.prepare(`SELECT path, cause FROM skipped_${n}`).all().sort(byPath);
      return {
        files: Number(files), chunks: Number(chunks), symbols: Number(symbols), degradedFiles: Number(degraded),
        languages: languages.sort((left, right) => right.files - left.files || compareText(left.language, right.language)),
        skipped: skipped.map(([path, cause]) => ({ path: String(path), cause: toCause(cause) })),
      };
    });
  }

  sizeBytes(): Promise<number> {
    const sizes = [this.path, `${this.path}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    return Promise.resolve(sizes.reduce((sum, size) => sum + size, 0));
  }

  snapshot(): Promise<SqliteSnapshot | null> {
    return Promise.resolve(this.reader.open());
  }

  heldVersions(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  /** What a store of which this is the local part has to remember; null where nothing was noted under the name. */
  noted(name: string): string | null {
    return this.meta(`note:${name}`);
  }

  note(name: string, value: string): Promise<void> {
    return this.transact(() => this.setMeta(`note:${name}`, value));
  }

  /** Tells of the versions of a run's files; for runs whose words and vectors are kept elsewhere. */
  changeVersions<Result>(runId: string, change: (versions: VersionTables) => Result): Promise<Result> {
    return this.transact(() => change(new VersionTables(this.database, this.generationOf(runId))));
  }

  /** The marker of the complete run was none: it counts as failed from now on. */
  disown(runId: string, failure: RunFailure, at: string): Promise<void> {
    return this.transact(() => {
      this.database.prepare("DELETE FROM marker WHERE run_id = ?").run(runId);
      this.database.prepare("UPDATE run SET state = 'failed', failure = ?, finished_at = ?, updated_at = ? WHERE id = ?").run(JSON.stringify(failure), at, at, runId);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.reader.close();
    this.database.close();
    return Promise.resolve();
  }

  /** Never throws: the run is complete, and the next ones make good what cannot be written back now. */
  private giveSpaceBack(): void {
    try {
      // A reader of this process would be waited for in vain.
      this.database.exec("PRAGMA synchronous=NORMAL; PRAGMA incremental_vacuum; PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Somebody else is writing, or the disk is full.
    } finally {
      this.database.exec(WAIT_FOR_OTHERS);
    }
  }

  private writerOf(runId: string): FileWriter {
    if (this.writer?.runId !== runId) this.writer = { runId, files: new FileWriter(this.database, this.generationOf(runId)) };
    return this.writer.files;
  }

  private generationOf(runId: string): number {
    const generation = this.database.prepare("SELECT generation FROM run WHERE id = ?").get(runId)?.[0];
    if (generation === undefined) throw gone(runId);
    return Number(generation);
  }

  private learnDimension(runId: string, dimension: number | null): void {
    const document = dimension === null ? undefined : this.database.prepare("SELECT document FROM marker WHERE run_id = ?").get(runId)?.[0];
    if (document === undefined) return;
    const marker = parsed<CompletionMarker>(String(document));
    if (marker.fingerprint.embeddingDimension !== null) return;
    const learned = { ...marker, fingerprint: { ...marker.fingerprint, embeddingDimension: dimension } };
    this.database.prepare("UPDATE marker SET document = ? WHERE run_id = ?").run(JSON.stringify(learned), runId);
  }

  private requireProof(marker: CompletionMarker): void {
    const row = this.database.prepare(`SELECT ${RUN_COLUMNS} FROM run WHERE id = ? AND state = 'active'`).get(marker.runId);
    if (!row || !provesRun(marker, runFromRow(row))) throw gone(marker.runId);
  }

  private isComplete(runId: string): boolean {
    return this.database.prepare("SELECT 1 FROM marker WHERE run_id = ?").get(runId) !== undefined;
  }

  private saveEnd({ syncedAt, merkleRoot, ignoreSignature }: SyncEnd): void {
    this.setMeta("synced_at", syncedAt);
    this.setMeta("merkle_root", merkleRoot);
    this.setMeta("ignore_signature", ignoreSignature);
  }

  private bumpSequence(): void {
    this.setMeta("sequence", String(Number(this.meta("sequence") ?? 0) + 1));
  }

  private meta(key: string): string | null {
    const value = this.database.prepare("SELECT value FROM meta WHERE key = ?").get(key)?.[0];
    return value === undefined ? null : String(value);
  }

  private setMeta(key: string, value: string): void {
    this.database.prepare("INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value").run(key, value);
  }

  /**
   * Everything that is read comes from one state, whatever another process commits meanwhile. No method waits for anything
   * inside a transaction, so that none is open on this connection when another one begins.
   */
  private readAtOnce<Result>(read: () => Result): Promise<Result> {
    try {
      this.database.exec("BEGIN");
      try {
        return Promise.resolve(read());
      } finally {
        this.rollback();
      }
    } catch (error) {
      return Promise.reject(error);
    }
  }

  private transact<Result>(work: () => Result): Promise<Result> {
    if (this.frozenBy !== null) return Promise.reject(this.frozenBy);
    try {
      this.database.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        this.database.exec("COMMIT");
        return Promise.resolve(result);
      } catch (error) {
        this.rollback();
        throw error;
      }
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** After a full disk SQLite has rolled back by itself already. */
  private rollback(): void {
    try {
      this.database.exec("ROLLBACK");
    } catch {
      // The first error is the one that counts.
    }
  }
}

/** Of rows that begin with a path. In SQL the order would be another one above U+FFFF. */
function byPath([left]: readonly SqlValue[], [right]: readonly SqlValue[]): number {
  return compareText(String(left), String(right));
}

function gone(runId: string): EngineError {
  return new EngineError("STORE_UNAVAILABLE", `The run ${runId} is gone: another process replaced it`);
}

function toCause(value: unknown): SkipCause {
  return SKIP_CAUSES.find((cause) => cause === value) ?? "special";
}
