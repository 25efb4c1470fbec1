/**
 * A lock across processes for the writers of one database, held only during a write. It is the operating
 * system's lock on a separate file, taken through SQLite. It ends with its process, so a dead process never
 * leaves one behind.
 *
 * SQLite 3.7.0 to 3.51.2 can corrupt a database in write-ahead mode when one connection writes while another
 * runs a checkpoint. A checkpoint runs at the end of a commit, in the connection that commits. A lock held
 * from before a transaction until after it keeps the two apart.
 *
 * @see https://sqlite.org/wal.html#walresetbug
 */
import { type Database, openDatabase, rollback } from "./driver.ts";

export class FileLock implements Disposable {
  private readonly database: Database;

  /**
   * Creates the file. Throws `STORE_UNAVAILABLE`.
   *
   * @param waitMs how long to wait for another holder
   */
  constructor(path: string, waitMs: number) {
    this.database = openDatabase(path, waitMs);
    try {
      // With the journal in memory, taking the lock writes nothing.
      this.database.exec("PRAGMA journal_mode=MEMORY");
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /**
   * Runs `work` while no other process and no other connection of this process holds the lock. Not reentrant.
   * Throws `STORE_UNAVAILABLE` if the wait takes too long.
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
