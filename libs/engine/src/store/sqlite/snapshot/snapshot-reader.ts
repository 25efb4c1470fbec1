/**
 * Reading the complete run. What a search needs of all files is kept in memory and refreshed by what changed;
 * each open snapshot holds a read transaction, so that everything that it returns comes from one state.
 */
import { type CompletionMarker, MARKER_KIND } from "../../../model/run.ts";
import { type Database, WAIT_FOR_OTHERS, openDatabase, rollback } from "../../../sqlite/driver.ts";
import { requireBaseCheck } from "../checks/base-check.ts";
import { parsed } from "../rows.ts";
import { SqliteSnapshot } from "./snapshot.ts";
import { loadTables, type SnapshotTables } from "./snapshot-tables.ts";

/** Connections that are kept for the next searches: as many as are usual at a time. */
const MAX_IDLE = 4;

export class SnapshotReader {
  private readonly idle: Database[] = [];
  private tables: SnapshotTables | null = null;
  private isClosed = false;
  private openCount = 0;
  /** While new readers wait. */
  private pause: Promise<void> | null = null;
  /** Told when the last one is done. */
  private onNone: (() => void) | null = null;

  constructor(private readonly path: string) {}

  async open(): Promise<SqliteSnapshot | null> {
    if (this.pause) await this.pause;
    return this.openNow();
  }

  /**
   * Does something while no snapshot of this process is open: waits for those that are, but no longer than so
   * many milliseconds.
   */
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

  private openNow(): SqliteSnapshot | null {
    const database = this.idle.pop() ?? openReader(this.path);
    try {
      database.exec("BEGIN");
      const tables = this.current(database);
      if (tables) {
        this.openCount++;
        return new SqliteSnapshot(database, tables, () => this.end(database));
      }
    } catch (error) {
      // Nobody knows what state it is in.
      database.close();
      throw error;
    }
    this.release(database);
    return null;
  }

  close(): void {
    this.isClosed = true;
    this.rest();
  }

  /** Lets go of all that is kept for the next reader. Snapshots that are open have what they need. */
  rest(): void {
    for (const database of this.idle.splice(0)) database.close();
    this.tables = null;
  }

  private current(database: Database): SnapshotTables | null {
    const row = database
      .prepare(
        "SELECT m.document, r.generation, (SELECT value FROM meta WHERE key = 'sequence') FROM marker " +
          "AS m NOT INDEXED JOIN run AS r NOT INDEXED ON r.id = m.run_id AND r.state = 'complete' WHERE " +
          "m.kind = ?",
      )
      .get(MARKER_KIND);
    if (!row) {
      requireBaseCheck(database);
      return null;
    }
    const marker = parsed<CompletionMarker>("marker, document", String(row[0]));
    const sequence = Number(row[2]);
    if (this.tables?.marker.runId === marker.runId && this.tables.sequence === sequence) return this.tables;
    requireBaseCheck(database);
    this.tables = loadTables(database, { marker, sequence, generation: Number(row[1]) }, this.tables);
    return this.tables;
  }

  private end(database: Database): void {
    this.release(database);
    if (--this.openCount === 0) this.onNone?.();
  }

  /** Never throws: what the reader met with would be hidden behind it. */
  private release(database: Database): void {
    if (rollback(database) && !this.isClosed && this.idle.length < MAX_IDLE) this.idle.push(database);
    else database.close();
  }
}

function openReader(path: string): Database {
  const database = openDatabase(path);
  try {
    database.exec(
      `${WAIT_FOR_OTHERS} PRAGMA query_only=1; PRAGMA cache_size=-16000; PRAGMA mmap_size=1073741824;`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
