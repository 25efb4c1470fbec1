import type { OpenRaw } from "./raw-driver.ts";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { type Database, openBy, openDatabase, useWriteAheadLog } from "./driver.ts";
import { isBusy } from "./store-errors.ts";
import { hasNodeSqlite, libsql, nodeSqlite, onSystemVfs } from "./load-driver.ts";

/** Node 20 has no SQLite of its own. */
const hasOwn = hasNodeSqlite();
const DRIVERS: readonly [string, OpenRaw][] = [
  ["libsql", libsql()],
  ...(hasOwn ? [["node:sqlite", nodeSqlite()] as [string, OpenRaw]] : []),
];

describe.each(DRIVERS)("%s", (_, driver) => {
  const withTable = (sql: string): Database => {
    const database = openBy(driver, ":memory:");
    database.exec(sql);
    return database;
  };

  it("gives rows as arrays, whatever their columns are called", () => {
    const database = withTable("CREATE TABLE a(text TEXT); INSERT INTO a VALUES('one'), ('two')");
    expect(database.prepare("SELECT rowid, text, text, 2 AS '1' FROM a").all()).toEqual([
      [1, "one", "one", 2],
      [2, "two", "two", 2],
    ]);
    expect(database.prepare("SELECT text FROM a WHERE rowid = ?").get(3)).toBeUndefined();
    database.close();
  });

  it("keeps bytes of any length", () => {
    const database = withTable("CREATE TABLE a(bytes BLOB NOT NULL)");
    for (const bytes of [
      Buffer.alloc(0),
      new Uint8Array(),
      Buffer.from("abc"),
      new Uint8Array(5).subarray(2, 2),
    ])
      database.prepare("INSERT INTO a VALUES(?)").run(bytes);
    expect(database.prepare("SELECT length(bytes), hex(bytes) FROM a").all()).toEqual([
      [0, ""],
      [0, ""],
      [3, "616263"],
      [0, ""],
    ]);
    database.close();
  });

  it("writes rows with ids beyond what is a safe number", () => {
    const database = withTable("CREATE TABLE a(id INTEGER PRIMARY KEY)");
    const insert = database.prepare("INSERT INTO a VALUES(1 << ?) RETURNING 1");
    for (const bits of [1, 60]) insert.run(bits);
    expect(database.prepare("SELECT count(*) FROM a").get()).toEqual([2]);
    database.close();
    // A connection may be closed twice.
    database.close();
  });

  it("reads integers beyond what is a safe number as the nearest number", () => {
    const database = withTable(
      "CREATE TABLE a(id INTEGER, text TEXT); INSERT INTO a VALUES(9223372036854775807, 'one'), (2, 'two')",
    );
    const select = database.prepare("SELECT id, text FROM a ORDER BY rowid");
    expect(select.all()).toEqual([
      [2 ** 63, "one"],
      [2, "two"],
    ]);
    expect(select.get()).toEqual([2 ** 63, "one"]);
    expect(database.prepare("SELECT id FROM a WHERE text = ?").get("two")).toEqual([2]);
    database.close();
  });

  it("opens a file by its address, to be read as one that nobody changes", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a b%?#.db");
    const written = openBy(driver, path);
    written.exec("PRAGMA journal_mode=WAL; CREATE TABLE a(text TEXT); INSERT INTO a VALUES('one')");
    written.close();
    const frozen = openBy(driver, `${pathToFileURL(path).href}?immutable=1`);
    expect(frozen.prepare("SELECT text FROM a").all()).toEqual([["one"]]);
    expect(() => frozen.exec("DELETE FROM a")).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
    );
    frozen.close();
    expect(readdirSync(folder.path)).toEqual(["a b%?#.db"]);
  });

  it("tells a lock that another connection holds", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.db");
    const [one, two] = [openBy(driver, path), openBy(driver, path, 0)];
    one.exec("CREATE TABLE a(text TEXT); BEGIN IMMEDIATE");
    expect(() => two.exec("BEGIN IMMEDIATE")).toThrow(expect.toSatisfy(isBusy));
    one.close();
    two.exec("BEGIN IMMEDIATE");
    two.close();
  });

  it("gives a file a write-ahead log although another connection is writing", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.db");
    const one = openBy(driver, path);
    one.exec("CREATE TABLE a(text TEXT); BEGIN IMMEDIATE");
    let attempts = 0;
    const counted: OpenRaw = (opened) => {
      const raw = driver(opened);
      return {
        prepare: (sql) => raw.prepare(sql),
        close: () => raw.close(),
        exec: (sql) => {
          if (sql.includes("journal_mode") && ++attempts === 3) one.exec("COMMIT");
          raw.exec(sql);
        },
      };
    };
    const two = openBy(counted, path);
    useWriteAheadLog(two);
    expect(attempts).toBe(3);
    expect(two.prepare("PRAGMA journal_mode").get()).toEqual(["wal"]);
    for (const database of [two, one]) database.close();
  });

  it("gives up on a write-ahead log when the wait is over", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.db");
    const [one, two] = [openBy(driver, path), openBy(driver, path)];
    one.exec("CREATE TABLE a(text TEXT); BEGIN IMMEDIATE");
    expect(() => useWriteAheadLog(two, 20)).toThrow(expect.toSatisfy(isBusy));
    for (const database of [two, one]) database.close();
  });

  it("says what the driver says", () => {
    const database = withTable("CREATE TABLE a(text TEXT NOT NULL)");
    expect(() => database.prepare("INSERT INTO a VALUES(?)").run(null)).toThrow(
      expect.objectContaining({
        code: "STORE_UNAVAILABLE",
        message: expect.stringContaining("NOT NULL constraint failed: a.text"),
      }),
    );
    database.close();
  });
});

describe("libsql reads files through SQLite's own layer, not through that of ciphers", () => {
  it.each([
    ["linux", "/home/a b/100%?#ü.db", "file:///home/a%20b/100%25%3F%23%C3%BC.db?vfs=unix"],
    ["darwin", "/Users/a/index.db", "file:///Users/a/index.db?vfs=unix"],
    ["win32", "C:\\a\\index.db", "file:///C:/a/index.db?vfs=win32"],
    ["win32", "\\\\server\\share\\index.db", "file:////server/share/index.db?vfs=win32"],
    ["linux", "file:///a.db?immutable=1", "file:///a.db?immutable=1&vfs=unix"],
    ["linux", ":memory:", ":memory:"],
  ] as const)("%s: %s", (platform, path, address) => expect(onSystemVfs(path, platform)).toBe(address));

  it("whatever the file is called", () => {
    using folder = temporaryFolder();
    for (const name of ["a b.db", "100%.db", "a?b=c&d.db", "#.db", "größe.db", "%41.db"]) {
      const database = openBy(libsql(), join(folder.path, name));
      database.exec("CREATE TABLE a(text TEXT)");
      database.close();
      expect(existsSync(join(folder.path, name))).toBe(true);
    }
  });
});

it.runIf(hasOwn)("node:sqlite lets go of a file when it is closed, whatever was prepared", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "a.db");
  const database = openBy(nodeSqlite(), path);
  database.exec("PRAGMA journal_mode=WAL; CREATE TABLE a(text TEXT)");
  for (let at = 0; at < 5; at++) database.prepare(`INSERT INTO a VALUES(${at})`).run();
  database.close();
  const other = openBy(nodeSqlite(), path, 0);
  expect(other.prepare("PRAGMA journal_mode=DELETE").get()).toEqual(["delete"]);
  other.close();
});

it("keeps statements that are prepared again and again, but not all that ever were", () => {
  const database = openDatabase(":memory:");
  const first = database.prepare("SELECT 0");
  expect(database.prepare("SELECT 0")).toBe(first);
  for (let at = 1; at <= 1_000; at++) expect(database.prepare(`SELECT ${at}`).get()).toEqual([at]);
  expect(database.prepare("SELECT 0")).not.toBe(first);
  // A statement that was dropped from the cache still works.
  expect([first.get(), database.prepare("SELECT 1000").get()]).toEqual([[0], [1_000]]);
  database.close();
});

it("says of damage which table a statement was about, however long that is", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "a.db");
  const whole = openDatabase(path);
  whole.exec("CREATE TABLE wide(text TEXT)");
  for (let row = 0; row < 200; row++) whole.prepare("INSERT INTO wide VALUES(?)").run("x".repeat(1_000));
  whole.close();
  const bytes = readFileSync(path);
  // Overwrites the pages after the first, which has the list of tables.
  writeFileSync(path, bytes.fill(0xff, 4_096));
  const damaged = openDatabase(path);
  const columns = Array.from({ length: 60 }, (_, at) => `max(length(text)) AS c${at}`).join(", ");
  expect(() => damaged.prepare(`SELECT ${columns} FROM wide`).get()).toThrow(
    expect.objectContaining({
      code: "STORE_CORRUPT",
      cause: expect.objectContaining({ message: expect.stringMatching(/SELECT max.+ … .+ FROM wide$/) }),
    }),
  );
  damaged.close();
});

it("keeps no connection open that cannot be used", () => {
  let isOpen = true;
  const refusing: OpenRaw = () => ({
    exec: () => {
      throw new Error("disk I/O error");
    },
    prepare: () => {
      throw new Error("unused");
    },
    close: () => (isOpen = false),
  });
  expect(() => openBy(refusing, "any.db")).toThrow(expect.objectContaining({ code: "STORE_UNAVAILABLE" }));
  expect(isOpen).toBe(false);
});

describe("a read that the disk refuses", () => {
  /** A table of 3,000 rows that is only in the log, in a file of its own. */
  const withLog = (driver: OpenRaw, path: string): Database => {
    const database = openBy(driver, path);
    database.exec(
      "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE a(id INTEGER PRIMARY KEY, " +
        "text TEXT)",
    );
    database.exec(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO a " +
        "SELECT i, hex(randomblob(100)) FROM n",
    );
    return database;
  };

  // Open descriptors are only listed on Linux.
  it.runIf(process.platform === "linux").each(DRIVERS)(
    "ends a checkpoint with an error, and loses no row: %s",
    (_, driver) => {
      using folder = temporaryFolder();
      const path = join(folder.path, "a.db");
      const database = withLog(driver, path);
      // A folder in place of the log: it can be opened and synced, but not read.
      const descriptor =
        readdirSync("/proc/self/fd")
          .map(Number)
          .find((fd) => targetOf(fd) === `${path}-wal`) ?? -1;
      closeSync(descriptor);
      expect(openSync(folder.path, "r")).toBe(descriptor);
      expect(() => database.prepare("PRAGMA wal_checkpoint(FULL)").all()).toThrow(
        expect.objectContaining({
          code: "STORE_UNAVAILABLE",
          message: "The disk refused to read or write the index",
        }),
      );
      const copy = join(folder.path, "copy.db");
      for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
      const found = openBy(driver, copy);
      expect([
        found.prepare("PRAGMA integrity_check").all(),
        found.prepare("SELECT count(*) FROM a").all(),
      ]).toEqual([[["ok"]], [[3_000]]]);
      found.close();
      database.close();
    },
  );

  const refusing =
    (failures: number): OpenRaw =>
    (path) => {
      const database = libsql()(path);
      return {
        ...database,
        prepare: (sql) => {
          const statement = database.prepare(sql);
          const refuse = (): never => {
            throw Object.assign(new Error("database disk image is malformed"), {
              code: "SQLITE_CORRUPT",
              rawCode: 11,
            });
          };
          return { ...statement, get: (values) => (failures-- > 0 ? refuse() : statement.get(values)) };
        },
      };
    };

  it("is no damage: the file is checked over another connection before anything is said of it", () => {
    using folder = temporaryFolder();
    const database = withLog(refusing(1), join(folder.path, "a.db"));
    const read = (): unknown => database.prepare("SELECT count(*) FROM a").get();
    expect(read).toThrow(
      expect.objectContaining({
        code: "STORE_UNAVAILABLE",
        message: "The disk refused to read the index",
        retryAfterMs: 500,
      }),
    );
    expect(read()).toEqual([3_000]);
    database.close();
  });

  it("that gives wrong bytes to whoever reads is damage", () => {
    using folder = temporaryFolder();
    const database = withLog(refusing(2), join(folder.path, "a.db"));
    expect(() => database.prepare("SELECT count(*) FROM a").get()).toThrow(
      expect.objectContaining({ code: "STORE_CORRUPT" }),
    );
    database.close();
  });
});

function targetOf(descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return null;
  }
}
