/** The transactions of one connection to an index file. */
import { requireBaseCheck, writeBaseCheck } from "./checks/base-check.ts";
import { type Database, rollback, transact } from "../../sqlite/driver.ts";

export class Transactions {
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
