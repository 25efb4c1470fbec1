/**
 * Opens snapshots of the complete run, or of a first run that has everything but vectors. Data that a search
 * needs about all files stays in memory and is updated by what changed. Each open snapshot holds a read
 * transaction, so that everything it returns comes from one state.
 */
import { type CompletionMarker, MARKER_KIND, type WordsMarker } from "../../../model/run.ts";
import { fileIdentity } from "../../../stats-of.ts";
import {
  MAPPED_BYTES,
  type Database,
  WAIT_FOR_OTHERS,
  openDatabase,
  rollback,
} from "../../../sqlite/driver.ts";
import { OF_FILE, VERSIONS_KEY, requireBaseCheck } from "../checks/base-check.ts";
import { parsed } from "../rows.ts";
import type { FileMemory } from "./file-memory.ts";
import { SqliteSnapshot } from "./snapshot.ts";
import { loadTables, type SnapshotTables, withOtherVersions } from "./snapshot-tables.ts";

type MarkerKind = (CompletionMarker | WordsMarker)["kind"];

export class SnapshotReader {
  private tables: SnapshotTables | null = null;
  private isClosed = false;
  private openCount = 0;
  /** Pending while new readers have to wait. */
  private pause: Promise<void> | null = null;
  /** Called when the last snapshot is closed. */
  private onNone: (() => void) | null = null;

  /**
   * @param root name of the view
   * @param memory what the views of the file share
   */
  constructor(
    private readonly path: string,
    private readonly root: string,
    private readonly memory: FileMemory,
  ) {
    memory.open();
  }

  /**
   * Null if there is no run with a marker of that kind, or if another file has the path now.
   *
   * @param kind default: that of complete runs
   */
  async open(kind: MarkerKind = MARKER_KIND): Promise<SqliteSnapshot | null> {
    if (this.pause) await this.pause;
    return this.openNow(kind);
  }

  /** Runs `work` while no snapshot of this process is open; waits for open ones, but at most `maxWaitMs`. */
  async between(maxWaitMs: number, work: () => void): Promise<void> {
    let resume = (): void => undefined;
    this.pause = new Promise((resolve) => (resume = resolve));
    try {
      if (this.openCount > 0) await this.none(maxWaitMs);
      work();
    } finally {
      this.pause = null;
      resume();
    }
  }

  private async none(maxWaitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxWaitMs);
      this.onNone = (): void => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.onNone = null;
  }

  private openNow(kind: MarkerKind): SqliteSnapshot | null {
    const database = this.memory.takeConnection() ?? this.newConnection();
    if (!database) return null;
    try {
      database.exec("BEGIN");
      const tables = this.current(database, kind);
      if (tables) {
        this.openCount++;
        return new SqliteSnapshot(database, tables, () => this.end(database));
      }
    } catch (error) {
      // The state of the connection is unknown.
      database.close();
      throw error;
    }
    this.release(database);
    return null;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.tables = null;
    this.memory.close(this);
  }

  /** Drops everything cached for later readers of this view. Open snapshots keep what they need. */
  rest(): void {
    this.tables = null;
    this.memory.leave(this);
  }

  /** Null if another file has the path now: what the views share is of the old one. */
  private newConnection(): Database | null {
    const database = openReader(this.path);
    const { identity } = this.memory;
    if (identity === null || fileIdentity(this.path) === identity) return database;
    database.close();
    return null;
  }

  private current(database: Database, kind: MarkerKind): SnapshotTables | null {
    const row = database
      .prepare(
        "SELECT m.document, r.generation, r.pool, (SELECT value FROM meta WHERE view = m.view AND key = " +
          `'sequence'), (SELECT value FROM meta WHERE view = ${OF_FILE} AND key = '${VERSIONS_KEY}') ` +
          "FROM meta AS v JOIN marker AS m NOT INDEXED ON m.view = v.view JOIN run AS r NOT " +
          "INDEXED ON r.id = m.run_id AND r.state = ? WHERE v.key = 'root' AND v.value = ? AND m.kind = ?",
      )
      .get(kind === MARKER_KIND ? "complete" : "active", this.root, kind);
    if (!row) {
      requireBaseCheck(database);
      return null;
    }
    const marker = parsed<CompletionMarker | WordsMarker>("marker, document", String(row[0]));
    const sequence = Number(row[3]);
    const tables = { run: Number(row[1]), pool: Number(row[2]) };
    const versions = Number(row[4] ?? 0);
    const isSame = this.tables?.marker.runId === marker.runId && this.tables.sequence === sequence;
    if (isSame && this.tables?.versions === versions) return this.tables;
    requireBaseCheck(database);
    this.tables =
      isSame && this.tables
        ? withOtherVersions(this.tables, versions)
        : loadTables(database, { marker, sequence, versions, ...tables }, this.tables, {
            file: this.memory,
            user: this,
          });
    return this.tables;
  }

  private end(database: Database): void {
    this.release(database);
    if (--this.openCount === 0) this.onNone?.();
  }

  /** Never throws, because that would hide the reader's own error. */
  private release(database: Database): void {
    if (rollback(database) && !this.isClosed) this.memory.giveConnection(database);
    else database.close();
  }
}

function openReader(path: string): Database {
  const database = openDatabase(path);
  try {
    database.exec(
      `${WAIT_FOR_OTHERS} PRAGMA query_only=1; PRAGMA cache_size=-16000; PRAGMA mmap_size=${MAPPED_BYTES}`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
