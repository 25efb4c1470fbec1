/** The transactions of one connection to an index file. */
import { requireBaseCheck, writeBaseCheck } from "./checks/base-check.ts";
import { type Database, rollback, transact } from "../../sqlite/driver.ts";

export class Transactions {
  private commits = 0;

  /** @param frozenBy why nothing can be written; null when it can */
  constructor(
    private readonly database: Database,
    private readonly frozenBy: unknown,
  ) {}

  /** Everything that is read comes from one state, whatever another process commits meanwhile. */
  async read<Result>(work: () => Result): Promise<Result> {
    this.database.exec("BEGIN");
    try {
      return work();
    } finally {
      rollback(this.database);
    }
  }

  /**
   * Tells states of the file apart, inside a transaction: it changes with every commit, of this connection or
   * another one.
   *
   * @see https://sqlite.org/pragma.html#pragma_data_version of other connections alone
   */
  version(): string {
    return `${this.commits} ${String(this.database.prepare("PRAGMA data_version").get()?.[0])}`;
  }

  /**
   * All that is written, or nothing. Throws `STORE_CORRUPT` where what every version reads is not as it was
   * written: its check would be made anew.
   */
  async write<Result>(work: () => Result): Promise<Result> {
    if (this.frozenBy !== null) throw this.frozenBy;
    // Counted though it may fail: then the same is read again.
    this.commits++;
    return transact(this.database, () => {
      requireBaseCheck(this.database);
      const result = work();
      writeBaseCheck(this.database);
      return result;
    });
  }
}
