/**
 * The tables of an index file that are not of one run: runs, markers of complete ones, and named values, all
 * by view. Run methods that have to agree with each other in one transaction.
 *
 * Runs and markers are few. They are found without the indexes of their tables, because those have no check.
 */
import {
  type CodebaseSettings,
  type CompletionMarker,
  MARKER_KIND,
  NO_SETTINGS,
  WORDS_MARKER_KIND,
  type WordsMarker,
  provesRun,
  provesWords,
} from "../../model/run.ts";
import { compareText } from "../../model/paths.ts";
import type { Database } from "../../sqlite/driver.ts";
import { isRefusedRead, refusedRead } from "../../sqlite/store-errors.ts";
import { type StoreHead, type SyncEnd, emptyHead, runGone } from "../store.ts";
import { OF_FILE, requireBaseCheck } from "./checks/base-check.ts";
import { damaged, decoded } from "./corruption-error.ts";
import { RUN_COLUMNS, type StoredRun, blob, parsed, runFromRow } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { textOf } from "./texts.ts";

/** Number that no view has. */
const NO_VIEW = -1;

export class BaseTables {
  /** @param root the view's name: root of its codebase */
  constructor(
    private readonly database: Database,
    private readonly root: string,
  ) {}

  /** Throws `STORE_CORRUPT`. */
  head(): StoreHead {
    requireBaseCheck(this.database);
    return this.storedHead();
  }

  /** As `head`, without verifying the tables' check. */
  storedHead(): StoreHead {
    const view = this.view();
    if (view === null) return emptyHead(this.root);
    return headOf({
      root: this.root,
      runs: this.runs(),
      marker: this.document(view, MARKER_KIND),
      wordsMarker: this.document(view, WORDS_MARKER_KIND),
      meta: (key) => this.meta(key),
    });
  }

  /** The document of a view's marker; null if it has none of that kind. */
  private document(view: number, kind: string): string | null {
    const document = this.database
      .prepare("SELECT document FROM marker NOT INDEXED WHERE view = ? AND kind = ?")
      .get(view, kind)?.[0];
    return document === undefined ? null : String(document);
  }

  /** Runs of the view, newest first. */
  runs(): StoredRun[] {
    return this.database
      .prepare(`SELECT ${RUN_COLUMNS} FROM run NOT INDEXED WHERE view = ?`)
      .all(this.view() ?? NO_VIEW)
      .map(runFromRow)
      .sort((left, right) => right.tables.run - left.tables.run);
  }

  /** Number of the view; null if nothing was stored for it yet. */
  view(): number | null {
    const row = this.database
      .prepare("SELECT view FROM meta WHERE key = 'root' AND value = ?")
      .get(this.root);
    return row ? Number(row[0]) : null;
  }

  /** Number of the view, which is added if it is missing. Numbers are never reused. */
  requireView(): number {
    const known = this.view();
    if (known !== null) return known;
    const view = this.next("views");
    this.setIn(view, "root", this.root);
    return view;
  }

  /** Removes all values of the view. Its runs have been removed. */
  removeView(): void {
    this.database.prepare("DELETE FROM meta WHERE view = ?").run(this.view() ?? NO_VIEW);
  }

  /** Roots of all views in the file, ascending. */
  rootsOfViews(): readonly string[] {
    return this.database
      .prepare("SELECT CAST(value AS BLOB) FROM meta WHERE key = 'root'")
      .all()
      .map(([root]) => textOf(blob(root), "meta, root"))
      .sort(compareText);
  }

  /** Whether the file has no other view. */
  isAlone(): boolean {
    return (
      this.database.prepare("SELECT 1 FROM meta WHERE key = 'root' AND value != ?").get(this.root) ===
      undefined
    );
  }

  /** A number for the tables of a new run or pool, higher than any before. */
  nextGeneration(): number {
    return this.next("generation");
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
  tablesOf(runId: string): RunTables {
    const row = this.database
      .prepare("SELECT generation, pool FROM run NOT INDEXED WHERE id = ? AND state != 'failed'")
      .get(runId);
    if (!row) throw runGone(runId);
    return { run: Number(row[0]), pool: Number(row[1]) };
  }

  /** Tables of a failed run whose content was kept; null if there is none. */
  keptTables(runId: string): RunTables | null {
    const run = this.runs().find(({ id, state }) => id === runId && state === "failed");
    const isKept =
      run !== undefined &&
      this.database
        .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
        .get(`member_${run.tables.run}`) !== undefined;
    return isKept ? run.tables : null;
  }

  hasCompleteRun(): boolean {
    return this.completeRunId() !== null;
  }

  /** Id of the run that the marker names; null without a marker. */
  completeRunId(): string | null {
    const row = this.database
      .prepare("SELECT run_id FROM marker NOT INDEXED WHERE view = ? AND kind = ?")
      .get(this.view() ?? NO_VIEW, MARKER_KIND);
    return row ? String(row[0]) : null;
  }

  isComplete(runId: string): boolean {
    return (
      this.database
        .prepare("SELECT 1 FROM marker NOT INDEXED WHERE run_id = ? AND kind = ?")
        .get(runId, MARKER_KIND) !== undefined
    );
  }

  /** Throws `STORE_UNAVAILABLE` if the marker does not prove an active run. */
  requireProof(marker: CompletionMarker | WordsMarker): void {
    const run = this.runs().find(({ id, state }) => id === marker.runId && state === "active");
    const isProof =
      run !== undefined && (marker.kind === MARKER_KIND ? provesRun(marker, run) : provesWords(marker, run));
    if (!isProof) throw runGone(marker.runId);
  }

  /** Replaces the view's markers. */
  setMarker(marker: CompletionMarker | WordsMarker): void {
    const view = this.requireView();
    this.database.prepare("DELETE FROM marker WHERE view = ?").run(view);
    this.database
      .prepare("INSERT INTO marker(view, kind, run_id, document) VALUES(?,?,?,?)")
      .run(view, marker.kind, marker.runId, JSON.stringify(marker));
  }

  /** Removes what proves that a run is complete, or has all words. */
  dropMarker(runId: string): void {
    this.database.prepare("DELETE FROM marker NOT INDEXED WHERE run_id = ?").run(runId);
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

  /** A value of the view; null if there is none of that name. */
  meta(key: string): string | null {
    return this.valueIn(this.view() ?? NO_VIEW, key);
  }

  setMeta(key: string, value: string): void {
    this.setIn(this.requireView(), key, value);
  }

  dropMeta(key: string): void {
    this.database.prepare("DELETE FROM meta WHERE view = ? AND key = ?").run(this.view() ?? NO_VIEW, key);
  }

  /** Counts up a number of the file. */
  private next(key: string): number {
    const number = Number(this.valueIn(OF_FILE, key) ?? 0) + 1;
    this.setIn(OF_FILE, key, String(number));
    return number;
  }

  private valueIn(view: number, key: string): string | null {
    const value = this.database
      .prepare("SELECT value FROM meta WHERE view = ? AND key = ?")
      .get(view, key)?.[0];
    return value === undefined ? null : String(value);
  }

  private setIn(view: number, key: string, value: string): void {
    this.database
      .prepare(
        "INSERT INTO meta(view, key, value) VALUES(?,?,?) ON CONFLICT(view, key) DO UPDATE SET value = " +
          "excluded.value",
      )
      .run(view, key, value);
  }
}

/** What the tables of a file have on one view. */
export interface StoredHead {
  readonly root: string;
  /** Newest first. */
  readonly runs: readonly StoredRun[];
  /** The documents of its markers; null without. */
  readonly marker: string | null;
  readonly wordsMarker: string | null;
  readonly meta: (key: string) => string | null;
}

/** Throws `STORE_CORRUPT` if a document cannot be parsed. */
export function headOf({ root, runs, marker: document, wordsMarker, meta }: StoredHead): StoreHead {
  const marker = document === null ? null : parsed<CompletionMarker>("marker, document", document);
  const run =
    marker &&
    decoded("marker, document", () =>
      runs.find((candidate) => candidate.state === "complete" && provesRun(marker, candidate)),
    );
  // A complete run without its marker is neither complete nor failed; nothing is known about it.
  const latest = runs.find(({ id, state }) => id !== run?.id && state !== "complete") ?? null;
  const words = wordsMarker === null ? null : parsed<WordsMarker>("marker, document", wordsMarker);
  const hasWords =
    words !== null && latest !== null && decoded("marker, document", () => provesWords(words, latest));
  return {
    codebasePath: root,
    settings: parsed<CodebaseSettings>("meta, settings", meta("settings") ?? JSON.stringify(NO_SETTINGS)),
    complete: run && marker ? { run, marker } : null,
    latest,
    words: hasWords ? { run: latest, marker: words } : null,
    sequence: Number(meta("sequence") ?? 0),
    syncedAt: meta("synced_at"),
    merkleRoot: meta("merkle_root"),
    ignoreSignature: meta("ignore_signature"),
  };
}
