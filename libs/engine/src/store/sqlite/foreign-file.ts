/**
 * Index files from other machines. They are untrusted data: before anything else is read, their schema must
 * be exactly the one that this version creates, so that none of their triggers, views, generated columns or
 * virtual tables is ever used.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../../errors.ts";
import { type Database, openDatabase, transact } from "../../sqlite/driver.ts";
import { OF_FILE, requireBaseCheck, writeBaseCheck } from "./checks/base-check.ts";
import { BaseTables } from "./base-tables.ts";
import { damaged } from "./corruption-error.ts";
import { DATABASE_FILE, requireBaseTexts } from "./open-sqlite-store.ts";
import { dropRunTables } from "./pools.ts";
import { RUN_COLUMNS, blob, runFromRow } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { TABLES_VERSION, createPool, createRun, prepareDatabase, tablesVersion } from "./schema.ts";
import { requireTexts, textOf } from "./texts.ts";

/** A file that nobody has checked yet: no functions in its schema, and no pages that refer to each other. */
const CAUTIOUS =
  "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON";

/**
 * Writes a compact copy of the complete run of one view, without what other views and runs have. Throws
 * `STORE_UNAVAILABLE`.
 *
 * @param file must not exist
 */
export function copySqliteStore(folder: string, root: string, file: string): void {
  const database = openDatabase(join(folder, DATABASE_FILE));
  try {
    database.prepare("VACUUM INTO ?").run(file);
  } finally {
    database.close();
  }
  keepCompleteRun(file, root);
}

/** Removes everything but the complete run of one view. */
function keepCompleteRun(file: string, root: string): void {
  const copy = openDatabase(file);
  try {
    const base = new BaseTables(copy, root);
    const [kept, view] = [base.completeRunId(), base.view()];
    const others = copy
      .prepare(`SELECT ${RUN_COLUMNS} FROM run`)
      .all()
      .map(runFromRow)
      .filter(({ id }) => id !== kept);
    if (others.length === 0 && base.isAlone()) return;
    transact(copy, () => {
      for (const { id, tables } of others) {
        copy.prepare("DELETE FROM run NOT INDEXED WHERE id = ?").run(id);
        dropRunTables(copy, tables);
      }
      copy.prepare("DELETE FROM marker NOT INDEXED WHERE view != ?").run(view);
      copy.prepare("DELETE FROM meta NOT INDEXED WHERE view NOT IN (?, ?)").run(OF_FILE, view);
      writeBaseCheck(copy);
    });
    copy.exec("VACUUM");
  } finally {
    copy.close();
  }
}

/**
 * Throws `STORE_CORRUPT` unless the index file of a folder has one complete run, and exactly the tables of
 * this version; `STORE_NEWER` for a file of a newer version. Reads no other rows than those of the schema and
 * of the runs.
 */
export function requireOwnTables(folder: string): void {
  requireOwnHeader(join(folder, DATABASE_FILE));
  const database = openDatabase(join(folder, DATABASE_FILE));
  try {
    database.exec(CAUTIOUS);
    const version = tablesVersion(database);
    if (version > TABLES_VERSION)
      throw new EngineError("STORE_NEWER", "The index was written by a newer version of Satori");
    if (version !== TABLES_VERSION) throw damaged(`user_version is ${version}, not ${TABLES_VERSION}`);
    // Before any text is read as text: libsql would end the process on one that is not UTF-8.
    requireTexts(database, "type, name, sql", "sqlite_master");
    requireSameSchema(schemaOf(database), baseSchema(), isOfRun);
    requireBaseTexts(database);
    requireBaseCheck(database);
    const [tables, ...others] = runsOf(database);
    if (tables === undefined || others.length > 0) throw damaged("run: not exactly one");
    requireSameSchema(schemaOf(database), schemaWith(tables), () => false);
  } finally {
    database.close();
  }
}

/**
 * Makes the index in a folder that of another root, and marks it as not synced, so that the next sync
 * rechecks every ignore verdict. Throws `STORE_CORRUPT` if it has no complete run.
 */
export function moveSqliteStore(folder: string, root: string): void {
  const database = openDatabase(join(folder, DATABASE_FILE));
  try {
    transact(database, () => {
      const before = database.prepare("SELECT value FROM meta WHERE key = 'root'").all();
      if (before.length !== 1) throw damaged("meta: not exactly one view");
      database.prepare("UPDATE meta SET value = ? WHERE key = 'root'").run(root);
      const base = new BaseTables(database, root);
      const { complete } = base.storedHead();
      if (!complete) throw damaged("marker: no complete run");
      database
        .prepare("UPDATE marker NOT INDEXED SET document = ? WHERE run_id = ?")
        .run(JSON.stringify({ ...complete.marker, codebasePath: root }), complete.run.id);
      for (const key of ["merkle_root", "ignore_signature"]) base.dropMeta(key);
      base.bumpSequence();
      writeBaseCheck(database);
    });
  } finally {
    database.close();
  }
}

/**
 * Throws `STORE_CORRUPT` if the file is not one that SQLite can write: with other versions of the format in
 * its header, it would count as read-only, as if the disk were.
 */
function requireOwnHeader(path: string): void {
  const header = Buffer.alloc(HEADER.length);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  const isOurs = [...header].every((byte, at) => HEADER[at]?.includes(byte) === true);
  if (!isOurs) throw damaged("the header is not one that SQLite writes for us");
}

/**
 * The values that each of the first bytes may have: the magic text, a page of 4,096 bytes, versions of the
 * format for writing and reading (2 with a write-ahead log), no reserved space, and three constants.
 */
const HEADER: readonly (readonly number[])[] = [
  ...[...Buffer.from("SQLite format 3\0")].map((byte) => [byte]),
  [0x10],
  [0x00],
  [1, 2],
  [1, 2],
  [0],
  [64],
  [32],
  [32],
];

type Schema = ReadonlyMap<string, string>;

const isOfRun = (name: string): boolean => /_\d+(?:_[a-z]+)?(?:_\d+)?$/.test(name);

function schemaOf(database: Database): Schema {
  return new Map(
    database
      .prepare("SELECT CAST(type || ' ' || name AS BLOB), CAST(coalesce(sql, '') AS BLOB) FROM sqlite_master")
      .all()
      .map(([name, sql]) => [textOf(blob(name), "sqlite_master"), textOf(blob(sql), "sqlite_master")]),
  );
}

const baseSchema = (): Schema => fresh(() => undefined);
const schemaWith = (tables: RunTables): Schema => fresh((database) => createTables(database, tables));

function createTables(database: Database, { run, pool }: RunTables): void {
  createRun(database, run);
  createPool(database, pool, "here");
}

/** The schema that this version creates, with this SQLite. */
function fresh(create: (database: Database) => void): Schema {
  const database = openDatabase(":memory:");
  try {
    prepareDatabase(database);
    create(database);
    return schemaOf(database);
  } finally {
    database.close();
  }
}

function requireSameSchema(found: Schema, expected: Schema, isAllowed: (name: string) => boolean): void {
  for (const [name, sql] of found)
    if (expected.get(name) !== sql && !isAllowed(name)) throw damaged(`sqlite_master: ${name} is not ours`);
  for (const name of expected.keys()) if (!found.has(name)) throw damaged(`sqlite_master: no ${name}`);
}

function runsOf(database: Database): readonly RunTables[] {
  return database
    .prepare("SELECT CAST(generation AS INTEGER), CAST(pool AS INTEGER) FROM run")
    .all()
    .map(([run, pool]) => ({ run: Number(run), pool: Number(pool) }));
}
