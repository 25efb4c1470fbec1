/** The transactions of one connection to an index file. */
import { requireBaseCheck, writeBaseCheck } from "./checks/base-check.ts";
import { type Database, rollback, transact } from "../../sqlite/driver.ts";

export class Transactions {
  /** @param frozenBy why nothing can be written; null when it can */
  constructor(private readonly database: Database, private readonly frozenBy: unknown) {}

  /** Everything that is read comes from one state, whatever another process commits meanwhile. */
  async read<Result>(work: () => Result): Promise<Result> {
    this.database.exec("BEGIN");
    try {
      return work();
    } finally {
      rollback(this.database);
    }
  }

  /** All that is written, or nothing. Throws `STORE_CORRUPT` where what every version reads is not as it was written: its check would be made anew. */
  async write<Result>(work: () => Result): Promise<Result> {
    if (this.frozenBy !== null) throw this.frozenBy;
    return transact(this.database, () => {
      requireBaseCheck(this.database);
      const result = work();
      writeBaseCheck(this.database);
      return result;
    });
  }
}
