/**
 * Counts and sums of the rows in a run's own tables, stored next to them, so that readers notice rows that
 * were lost with a page, or never written. Written in the transaction that changes the rows.
 */
import { seal, unseal } from "@satori/sidecar";
import type { Database } from "../../../sqlite/driver.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { blob } from "../rows.ts";

/** Number of rows, and the sum of their checks modulo 2³². */
export interface Tally {
  readonly rows: number;
  readonly sum: number;
}

export const NO_ROWS: Tally = { rows: 0, sum: 0 };

/** The tally with a row of this check added. */
export function withRow({ rows, sum }: Tally, check: number): Tally {
  return { rows: rows + 1, sum: (sum + check) >>> 0 };
}

/** The tally with a row of this check removed. */
export function withoutRow({ rows, sum }: Tally, check: number): Tally {
  return { rows: rows - 1, sum: (sum - check) >>> 0 };
}

/**
 * Throws `STORE_CORRUPT` if a table does not have the rows that were counted.
 *
 * @param checks checks of all its present rows
 */
export function requireTally({ rows, sum }: Tally, checks: readonly number[], table: string): void {
  if (checks.length !== rows) throw damaged(`${table}: ${checks.length} of ${rows} rows`);
  let found = 0;
  for (const check of checks) found = (found + check) >>> 0;
  if (found !== sum) throw damaged(`${table}: the rows are not those that were written`);
}

/** Tables of a run that are read as a whole, by their names without the number. */
export type RunTable = "member" | "folder" | "skipped" | "history";

export type RunTallies = Readonly<Record<RunTable, Tally>>;

export function createTallies(database: Database, run: number): void {
  database.exec(`CREATE TABLE tally_${run}(part TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID`);
  new Tallies(database, run).write({ member: NO_ROWS, folder: NO_ROWS, skipped: NO_ROWS, history: NO_ROWS });
}

const PART = "tables";

/** Reads and writes the tallies of one run. */
export class Tallies {
  constructor(
    private readonly database: Database,
    private readonly run: number,
  ) {}

  /** Throws `STORE_CORRUPT`. */
  read(): RunTallies {
    const table = `tally_${this.run}`;
    const row = this.database.prepare(`SELECT CAST(bytes AS BLOB) FROM ${table} WHERE part = ?`).get(PART);
    if (!row) throw damaged(`${table}: no row`);
    return decoded(table, () => JSON.parse(Buffer.from(unseal(blob(row[0]))).toString("utf8")) as RunTallies);
  }

  write(tallies: RunTallies): void {
    this.database
      .prepare(`INSERT OR REPLACE INTO tally_${this.run}(part, bytes) VALUES(?,?)`)
      .run(PART, seal(Buffer.from(JSON.stringify(tallies))));
  }

  /** As `requireTally`. */
  require(table: RunTable, checks: readonly number[]): void {
    requireTally(this.read()[table], checks, `${table}_${this.run}`);
  }
}
