/** Corrupts an index file as a bad disk does. */
import { readFileSync, writeFileSync } from "node:fs";
import { openDatabase } from "../sqlite/driver.ts";

/** Overwrites the root page of a table. No process may have the file open. */
export function damageTable(path: string, table: string): void {
  const database = openDatabase(path);
  const page = Number(database.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").get(table)?.[0]);
  const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.[0]);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
  writeFileSync(path, bytes);
}
