/**
 * Runs one SQLite driver in a separate process: measures its speed, or writes, checkpoints and reads a file
 * while system calls fail. The argument is JSON: `driver`, `packages` (a folder with a package.json), `task`
 * and `path`.
 *
 * Prints one line of JSON.
 */
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { driver, packages, task, path, rows } = JSON.parse(process.argv[2]);
const require = createRequire(packages);

/** Each opens a file. Rows are arrays, or objects if the driver has nothing else. */
const DRIVERS = {
  "node:sqlite": () => {
    process.removeAllListeners("warning");
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    return (file) => {
      const database = new DatabaseSync(file);
      return {
        exec: (sql) => database.exec(sql),
        prepare: (sql) => database.prepare(sql),
        close: () => database.close(),
      };
    };
  },
  libsql: () => libsql((file) => `${pathToFileURL(file).href}?vfs=unix`),
  "libsql, default VFS": () => libsql((file) => file),
  "better-sqlite3": () => {
    const Database = require("better-sqlite3");
    return (file) => new Database(file);
  },
  "node-sqlite3-wasm": () => {
    const { Database } = require("node-sqlite3-wasm");
    return (file) => {
      const database = new Database(file);
      const bound = (statement) => ({
        run: (...values) => statement.run(values),
        get: (...values) => statement.get(values),
      });
      return {
        exec: (sql) => database.exec(sql),
        prepare: (sql) => bound(database.prepare(sql)),
        close: () => database.close(),
      };
    };
  },
};

function libsql(address) {
  process.report.excludeNetwork = true;
  const Database = require("libsql");
  return (file) => new Database(address(file));
}

const TASKS = { prepare, fault: meetFault, speed };

try {
  console.log(JSON.stringify(TASKS[task](DRIVERS[driver]())));
} catch (error) {
  console.log(JSON.stringify({ error: describe(error) }));
}
// Exits at once, so that destructors of the driver cannot change the file.
process.exit(0);

function describe(error) {
  return `${error.code ?? ""} ${error.message}`.trim();
}

/** A database with 200 rows, all of them in the file. */
function prepare(open) {
  const database = open(path);
  database.exec("PRAGMA journal_mode=WAL; CREATE TABLE a(id INTEGER PRIMARY KEY, text TEXT NOT NULL)");
  insert(database, 0, 200);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return {};
}

/**
 * Runs three transactions, a checkpoint, and a query over all rows. Counts what was committed before the
 * first error.
 */
function meetFault(open) {
  let committed = 200;
  try {
    const database = open(path);
    database.exec("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0");
    for (let at = 0; at < 3; at++) {
      insert(database, committed, committed + 300);
      committed += 300;
    }
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const row = database.prepare("SELECT count(*) AS rows FROM a").get();
    const counted = Array.isArray(row) ? row[0] : row.rows;
    if (counted !== committed) return { committed, error: `${counted} rows instead of ${committed}` };
    database.close();
    return { committed, error: null };
  } catch (error) {
    return { committed, error: describe(error) };
  }
}

function insert(database, from, to) {
  database.exec("BEGIN IMMEDIATE");
  const put = database.prepare("INSERT INTO a VALUES(?, ?)");
  for (let id = from; id < to; id++) put.run(id, `row ${id} `.repeat(20));
  database.exec("COMMIT");
}

/** Milliseconds of each step, and the memory of the process at the end. */
function speed(open) {
  const timesMs = {};
  const time = (name, work) => {
    const startedMs = performance.now();
    const result = work();
    timesMs[name] = performance.now() - startedMs;
    return result;
  };
  const database = time("open", () => {
    const opened = open(path);
    opened.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0");
    opened.exec(
      "CREATE TABLE content(id INTEGER PRIMARY KEY, path TEXT NOT NULL, bytes BLOB NOT NULL); CREATE " +
        "VIRTUAL TABLE lexical USING fts5(body, content='')",
    );
    return opened;
  });
  const bytes = new Uint8Array(600).fill(7);
  const words = Array.from({ length: 200 }, (_, at) =>
    Math.imul(at + 1, 0x9e3779b1)
      .toString(36)
      .replace("-", ""),
  );
  time("insert", () => {
    database.exec("BEGIN");
    const content = database.prepare("INSERT INTO content VALUES(?, ?, ?)");
    const lexical = database.prepare("INSERT INTO lexical(rowid, body) VALUES(?, ?)");
    for (let id = 1; id <= rows; id++) {
      content.run(id, `src/folder/file-${id}.ts`, bytes);
      lexical.run(id, Array.from({ length: 20 }, (_, at) => words[(id * (at + 3)) % 200]).join(" "));
    }
    database.exec("COMMIT");
  });
  time("checkpoint", () => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  time("pointReads", () => {
    const select = database.prepare("SELECT path, bytes FROM content WHERE id = ?");
    for (let at = 0; at < rows; at++) select.get(1 + ((at * 7_919) % rows));
  });
  time("columnRead", () =>
    database
      .prepare(
        "SELECT CAST(group_concat(path, x'00') AS BLOB), CAST(group_concat(bytes, '') AS BLOB) FROM content",
      )
      .get(),
  );
  database.close();
  return { timesMs, rssBytes: process.memoryUsage.rss(), fileBytes: statSync(path).size };
}
