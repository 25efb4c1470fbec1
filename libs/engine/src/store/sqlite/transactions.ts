/** The transactions of one connection to an index file. */
import type { Database } from "../../sqlite/driver.ts";

/** No work waits for anything inside of one, so that none is open on the connection when another one begins. */
export class Transactions {
  /** @param frozenBy why nothing can be written; null when it can */
  constructor(private readonly database: Database, private readonly frozenBy: unknown) {}

  /** Everything that is read comes from one state, whatever another process commits meanwhile. */
  read<Result>(work: () => Result): Promise<Result> {
    try {
      this.database.exec("BEGIN");
      try {
        return Promise.resolve(work());
      } finally {
        this.rollback();
      }
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** All that is written, or nothing. */
  write<Result>(work: () => Result): Promise<Result> {
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
