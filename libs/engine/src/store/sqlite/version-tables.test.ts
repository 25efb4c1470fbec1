import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../../sqlite/driver.ts";
import { storable } from "../../testing/store-content.ts";
import type { StorableFile } from "../store.ts";
import { versionKey } from "../version-key.ts";
import { Digests } from "./checks/digests.ts";
import { withRow } from "./checks/tallies.ts";
import { createPool, prepareDatabase } from "./schema.ts";
import { VersionTables, keepsVersions } from "./version-tables.ts";

function newTables(): { versions: VersionTables; database: Database } {
  const database = openDatabase(":memory:");
  onTestFinished(() => database.close());
  prepareDatabase(database);
  createPool(database, 1, "elsewhere");
  return { versions: new VersionTables(database, 1), database };
}

async function fileOf(text: string): Promise<StorableFile> {
  const [file] = await storable({ "src/a.ts": text });
  return file as StorableFile;
}

test("a version that is about to be written is stale until a file has it", async () => {
  const { versions, database } = newTables();
  const file = await fileOf("alpha\n");
  versions.expect([versionKey(file)], 5);
  expect([versions.stale(4), versions.stale(5)]).toEqual([[], [versionKey(file)]]);
  const check = versions.put(1, file);
  expect(versions.stale(Infinity)).toEqual([]);
  expect(() => versions.all()).toThrow(expect.objectContaining({ code: "STORE_CORRUPT" }));
  const digests = new Digests(database, 1);
  const digest = digests.read();
  digests.write({ ...digest, version: withRow(digest.version, check) });
  expect([...versions.all().keys]).toEqual([[1, versionKey(file)]]);
});

test("a version that no file has any more is stale from then on, and no longer where a file has it again", async () => {
  const { versions } = newTables();
  const [before, after] = [await fileOf("alpha\n"), await fileOf("beta\n")];
  versions.put(1, before);
  versions.remove(1, 7);
  versions.put(2, after);
  expect([versions.stale(6), versions.stale(7)]).toEqual([[], [versionKey(before)]]);
  versions.remove(2, 8);
  versions.put(3, before);
  expect(versions.stale(8)).toEqual([versionKey(after)]);
  versions.forget([versionKey(after)]);
  expect(versions.stale(8)).toEqual([]);
});

test("what a file has is not stale for being expected once more", async () => {
  const { versions } = newTables();
  const file = await fileOf("alpha\n");
  versions.put(1, file);
  versions.expect([versionKey(file), "other"], 1);
  expect(versions.stale(1)).toEqual(["other"]);
});

test("files without chunks hold nothing elsewhere", async () => {
  const { versions, database } = newTables();
  const [one, empty] = [await fileOf("alpha\n"), { ...(await fileOf("")), path: "src/empty.ts" }];
  const insert = (id: number, { path, chunks }: { path: string; chunks: number }): void => {
    const columns = database
      .prepare("SELECT name, type, \"notnull\" FROM pragma_table_info('file_1')")
      .all()
      .map(([name, type]) => ({ name: String(name), type: String(type) }));
    const values = columns.map(({ name, type }) =>
      name === "id"
        ? id
        : name === "path"
          ? path
          : name === "chunk_count"
            ? chunks
            : /INT|REAL/.test(type)
              ? id
              : /BLOB/.test(type)
                ? new Uint8Array()
                : "",
    );
    database
      .prepare(
        `INSERT INTO file_1(${columns.map(({ name }) => name).join()}) ` +
          `VALUES(${columns.map(() => "?").join()})`,
      )
      .run(...values);
  };
  insert(1, { path: one.path, chunks: 1 });
  insert(2, { path: empty.path, chunks: 0 });
  versions.put(1, one);
  versions.put(2, empty);
  expect(versions.held()).toEqual([versionKey(one)]);
  expect(keepsVersions(database, 1)).toBe(true);
});
