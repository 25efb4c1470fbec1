/**
 * The SQLite drivers. `node:sqlite` is used if Node.js has it with rows as arrays (22.16 and later). On older
 * versions `libsql` is used, which has prebuilt binaries for Linux, macOS and Windows on x64 and for macOS
 * and Linux on arm64.
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { EngineError } from "../errors.ts";
import type { OpenRaw, RawDatabase, SqlValue } from "./raw-driver.ts";

const require = createRequire(import.meta.url);

/** A driver, which may be missing from this installation. */
export interface DriverCandidate {
  readonly name: "node:sqlite" | "libsql";
  /** Throws if the driver is missing. */
  readonly load: () => OpenRaw;
}

export interface LoadedDriver extends SelfTestResult {
  readonly name: DriverCandidate["name"];
  readonly open: OpenRaw;
}

/** In order of preference. */
const CANDIDATES: readonly DriverCandidate[] = [
  { name: "node:sqlite", load: nodeSqlite },
  { name: "libsql", load: libsql },
];

/**
 * The first driver that is installed and passes the self-test. Throws `STORE_UNAVAILABLE` with the fault of
 * each driver.
 */
export function loadDriver(candidates: readonly DriverCandidate[] = CANDIDATES): LoadedDriver {
  const faults: string[] = [];
  const causes: unknown[] = [];
  for (const { name, load } of candidates) {
    try {
      const open = load();
      return { name, open, ...selfTest(open) };
    } catch (error) {
      faults.push(
        `${name}: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
      );
      causes.push(error);
    }
  }
  throw new EngineError(
    "STORE_UNAVAILABLE",
    `No SQLite driver works with Node.js ${process.versions.node} (${faults.join("; ")}). Use ` +
      "Node.js 22.16 or newer, or install the package `libsql`",
    { cause: new AggregateError(causes) },
  );
}

interface LibsqlDatabase extends Omit<RawDatabase, "prepare"> {
  prepare(sql: string): {
    raw(on: boolean): unknown;
    run(values: readonly SqlValue[]): unknown;
    get(values: readonly SqlValue[]): unknown;
    all(values: readonly SqlValue[]): unknown;
  };
}

/** Loads libsql. Throws if it is not installed. */
export function libsql(): OpenRaw {
  // libsql generates a diagnostic report to detect the C library. Looking up network interfaces for the
  // report takes most of its start.
  (process.report as { excludeNetwork?: boolean }).excludeNetwork = true;
  const Database = require("libsql") as new (path: string) => LibsqlDatabase;
  return (path) => {
    const database = new Database(onSystemVfs(path));
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        try {
          statement.raw(true);
        } catch {
          // Statements that return no rows refuse this mode.
        }
        // Values are passed as a list, because libsql would turn single values into one.
        return {
          run: (values) => void statement.run(values),
          get: (values) => statement.get(values) as SqlValue[] | undefined,
          all: (values) => statement.all(values) as SqlValue[][],
        };
      },
      close: () => database.close(),
    };
  };
}

/**
 * Address of a database that uses SQLite's own file layer. By default libsql reads through SQLite3 Multiple
 * Ciphers, whose read hook treats a failed read as successful; a checkpoint then writes stale bytes over the
 * database.
 *
 * @param path a file, `:memory:`, or a `file:` URI
 */
export function onSystemVfs(path: string, platform: NodeJS.Platform = process.platform): string {
  if (path === ":memory:") return path;
  const vfs = `vfs=${platform === "win32" ? "win32" : "unix"}`;
  if (path.startsWith("file:")) return `${path}${path.includes("?") ? "&" : "?"}${vfs}`;
  const { host, pathname } = pathToFileURL(path, { windows: platform === "win32" });
  // SQLite rejects a URI with a host. On Windows, a path that begins with two slashes is a network path.
  return `file://${host === "" ? "" : `//${host}`}${pathname}?${vfs}`;
}

interface NodeStatement {
  setReturnArrays(on: boolean): void;
  setReadBigInts(on: boolean): void;
  run(...values: SqlValue[]): unknown;
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown;
}

interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => Omit<RawDatabase, "prepare"> & { prepare(sql: string): NodeStatement };
}

/** Whether this Node.js has `node:sqlite` with rows as arrays. */
export function hasNodeSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 16);
}

/** Loads `node:sqlite`. Throws if this Node.js lacks it or cannot return rows as arrays. */
export function nodeSqlite(): OpenRaw {
  if (!hasNodeSqlite()) throw new Error("missing, or without rows as arrays, before Node.js 22.16");
  const { DatabaseSync } = withoutWarning(() => require("node:sqlite") as NodeSqlite);
  return (path) => {
    const database = new DatabaseSync(path);
    let isOpen = true;
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        return {
          // `run` returns the id of the last row, which in the shadow tables of the full-text index may
          // exceed the safe integers.
          run: (values) => void readingBigInts(statement, () => statement.run(...values.map(boundBlob))),
          get: (values) => {
            const bound = values.map(boundBlob);
            return withLargeNumbers(
              statement,
              () => statement.get(...bound) as SqlValue[] | undefined,
              (row) => row?.map(asNumber),
            );
          },
          all: (values) => {
            const bound = values.map(boundBlob);
            return withLargeNumbers(
              statement,
              () => statement.all(...bound) as SqlValue[][],
              (rows) => rows.map((row) => row.map(asNumber)),
            );
          },
        };
      },
      // `node:sqlite` throws if a database is closed twice.
      close: () => {
        if (isOpen) database.close();
        isOpen = false;
      },
    };
  };
}

function readingBigInts<Result>(statement: NodeStatement, work: () => Result): Result {
  statement.setReadBigInts(true);
  try {
    return work();
  } finally {
    statement.setReadBigInts(false);
  }
}

/**
 * Reads, and reads again as big integers if an integer exceeds the safe ones, which `node:sqlite` refuses to
 * read. Only a corrupt file contains such an integer. The checks of the content have to see it, as they do
 * with libsql.
 */
function withLargeNumbers<Result>(
  statement: NodeStatement,
  read: () => Result,
  toNumbers: (result: Result) => Result,
): Result {
  try {
    return read();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_OUT_OF_RANGE") throw error;
    return toNumbers(readingBigInts(statement, read));
  }
}

function asNumber(value: SqlValue): SqlValue {
  return typeof value === "bigint" ? Number(value) : value;
}

const NO_BYTES = new Uint8Array(1).subarray(0, 0);

/**
 * A blob that is safe to bind: Node 22 turns bytes without memory, such as those of an empty buffer, into
 * NULL.
 */
function boundBlob(value: SqlValue): SqlValue {
  return value instanceof Uint8Array && value.length === 0 ? NO_BYTES : value;
}

/**
 * Suppresses the warning of Node 22 and 24 that `node:sqlite` is experimental, which users can do nothing
 * about.
 */
function withoutWarning<Result>(load: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

// Tests a SQLite driver when it is loaded, before it may hold an index. It checks behaviour, so that a driver
// is judged by what it does and not by its name.

interface SelfTestResult {
  /** Version of SQLite. */
  readonly version: string;
  /** `untested` if the platform cannot open a folder for reading (Windows). */
  readonly failedReads: "reported" | "untested";
}

/** Oldest SQLite version that is tested. */
const MIN_VERSION = "3.43.0";

/** Tests a driver; takes about a millisecond and writes nothing. Throws an error that says what is wrong. */
export function selfTest(open: OpenRaw): SelfTestResult {
  const database = open(":memory:");
  try {
    const [version] = database.prepare("SELECT sqlite_version()").get([]) ?? [];
    if (isOlder(String(version), MIN_VERSION))
      throw new Error(`SQLite ${String(version)} is older than ${MIN_VERSION}`);
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
