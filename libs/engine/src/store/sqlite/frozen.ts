/**
 * Opens an index for reading if nothing can be written: in a read-only home, or on a full disk. SQLite's
 * write-ahead log needs files next to the index even for reading. Without them, the index can only be opened
 * as immutable.
 */
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { EngineError } from "../../errors.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { tablesVersion } from "./schema.ts";

export interface FrozenIndex {
  readonly database: Database;
  /** Address for further connections. */
  readonly address: string;
}

/**
 * The index in a file as it is now. Null if it cannot be read this way, because the error is not about
 * writing, or because the log contains data that is not in the file yet.
 *
 * @param error why the file could not be opened as usual
 */
export function openFrozen(path: string, error: unknown): FrozenIndex | null {
  const isUnwritable =
    error instanceof EngineError && error.code === "STORE_UNAVAILABLE" && error.retryAfterMs === undefined;
  if (!isUnwritable || sizeOf(path) === 0 || sizeOf(`${path}-wal`) > 0) return null;
  const address = `${pathToFileURL(path).href}?immutable=1`;
  let database: Database | undefined;
  try {
    database = openDatabase(address);
    if (tablesVersion(database) > 0) return { database, address };
  } catch {
    // The original error explains the failure better.
  }
  database?.close();
  return null;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
