/**
 * Corrects the totals that BM25 divides by. SQLite 3.45, on which libsql is based, does not subtract a
 * deleted row from the totals of a contentless table, so that after many syncs every word would look rarer
 * than it is.
 *
 * FTS5 stores the number of rows and the words of each column in row 1 of its `_data` table, and the words of
 * each row in `_docsize`, both as SQLite's variable-length numbers.
 *
 * @see https://www.sqlite.org/fts5.html#fts5_data_structures
 */
import type { Database, Statement } from "../../../sqlite/driver.ts";
import { blob } from "../rows.ts";
import { decodeNumbers, encodeNumbers } from "./varints.ts";

/** Row of FTS5's `_data` table with the totals. */
export const TOTALS_ROW = 1;

export class LexicalTotals {
  private readonly rowSizes: Statement;
  private readonly countRows: Statement;
  private readonly readTotals: Statement;
  private readonly writeTotals: Statement;
  /** Number of rows, then of words in each column, that the present transaction has deleted. */
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

  /** Call first in each transaction, because an earlier one may have been rolled back. */
  begin(): void {
    this.deleted = [];
  }

  /** Call for each row before it is deleted. */
  note(row: number): void {
    const sizes = decodeNumbers(blob(this.rowSizes.get(row)?.[0]));
    for (const [at, size] of [1, ...sizes].entries()) this.deleted[at] = (this.deleted[at] ?? 0) + size;
  }

  /** Subtracts the deleted rows. Call last in the transaction. */
  correct(): void {
    const { deleted } = this;
    if (deleted.length === 0) return;
    // A savepoint makes FTS5 flush what it holds in memory, including the totals. It reads them again when it
    // next needs them.
    this.database.exec("SAVEPOINT lexical_totals");
    const totals = decodeNumbers(blob(this.readTotals.get(TOTALS_ROW)?.[0]));
    // A later SQLite may subtract them itself.
    if (totals[0] !== Number(this.countRows.get()?.[0]))
      this.writeTotals.run(encodeNumbers(totals.map((total, at) => total - (deleted[at] ?? 0))), TOTALS_ROW);
    this.database.exec("RELEASE lexical_totals");
  }
}
