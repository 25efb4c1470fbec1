/** Prepares groups of statements, for the writers of a run and of a pool. */
import type { Database, Statement } from "../../sqlite/driver.ts";

export type StatementsOf<Sql> = Readonly<Record<keyof Sql, Statement>>;

/** @param number replaces each `#` */
export function prepareAll<Sql extends Readonly<Record<string, string>>>(
  database: Database,
  sql: Sql,
  number: number,
): StatementsOf<Sql> {
  const prepared = Object.entries(sql).map(([name, text]) => [
    name,
    database.prepare(text.replaceAll("#", String(number))),
  ]);
  // The cast is needed because Object.fromEntries loses the names of the keys.
  return Object.fromEntries(prepared) as StatementsOf<Sql>;
}
