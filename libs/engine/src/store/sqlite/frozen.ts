/**
 * Reading an index where nothing can be written: in a home that is read-only, or on a full disk. SQLite's
 * write-ahead log needs files beside the index even to read; without them the index can only be taken for one
 * that nobody changes.
 */
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { EngineError } from "../../errors.ts";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { tablesVersion } from "./schema.ts";

export interface FrozenIndex {
  readonly database: Database;
  /** What further connections open. */
  readonly address: string;
}

/**
 * The index in a file as it is now, or null where it cannot be read like this: because the error at hand is
 * no matter of writing, or because the log holds what is not in the file yet.
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
    // What kept it from being opened as usual is the better explanation.
  }
  database?.close();
  return null;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
