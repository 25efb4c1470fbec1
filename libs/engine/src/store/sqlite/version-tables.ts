/**
 * Tables of a generation whose words and vectors are kept elsewhere: which version of each file this index holds, in how many
 * chunks each token occurs, and which versions may be there without being held, to be removed in time. Its methods run inside a transaction of the caller.
 */
import type { Database, Statement } from "../../sqlite/driver.ts";
import type { LexicalFields } from "../../model/indexed-file.ts";
import type { StorableFile } from "../store.ts";
import { versionKey } from "../version-key.ts";
import { blob } from "./rows.ts";
import { WordCounts } from "./word-counts.ts";

export class VersionTables {
  private readonly statements: Record<StatementName, Statement>;
  /** To be told when a transaction that puts or removes begins and ends. */
  readonly words: WordCounts;

  constructor(database: Database, generation: number) {
    this.words = new WordCounts(database, generation);
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql.replaceAll("#", String(generation)))]);
    this.statements = Object.fromEntries(prepared) as Record<StatementName, Statement>;
  }

  put(fileId: number, file: StorableFile): void {
    const key = versionKey(file);
    this.statements.put.run(fileId, key, tokensOf(file), this.words.count(file));
    this.statements.forget.run(key);
  }

  /** From now on the file's version is held no more. */
  remove(fileId: number, nowMs: number): void {
    this.words.discount(blob(this.statements.words.get(fileId)?.[0]));
    this.statements.retire.run(nowMs, fileId);
    this.statements.remove.run(fileId);
  }

  /** Notes versions that are about to be written elsewhere, should they never come to be held. */
  expect(keys: readonly string[], nowMs: number): void {
    for (const key of keys) this.statements.expect.run(key, nowMs, key);
  }

  /** Versions that are held no more, or never were; ascending. */
  stale(untilMs: number): string[] {
    return this.statements.stale.all(untilMs).map(([key]) => String(key));
  }

  /** Of files with chunks. */
  held(): string[] {
    return this.statements.held.all().map(([key]) => String(key));
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.statements.forget.run(key);
  }

  /** Each file's version by its database id, and the number of all their tokens. */
  all(): { readonly keys: ReadonlyMap<number, string>; readonly tokens: number } {
    const rows = this.statements.all.all();
    return { keys: new Map(rows.map(([id, key]) => [Number(id), String(key)])), tokens: rows.reduce((sum, [, , tokens]) => sum + Number(tokens), 0) };
  }
}

/** `#` stands for the generation. */
const SQL = {
  put: "INSERT INTO version_#(file_id, key, tokens, words) VALUES(?,?,?,?)",
  words: "SELECT CAST(words AS BLOB) FROM version_# WHERE file_id = ?",
  retire: "INSERT OR REPLACE INTO stale_#(key, since) SELECT key, ? FROM version_# WHERE file_id = ?",
  remove: "DELETE FROM version_# WHERE file_id = ?",
  expect: "INSERT OR REPLACE INTO stale_#(key, since) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM version_# WHERE key = ?)",
  stale: "SELECT key FROM stale_# WHERE since <= ? ORDER BY key",
  held: "SELECT key FROM version_# JOIN file_# ON id = file_id WHERE chunk_count > 0",
  forget: "DELETE FROM stale_# WHERE key = ?",
  all: "SELECT file_id, key, tokens FROM version_# ORDER BY file_id",
} as const;
type StatementName = keyof typeof SQL;

/** Tables of a generation, without the number at their end. */
export const VERSION_TABLES = ["version", "word", "stale"] as const;

export function createVersionTables(database: Database, generation: number): void {
  database.exec(`
    CREATE TABLE version_${generation}(file_id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, tokens INTEGER NOT NULL, words BLOB NOT NULL);
    CREATE TABLE word_${generation}(token TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE stale_${generation}(key TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
  `);
}

/** Whether a generation has these tables. */
export function keepsVersions(database: Database, generation: number): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(`version_${generation}`) !== undefined;
}

/** Of all fields, the path's in each chunk. */
function tokensOf({ lexical, pathWords }: StorableFile): number {
  const inPath = countTokens(pathWords);
  return lexical.reduce((sum, fields) => sum + chunkTokens(fields) + inPath, 0);
}

function chunkTokens({ body, symbols, doc }: LexicalFields): number {
  return countTokens(body) + countTokens(symbols) + countTokens(doc);
}

function countTokens(joined: string): number {
  if (joined === "") return 0;
  let count = 1;
  for (let at = joined.indexOf(" "); at !== -1; at = joined.indexOf(" ", at + 1)) count++;
  return count;
}
