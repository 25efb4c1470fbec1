/**
 * Index files from other machines. They are untrusted data: before anything else is read, their schema must
 * be exactly the one that this version creates, so that none of their triggers, views, generated columns or
 * virtual tables is ever used.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../../errors.ts";
import { type Database, openDatabase, transact } from "../../sqlite/driver.ts";
import { requireBaseCheck, writeBaseCheck } from "./checks/base-check.ts";
import { BaseTables } from "./base-tables.ts";
import { damaged } from "./corruption-error.ts";
import { DATABASE_FILE, requireBaseTexts } from "./open-sqlite-store.ts";
import { blob } from "./rows.ts";
import {
  TABLES_VERSION,
  createGeneration,
  dropGeneration,
  prepareDatabase,
  tablesVersion,
} from "./schema.ts";
import { requireTexts, textOf } from "./texts.ts";

/** A file that nobody has checked yet: no functions in its schema, and no pages that refer to each other. */
const CAUTIOUS =
  "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON";

/**
 * Writes a compact copy of the complete run of a folder, without what other runs have left. Throws
 * `STORE_UNAVAILABLE`.
 *
 * @param file must not exist
 */
export function copySqliteStore(folder: string, file: string): void {
  const database = openDatabase(join(folder, DATABASE_FILE));
  try {
    database.prepare("VACUUM INTO ?").run(file);
  } finally {
    database.close();
  }
  dropOtherRuns(file);
}

function dropOtherRuns(file: string): void {
  const copy = openDatabase(file);
  try {
    const others = copy
      .prepare("SELECT CAST(generation AS INTEGER) FROM run WHERE id NOT IN (SELECT run_id FROM marker)")
      .all();
    if (others.length === 0) return;
    transact(copy, () => {
      for (const [generation] of others) dropGeneration(copy, Number(generation));
      copy.exec("DELETE FROM run WHERE id NOT IN (SELECT run_id FROM marker)");
      writeBaseCheck(copy);
    });
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
    const [generation, ...others] = generationsOf(database);
    if (generation === undefined || others.length > 0) throw damaged("run: not exactly one");
    requireSameSchema(schemaOf(database), schemaWith(generation), () => false);
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
      const base = new BaseTables(database);
      const { complete } = base.head(root);
      if (!complete) throw damaged("marker: no complete run");
      database
        .prepare("UPDATE marker NOT INDEXED SET document = ? WHERE run_id = ?")
        .run(JSON.stringify({ ...complete.marker, codebasePath: root }), complete.run.id);
      database.prepare("DELETE FROM meta WHERE key IN ('merkle_root', 'ignore_signature')").run();
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
const schemaWith = (generation: number): Schema =>
  fresh((database) => createGeneration(database, generation, "here"));

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

function generationsOf(database: Database): readonly number[] {
  return database
    .prepare("SELECT CAST(generation AS INTEGER) FROM run")
    .all()
    .map(([generation]) => Number(generation));
}
