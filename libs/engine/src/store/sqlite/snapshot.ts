/** A snapshot over a read transaction and the tables in memory that belong to the same state. */
import type { CompletionMarker } from "../../model/run.ts";
import { fileOfRow } from "../file-of-row.ts";
import type { DenseScores, FileContent, FileTable, LexicalHit, Snapshot } from "../store.ts";
import { StoredContent } from "./content-cache.ts";
import type { Database } from "./driver.ts";
import { blob } from "./rows.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

/** Weights of body, symbols, path and doc in the two sums that are read off one scan. */
const SCORE_WEIGHTS = "1, 0.5, 1, 0";
const DOC_WEIGHTS = "0, 0, 0, 1";
const FILTERED_FACTOR = 8;
/** Tokens whose number of chunks is remembered for one state of the index. */
const MAX_TOKEN_COUNTS = 10_000;

export class SqliteSnapshot implements Snapshot {
  constructor(private readonly database: Database, private readonly tables: SnapshotTables, private readonly release: () => void) {}

  get runId(): string {
    return this.tables.marker.runId;
  }

  get sequence(): number {
    return this.tables.sequence;
  }

  get marker(): CompletionMarker {
    return this.tables.marker;
  }

  get files(): FileTable {
    return this.tables.files;
  }

  get skippedFiles(): number {
    return this.tables.skippedFiles;
  }

  fileAt(path: string): number {
    return this.tables.positions.get(path) ?? -1;
  }

  lexical(tokens: readonly string[], limit: number, allowed: Uint8Array | null): Promise<readonly LexicalHit[]> {
    const distinct = [...new Set(tokens)];
    if (distinct.length === 0) return Promise.resolve([]);
    const table = `lexical_${this.tables.generation}`;
    // Equal scores at the cut are settled by row id, which is stable for an index.
    const sql = `SELECT rowid, bm25(${table}, ${SCORE_WEIGHTS}) AS score, bm25(${table}, ${DOC_WEIGHTS}) FROM ${table} WHERE ${table} MATCH ? ORDER BY score, rowid LIMIT ?`;
    const statement = this.database.prepare(sql);
    const match = distinct.map(quoteToken).join(" OR ");
    // Most of the time goes into scoring every match, whatever the limit: a filter asks for more until it has enough.
    for (let ask = allowed ? limit * FILTERED_FACTOR : limit; ; ask *= FILTERED_FACTOR) {
      const rows = statement.all(match, ask);
      const hits = rows.map(([chunk, score, docScore]) => ({ row: this.rowOf(Number(chunk)), score: -Number(score), docScore: -Number(docScore) }));
      const accepted = allowed ? hits.filter(({ row }) => allowed[fileOfRow(this.tables.files, row)] === 1).slice(0, limit) : hits;
      if (accepted.length >= limit || rows.length < ask) return Promise.resolve(accepted.sort((left, right) => right.score - left.score || left.row - right.row));
    }
  }

  frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { tokenCounts, generation } = this.tables;
    const statement = this.database.prepare(`SELECT count(*) FROM lexical_${generation} WHERE lexical_${generation} MATCH ?`);
    const counted = [...new Set(tokens)].map((token): [string, number] => {
      const count = tokenCounts.get(token) ?? Number(statement.get(quoteToken(token))?.[0]);
      if (tokenCounts.size < MAX_TOKEN_COUNTS) tokenCounts.set(token, count);
      return [token, count];
    });
    return Promise.resolve(new Map(counted));
  }

  dense(query: Float32Array): Promise<DenseScores | null> {
    const { vectors, files } = this.tables;
    if (!vectors) return Promise.resolve(null);
    return Promise.resolve({ files: vectors.score(query, 0, files.count), paths: vectors.score(query, files.count, files.count), chunks: vectors.score(query, files.count * 2) });
  }

  filesDefining(name: string): Promise<readonly number[]> {
    const rows = this.database.prepare(`SELECT file_id FROM symbol_name_${this.tables.generation} WHERE name = ?`).all(name);
    return Promise.resolve(rows.map(([id]) => this.tables.fileById.get(Number(id)) ?? -1).filter((file) => file >= 0).sort((left, right) => left - right));
  }

  contents(files: readonly number[]): Promise<readonly FileContent[]> {
    return Promise.resolve(files.map((file) => this.content(file)));
  }

  [Symbol.dispose](): void {
    this.release();
  }

  private content(file: number): FileContent {
    const { contents, fileIds, files, generation } = this.tables;
    const id = fileIds[file] as number;
    const load = (): StoredContent => {
      const [text, chunkLines, symbols] = this.database.prepare(`SELECT text, chunk_lines, symbols FROM content_${generation} WHERE file_id = ?`).get(id) ?? [];
      return new StoredContent(files.paths[file] as string, blob(text), String(chunkLines ?? ""), blob(symbols));
    };
    return contents.get(id, load);
  }

  /** Row of a chunk, from its row id in the lexical table. */
  private rowOf(chunk: number): number {
    const { byChunk, firstChunks, files } = this.tables;
    let low = 0;
    let high = byChunk.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firstChunks[byChunk[middle] as number] as number) <= chunk) low = middle;
      else high = middle - 1;
    }
    // Files without chunks share their first chunk with the file after them, and sort before it or after it alike.
    let at = low;
    while (at > 0 && files.firstRows[(byChunk[at] as number) + 1] === files.firstRows[byChunk[at] as number]) at--;
    const file = byChunk[at] as number;
    return (files.firstRows[file] as number) + chunk - (firstChunks[file] as number);
  }
}

function quoteToken(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
