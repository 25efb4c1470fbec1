/**
 * Tests a SQLite driver when it is loaded, before it may hold an index. It checks behaviour, so that a driver
 * is judged by what it does and not by its name.
 */
import type { OpenRaw, RawDatabase } from "./raw-driver.ts";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface SelfTestResult {
  /** Version of SQLite. */
  readonly version: string;
  /** `untested` if the platform cannot open a folder for reading (Windows). */
  readonly failedReads: "reported" | "untested";
}

/** First SQLite version whose contentless full-text tables can delete rows (`contentless_delete`). */
const MIN_VERSION = "3.43.0";

/** Tests a driver; takes about a millisecond and writes nothing. Throws an error that says what is wrong. */
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
 * Checks that a failed read is an error. SQLite opens a folder for reading as it opens a file, and the first
 * read fails (EISDIR). A driver whose file layer loses the error takes the folder for a database. At a
 * checkpoint the same layer would write stale buffers over the database, and the log with the true content
 * would be removed.
 *
 * @see docs/adr/0032-sqlite-of-node-and-a-self-test.md for why a checkpoint itself is not tested here
 */
function tryFailedRead(open: OpenRaw): SelfTestResult["failedReads"] {
  const folder = pathToFileURL(dirname(fileURLToPath(import.meta.url))).href;
  let database: RawDatabase | undefined;
  try {
    database = open(`${folder}?mode=ro&immutable=1`);
    database.prepare("SELECT count(*) FROM sqlite_master").get([]);
  } catch (error) {
    if (isReadError(error)) return "reported";
    // An error about the content, as from a buffer that was never filled, means that the read counted as
    // successful.
    if (!database) return "untested";
  } finally {
    database?.close();
  }
  throw new Error("it treats failed reads of a file as successful, which can destroy an index");
}

/**
 * Whether an error is SQLITE_IOERR (10). `node:sqlite` has a result code; libsql has it only in its message
 * when it opens a database.
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
