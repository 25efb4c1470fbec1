/**
 * A lock over processes for the writers of one database, held only as long as a write takes. It is the
 * operating system's lock on a file of its own, taken through SQLite: it ends with its process, so that none
 * is ever left behind.
 *
 * SQLite 3.7.0 to 3.51.2 can damage a database in write-ahead mode when one connection writes while another
 * one runs a checkpoint. Checkpoints run at the end of a commit, in the connection that commits, so that a
 * lock held from before a transaction until after it keeps the two apart.
 *
 * @see https://sqlite.org/wal.html#walresetbug
 */
import { type Database, openDatabase, rollback } from "./driver.ts";

export class FileLock implements Disposable {
  private readonly database: Database;

  /** Creates the file. Throws `STORE_UNAVAILABLE`. @param waitMs how long to wait for another holder */
  constructor(path: string, waitMs: number) {
    this.database = openDatabase(path, waitMs);
    try {
      // With its journal in memory, taking the lock writes nothing.
      this.database.exec("PRAGMA journal_mode=MEMORY");
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /**
   * Does something while no other process and no other connection of this one holds the lock. Not reentrant.
   * Throws `STORE_UNAVAILABLE` where that takes too long.
   */
  hold<Result>(work: () => Result): Result {
    this.database.exec("BEGIN EXCLUSIVE");
    try {
      return work();
    } finally {
      rollback(this.database);
    }
  }

  [Symbol.dispose](): void {
    this.database.close();
  }
}
