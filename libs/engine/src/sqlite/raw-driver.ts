/** What a SQLite driver offers, whichever it is. */

export type SqlValue = string | number | bigint | Uint8Array | null;

/** A statement whose rows are arrays. */
export interface RawStatement {
  run(values: readonly SqlValue[]): void;
  get(values: readonly SqlValue[]): SqlValue[] | undefined;
  all(values: readonly SqlValue[]): SqlValue[][];
}

/** All methods throw whatever the driver throws. */
export interface RawDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): RawStatement;
  close(): unknown;
}

export type OpenRaw = (path: string) => RawDatabase;
