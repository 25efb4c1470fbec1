/**
 * What a SQLite driver must do before it may hold an index, tried when it is loaded. It asserts behaviour, so
 * that a driver is judged by what it does here and not by its name.
 */
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { OpenRaw, RawDatabase } from "./load-driver.ts";

export interface SelfTestResult {
  /** Of SQLite. */
  readonly version: string;
  /** `untested` where the platform does not let a folder be opened for reading (Windows). */
  readonly failedReads: "reported" | "untested";
}

/** The first SQLite whose word lists without content can delete rows (`contentless_delete`). */
const MIN_VERSION = "3.43.0";

/** Tries a driver; takes about a millisecond and writes nothing. Throws an error that says what is wrong. */
export function selfTest(open: OpenRaw): SelfTestResult {
  const database = open(":memory:");
  try {
    const [version, hasWordLists] =
      database
        .prepare("SELECT sqlite_version(), EXISTS (SELECT 1 FROM pragma_module_list WHERE name = 'fts5')")
        .get([]) ?? [];
    if (isOlder(String(version), MIN_VERSION))
      throw new Error(`SQLite ${String(version)} is older than ${MIN_VERSION}`);
    if (hasWordLists !== 1)
      throw new Error(`SQLite ${String(version)} was built without full-text search (FTS5)`);
    return { version: String(version), failedReads: tryFailedRead(open) };
  } finally {
    database.close();
  }
}

/**
 * A read that fails must be an error. SQLite opens a folder for reading as it opens a file, and its first
 * read of it fails (EISDIR). A driver whose file layer loses the error takes the folder for a database. At a
 * checkpoint the same layer would write whatever was in its buffer over the database, and the log, which has
 * the true content, would be removed.
 *
 * @see docs/adr/0032-sqlite-of-node-and-a-self-test.md for why a checkpoint itself is not tried here
 */
function tryFailedRead(open: OpenRaw): SelfTestResult["failedReads"] {
  const folder = pathToFileURL(dirname(fileURLToPath(import.meta.url))).href;
  let database: RawDatabase | undefined;
  try {
    database = open(`${folder}?mode=ro&immutable=1`);
    database.prepare("SELECT count(*) FROM sqlite_master").get([]);
  } catch (error) {
    if (isReadError(error)) return "reported";
    // An error of the content, as of a buffer that was never filled, means that the read counted as
    // successful.
    if (!database) return "untested";
  } finally {
    database?.close();
  }
  throw new Error("it treats failed reads of a file as successful, which can destroy an index");
}

/**
 * `node:sqlite` gives the number of a result, libsql gives it in its message where a database is opened: 10
 * is SQLITE_IOERR.
 */
function isReadError(error: unknown): boolean {
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
  if (typeof errcode === "number") return (errcode & 0xff) === 10;
  return String(code).startsWith("SQLITE_IOERR") || /disk I\/O error|: 10"?\)?$/.test(String(message));
}

function isOlder(version: string, than: string): boolean {
  const [ours = [], theirs = []] = [version, than].map((text) => text.split(".").map(Number));
  const at = theirs.findIndex((part, index) => part !== ours[index]);
  return at >= 0 && !((ours[at] ?? 0) > (theirs[at] ?? 0));
}
