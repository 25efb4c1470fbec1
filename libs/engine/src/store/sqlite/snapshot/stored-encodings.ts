/**
 * Encodings of the files of one state. Nearly all are UTF-8, and every answer asks for some: the others are
 * read once, since a query for each file would cost a search a tenth of its time.
 */
import type { Database } from "../../../sqlite/driver.ts";
import { blob } from "../rows.ts";
import { textOf } from "../texts.ts";

const USUAL = "utf-8";

export class StoredEncodings {
  private others: ReadonlyMap<number, string> | null = null;

  constructor(private readonly pool: number) {}

  /** @param fileId id of a file of this state */
  of(database: Database, fileId: number): string {
    this.others ??= this.read(database);
    return this.others.get(fileId) ?? USUAL;
  }

  private read(database: Database): Map<number, string> {
    const table = `file_${this.pool}`;
    const rows = database
      .prepare(
        `SELECT CAST(id AS INTEGER), CAST(encoding AS BLOB) FROM ${table} WHERE encoding <> '${USUAL}'`,
      )
      .all();
    return new Map(
      rows.map(([id, encoding = null]) => [Number(id), textOf(blob(encoding), `${table}, encoding`)]),
    );
  }
}
