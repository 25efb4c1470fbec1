/**
 * Keeps the totals true that BM25 divides by. SQLite 3.45, which libsql is made of, does not count a row out
 * of them that is deleted from a lexical table without content, so that after many syncs every word would
 * look rarer than it is.
 *
 * FTS5 keeps the number of rows and the words of each column in row 1 of its `_data` table, and the words of
 * each row in `_docsize`, both as SQLite's variable-length numbers.
 *
 * @see https://www.sqlite.org/fts5.html#fts5_data_structures
 */
import type { Database, Statement } from "../../../sqlite/driver.ts";
import { blob } from "../rows.ts";
import { decodeNumbers, encodeNumbers } from "./varints.ts";

/** Where FTS5 keeps them in its `_data` table. */
export const TOTALS_ROW = 1;

export class LexicalTotals {
  private readonly rowSizes: Statement;
  private readonly countRows: Statement;
  private readonly readTotals: Statement;
  private readonly writeTotals: Statement;
  /** Rows, then words of each column, that the transaction at hand has deleted. */
  private deleted: number[] = [];

  constructor(
    private readonly database: Database,
    table: string,
  ) {
    this.rowSizes = database.prepare(`SELECT CAST(sz AS BLOB) FROM ${table}_docsize WHERE id = ?`);
    this.countRows = database.prepare(`SELECT count(*) FROM ${table}_docsize`);
    this.readTotals = database.prepare(`SELECT CAST(block AS BLOB) FROM ${table}_data WHERE id = ?`);
    this.writeTotals = database.prepare(`UPDATE ${table}_data SET block = ? WHERE id = ?`);
  }

  /** To be called first in each transaction: an earlier one may have been rolled back. */
  begin(): void {
    this.deleted = [];
  }

  /** To be told of each row before it is deleted. */
  note(row: number): void {
    const sizes = decodeNumbers(blob(this.rowSizes.get(row)?.[0]));
    for (const [at, size] of [1, ...sizes].entries()) this.deleted[at] = (this.deleted[at] ?? 0) + size;
  }

  /** Counts out what was deleted; to be called last in the transaction. */
  correct(): void {
    const { deleted } = this;
    if (deleted.length === 0) return;
    // A savepoint makes FTS5 write down what it holds in memory, the totals among it, which it reads again
    // when it next needs them.
    this.database.exec("SAVEPOINT lexical_totals");
    const totals = decodeNumbers(blob(this.readTotals.get(TOTALS_ROW)?.[0]));
    // A later SQLite may well count them out itself.
    if (totals[0] !== Number(this.countRows.get()?.[0]))
      this.writeTotals.run(encodeNumbers(totals.map((total, at) => total - (deleted[at] ?? 0))), TOTALS_ROW);
    this.database.exec("RELEASE lexical_totals");
  }
}
