/**
 * Tables of a pool whose words and vectors are stored elsewhere: the version of each file, the number
 * of chunks with each token, and versions that may exist there without a file, to be removed later. Its
 * methods run inside a transaction of the caller.
 */
import type { Database, Statement } from "../../sqlite/driver.ts";
import type { StorableFile } from "../store.ts";
import { versionKey } from "../version-key.ts";
import { Digests } from "./checks/digests.ts";
import { versionCheck } from "./checks/row-checks.ts";
import { readColumns } from "./columns.ts";
import { damaged } from "./corruption-error.ts";
import { blob } from "./rows.ts";
import { textOf } from "./texts.ts";
import { WordCounts } from "./word-counts.ts";

export class VersionTables {
  private readonly statements: Record<StatementName, Statement>;
  /** Must be told when a transaction with `put` or `remove` begins and ends. */
  readonly words: WordCounts;

  constructor(
    private readonly database: Database,
    private readonly pool: number,
  ) {
    this.words = new WordCounts(database, pool);
    const prepared = Object.entries(SQL).map(([name, sql]) => [
      name,
      database.prepare(sql.replaceAll("#", String(pool))),
    ]);
    this.statements = Object.fromEntries(prepared) as Record<StatementName, Statement>;
  }

  /** Records a file's version and returns the check of its row. */
  put(fileId: number, file: StorableFile): number {
    const [key, tokens] = [versionKey(file), tokensOf(file)];
    this.statements.put.run(fileId, key, tokens, this.words.count(file, key));
    this.statements.forget.run(key);
    return versionCheck(fileId, key, tokens);
  }

  /**
   * Removes a file's version, which becomes stale, and returns the check of its row. Throws `STORE_CORRUPT`
   * if there is no row.
   */
  remove(fileId: number, nowMs: number): number {
    const row = this.statements.words.get(fileId);
    if (!row) throw damaged(`version_${this.pool} of file ${fileId}: no row`);
    const key = textOf(blob(row[1]), `version_${this.pool} of file ${fileId}, key`);
    this.words.discount(blob(row[0]), key);
    this.statements.retire.run(nowMs, fileId);
    this.statements.remove.run(fileId);
    return versionCheck(fileId, key, Number(row[2]));
  }

  /**
   * Records versions before they are written elsewhere, so that they can be removed if no file ever lists
   * them.
   */
  expect(keys: readonly string[], nowMs: number): void {
    for (const key of keys) this.statements.expect.run(key, nowMs, key);
  }

  /** Versions that were removed or never listed, and were recorded by then; ascending. */
  stale(untilMs: number): string[] {
    return this.statements.stale.all(untilMs).map(([key]) => String(key));
  }

  /** Versions of files with chunks. */
  held(): string[] {
    return this.statements.held.all().map(([key]) => String(key));
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.statements.forget.run(key);
  }

  /** Version of each file by database id, and the number of all their tokens. Throws `STORE_CORRUPT`. */
  all(): { readonly keys: ReadonlyMap<number, string>; readonly tokens: number } {
    const { numbers, texts } = readColumns(this.database, `version_${this.pool}`, {
      numbers: ["file_id", "tokens"],
      texts: ["key"],
    });
    const [ids = [], tokens = []] = numbers;
    const [keys = []] = texts;
    const checks = ids.map((id, at) => versionCheck(id, keys[at] as string, tokens[at] as number));
    new Digests(this.database, this.pool).requireVersions(checks);
    return {
      keys: new Map(ids.map((id, at) => [id, keys[at] as string])),
      tokens: tokens.reduce((sum, count) => sum + count, 0),
    };
  }
}

/** `#` stands for the pool. */
const SQL = {
  put: "INSERT INTO version_#(file_id, key, tokens, words) VALUES(?,?,?,?)",
  words:
    "SELECT CAST(words AS BLOB), CAST(key AS BLOB), CAST(tokens AS INTEGER) FROM version_# WHERE file_id = ?",
  retire: "INSERT OR REPLACE INTO stale_#(key, since) SELECT key, ? FROM version_# WHERE file_id = ?",
  remove: "DELETE FROM version_# WHERE file_id = ?",
  expect:
    "INSERT OR REPLACE INTO stale_#(key, since) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM version_# " +
    "WHERE key = ?)",
  stale: "SELECT key FROM stale_# WHERE since <= ? ORDER BY key",
  held: "SELECT key FROM version_# JOIN file_# ON id = file_id WHERE chunk_count > 0",
  forget: "DELETE FROM stale_# WHERE key = ?",
} as const;
type StatementName = keyof typeof SQL;

/** Tables of a pool, without the pool number at the end. */
export const VERSION_TABLES = ["version", "word", "stale"] as const;

export function createVersionTables(database: Database, pool: number): void {
  database.exec(`
    CREATE TABLE version_${pool}(file_id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, tokens INTEGER NOT NULL, words BLOB NOT NULL);
    CREATE TABLE word_${pool}(key TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE stale_${pool}(key TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
  `);
}

/** Whether a pool has these tables. */
export function keepsVersions(database: Database, pool: number): boolean {
  return (
    database
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
      .get(`version_${pool}`) !== undefined
  );
}

/** Tokens of all fields; those of the path count in each chunk. */
function tokensOf({ words }: StorableFile): number {
  return words.lengths.reduce((sum, length) => sum + length, 0);
}
