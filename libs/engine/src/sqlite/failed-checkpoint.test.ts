/**
 * Reads of the log that fail while a checkpoint copies it into the database. In a separate process, SQLite's
 * descriptor of the log is replaced by a write-only one, so that reads fail with EBADF. This needs neither a
 * preload nor strace.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startChild } from "../testing/child-script.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { openDatabase } from "./driver.ts";
import { hasNodeSqlite } from "./load-driver.ts";

const SCRIPT = `
  import { closeSync, fstatSync, openSync, statSync } from "node:fs";
  import { createRequire } from "node:module";
  import { libsql, nodeSqlite } from "./load-driver.ts";

  const [driver, path, packages] = process.argv.slice(2);
  const open = { "node:sqlite": nodeSqlite, libsql, "libsql through its own layer": plain }[driver]();
  const database = open(path);
  database.exec("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE a(text TEXT); INSERT INTO a VALUES('one')");
  const log = statSync(path + "-wal").ino;
  const isLog = (descriptor) => {
    try {
      return fstatSync(descriptor).ino === log;
    } catch {
      return false;
    }
  };
  const descriptor = Array.from({ length: 256 }, (_, at) => at).find(isLog);
  closeSync(descriptor);
  if (openSync(path + "-wal", "a") !== descriptor) throw new Error("the descriptor was taken meanwhile");
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    console.log("succeeded");
  } catch (error) {
    console.log(error.message);
  }
  // As when the machine stops: closing would try again.
  process.kill(process.pid, "SIGKILL");

  function plain() {
    const Database = createRequire(packages)("libsql");
    return (path) => new Database(path);
  }
`;

async function checkpoint(driver: string): Promise<{ readonly said: string; readonly rows: unknown }> {
  using folder = temporaryFolder();
  const path = join(folder.path, "a.db");
  const child = await startChild(SCRIPT, import.meta.url, folder.path, [driver, path, import.meta.url]);
  const said = await child.nextLine();
  await child.ended;
  const database = openDatabase(path);
  try {
    return { said, rows: database.prepare("SELECT text FROM a").all() };
  } catch (error) {
    return { said, rows: String(error) };
  } finally {
    database.close();
  }
}

describe.runIf(process.platform !== "win32")("a read of the log that fails at a checkpoint", () => {
  it.each(["libsql", ...(hasNodeSqlite() ? ["node:sqlite"] : [])])(
    "is an error of %s, and nothing is lost",
    async (driver) => {
      expect(await checkpoint(driver)).toEqual({ said: "disk I/O error", rows: [["one"]] });
    },
  );

  it("destroys the database through libsql's own file layer, so that the test can tell", async () => {
    expect(await checkpoint("libsql through its own layer")).toMatchObject({
      said: "succeeded",
      rows: expect.not.arrayContaining([["one"]]),
    });
  });
});
