/**
 * The tables that every version of an index file has: its runs, the marker of the complete one, and named
 * values. Run methods that have to agree with each other in one transaction.
 */
import {
  type CodebaseSettings,
  type CompletionMarker,
  MARKER_KIND,
  NO_SETTINGS,
  provesRun,
} from "../../model/run.ts";
import type { Database } from "../../sqlite/driver.ts";
import { isRefusedRead, refusedRead } from "../../sqlite/store-errors.ts";
import { type StoreHead, type SyncEnd, runGone } from "../store.ts";
import { requireBaseCheck } from "./checks/base-check.ts";
import { damaged, decoded } from "./corruption-error.ts";
import { RUN_COLUMNS, parsed, runFromRow } from "./rows.ts";

/**
 * Runs and markers are few. They are found without the indexes of their tables, because those have no check.
 */
export class BaseTables {
  constructor(private readonly database: Database) {}

  /** Throws `STORE_CORRUPT`. */
  head(codebasePath: string): StoreHead {
    requireBaseCheck(this.database);
    const runs = this.database
      .prepare(`SELECT ${RUN_COLUMNS} FROM run`)
      .all()
      .map(runFromRow)
      .sort((left, right) => right.generation - left.generation);
    const document = this.database
      .prepare("SELECT document FROM marker WHERE kind = ?")
      .get(MARKER_KIND)?.[0];
    const marker =
      document === undefined ? null : parsed<CompletionMarker>("marker, document", String(document));
    const run =
      marker &&
      decoded("marker, document", () =>
        runs.find((candidate) => candidate.state === "complete" && provesRun(marker, candidate)),
      );
    return {
      codebasePath,
      settings: parsed<CodebaseSettings>(
        "meta, settings",
        this.meta("settings") ?? JSON.stringify(NO_SETTINGS),
      ),
      complete: run && marker ? { run, marker } : null,
      // A complete run without its marker is neither complete nor failed; nothing is known about it.
      latest: runs.find(({ id, state }) => id !== run?.id && state !== "complete") ?? null,
      sequence: Number(this.meta("sequence") ?? 0),
      syncedAt: this.meta("synced_at"),
      merkleRoot: this.meta("merkle_root"),
      ignoreSignature: this.meta("ignore_signature"),
    };
  }

  /**
   * Throws `STORE_CORRUPT` if SQLite finds a fault in these tables, even if they are readable, because a new
   * run would build on them.
   */
  requireSound(): void {
    for (const table of ["meta", "run", "marker"]) {
      const said = String(this.database.prepare(`PRAGMA quick_check(${table})`).get()?.[0]);
      if (isRefusedRead(said)) throw refusedRead(new Error(said));
      if (said !== "ok") throw damaged(`quick_check of ${table} says ${said}`);
    }
  }

  /** Throws `STORE_UNAVAILABLE` for a run that no longer exists, or has failed. */
  generationOf(runId: string): number {
    const generation = this.database
      .prepare("SELECT generation FROM run NOT INDEXED WHERE id = ? AND state != 'failed'")
      .get(runId)?.[0];
    if (generation === undefined) throw runGone(runId);
    return Number(generation);
  }

  /** Generation of a failed run whose content was kept; null if there is none. */
  keptGeneration(runId: string): number | null {
    const generation = this.database
      .prepare("SELECT generation FROM run NOT INDEXED WHERE id = ? AND state = 'failed'")
      .get(runId)?.[0];
    const isKept =
      generation !== undefined &&
      this.database
        .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
        .get(`file_${Number(generation)}`) !== undefined;
    return isKept ? Number(generation) : null;
  }

  hasCompleteRun(): boolean {
    return this.database.prepare("SELECT 1 FROM marker WHERE kind = ?").get(MARKER_KIND) !== undefined;
  }

  isComplete(runId: string): boolean {
    return (
      this.database.prepare("SELECT 1 FROM marker NOT INDEXED WHERE run_id = ?").get(runId) !== undefined
    );
  }

  /** Throws `STORE_UNAVAILABLE` if the marker does not prove an active run. */
  requireProof(marker: CompletionMarker): void {
    const row = this.database
      .prepare(`SELECT ${RUN_COLUMNS} FROM run NOT INDEXED WHERE id = ? AND state = 'active'`)
      .get(marker.runId);
    if (!row || !provesRun(marker, runFromRow(row))) throw runGone(marker.runId);
  }

  /** Records a dimension that the embedder reported after the run completed. */
  learnDimension(runId: string, dimension: number | null): void {
    const document =
      dimension === null
        ? undefined
        : this.database.prepare("SELECT document FROM marker NOT INDEXED WHERE run_id = ?").get(runId)?.[0];
    if (document === undefined) return;
    const marker = parsed<CompletionMarker>("marker, document", String(document));
    if (marker.fingerprint.embeddingDimension !== null) return;
    const learned = { ...marker, fingerprint: { ...marker.fingerprint, embeddingDimension: dimension } };
    this.database
      .prepare("UPDATE marker NOT INDEXED SET document = ? WHERE run_id = ?")
      .run(JSON.stringify(learned), runId);
  }

  saveEnd({ syncedAt, merkleRoot, ignoreSignature }: SyncEnd): void {
    this.setMeta("synced_at", syncedAt);
    this.setMeta("merkle_root", merkleRoot);
    this.setMeta("ignore_signature", ignoreSignature);
  }

  bumpSequence(): void {
    this.setMeta("sequence", String(Number(this.meta("sequence") ?? 0) + 1));
  }

  /** Null if there is no value of that name. */
  meta(key: string): string | null {
    const value = this.database.prepare("SELECT value FROM meta WHERE key = ?").get(key)?.[0];
    return value === undefined ? null : String(value);
  }

  setMeta(key: string, value: string): void {
    this.database
      .prepare(
        "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
      )
      .run(key, value);
  }
}
