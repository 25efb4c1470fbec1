/**
 * Drivers of SQLite. `libsql` has prebuilt binaries for Linux, macOS and Windows on x64 and for macOS and Linux on arm64;
 * elsewhere, and where it is not installed, Node's own `node:sqlite` takes its place.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { EngineError } from "../errors.ts";
import type { SqlValue } from "./driver.ts";

/** A statement whose rows are arrays. */
export interface RawStatement {
  run(values: readonly SqlValue[]): void;
  get(values: readonly SqlValue[]): SqlValue[] | undefined;
  all(values: readonly SqlValue[]): SqlValue[][];
}

/** Throws whatever the driver throws, as all of its methods do. */
export interface RawDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): RawStatement;
  close(): unknown;
}

export type OpenRaw = (path: string) => RawDatabase;

const require = createRequire(import.meta.url);

/** Throws `STORE_UNAVAILABLE` where there is none. */
export function loadDriver(): OpenRaw {
  try {
    return libsql();
  } catch (cause) {
    const own = nodeSqlite();
    if (own) return own;
    throw new EngineError("STORE_UNAVAILABLE", `No SQLite driver fits this platform: install the package \`libsql\`, or use Node.js 22.16 or newer; this is ${process.versions.node}`, { cause });
  }
}

interface LibsqlDatabase extends Omit<RawDatabase, "prepare"> {
  prepare(sql: string): { raw(on: boolean): unknown; run(values: readonly SqlValue[]): unknown; get(values: readonly SqlValue[]): unknown; all(values: readonly SqlValue[]): unknown };
}

export function libsql(): OpenRaw {
  // It asks for a report to learn which C library there is; looking network interfaces up for that takes most of its start.
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
          // Statements that return no rows refuse to return them as arrays.
        }
        // Values are taken as a list: of single ones it would make that again.
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
 * The address of a database on SQLite's own file layer. By default libsql reads through that of SQLite3 Multiple Ciphers,
 * whose read hook takes a failed read for a successful one: a checkpoint then writes stale bytes over the database.
 *
 * @param path a file, `:memory:`, or a `file:` URI
 */
export function onSystemVfs(path: string, platform: NodeJS.Platform = process.platform): string {
  if (path === ":memory:") return path;
  const vfs = `vfs=${platform === "win32" ? "win32" : "unix"}`;
  if (path.startsWith("file:")) return `${path}${path.includes("?") ? "&" : "?"}${vfs}`;
  const { host, pathname } = pathToFileURL(path, { windows: platform === "win32" });
  // SQLite refuses a URI that names a host; a path that begins with two slashes is one on a network to Windows.
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
  readonly DatabaseSync: new (path: string, options: { readonly defensive: boolean }) => Omit<RawDatabase, "prepare"> & { prepare(sql: string): NodeStatement };
  readonly StatementSync: { readonly prototype: Partial<NodeStatement> };
}

/** Null where this Node has none, or one whose rows cannot be arrays. */
export function nodeSqlite(): OpenRaw | null {
  const module = quietly(() => require("node:sqlite") as NodeSqlite);
  if (!module || module.StatementSync.prototype.setReturnArrays === undefined) return null;
  return (path) => {
    // Else the tables behind the word lists could not be corrected (`store/sqlite/lexical/lexical-totals.ts`).
    const database = new module.DatabaseSync(path, { defensive: false });
    let isOpen = true;
    return {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        return {
          run: (values) => {
            // It gives the id of the last row, which in the tables behind word lists may be larger than any number that is safe.
            statement.setReadBigInts(true);
            statement.run(...values.map(boundBlob));
            statement.setReadBigInts(false);
          },
          get: (values) => statement.get(...values.map(boundBlob)) as SqlValue[] | undefined,
          all: (values) => statement.all(...values.map(boundBlob)) as SqlValue[][],
        };
      },
      // What is closed already it refuses to close.
      close: () => {
        if (isOpen) database.close();
        isOpen = false;
      },
    };
  };
}

const NO_BYTES = new Uint8Array(1).subarray(0, 0);

/** Node 22 takes bytes that lie nowhere, as those of an empty buffer do, for NULL. */
function boundBlob(value: SqlValue): SqlValue {
  return value instanceof Uint8Array && value.length === 0 ? NO_BYTES : value;
}

/** Without the warning that Node 22 prints of it: nobody who asks for an index can do anything about that. Null where it throws. */
function quietly<Result>(load: () => Result): Result | null {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } catch {
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}
