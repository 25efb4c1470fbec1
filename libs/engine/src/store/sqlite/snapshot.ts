/** A snapshot over a read transaction and the tables in memory that belong to the same state. */
import type { CompletionMarker } from "../../model/run.ts";
import type { DenseScores, FileContent, FileTable, LexicalHit, Snapshot } from "../store.ts";
import { SqliteCallFacts } from "./call-facts.ts";
import type { Database } from "../../sqlite/driver.ts";
import { HeldTokens } from "./lexical/held-tokens.ts";
import { LexicalSearch } from "./lexical/lexical-search.ts";
import { blob } from "./rows.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";
import { StoredContent } from "./stored-content.ts";

export class SqliteSnapshot implements Snapshot {
  private readonly words: LexicalSearch;
  private callFacts: SqliteCallFacts | null = null;

  constructor(private readonly database: Database, private readonly tables: SnapshotTables, private readonly release: () => void) {
    this.words = new LexicalSearch(database, tables);
  }

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
    return Promise.resolve(this.words.best(tokens, limit, allowed));
  }

  frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map(tokens.map((token) => [token, this.words.frequency(token)])));
  }

  tokensHeld(rows: readonly number[], tokens: readonly string[]): Promise<readonly ReadonlySet<string>[]> {
    return Promise.resolve(new HeldTokens(this.database, this.tables, (file) => this.content(file)).of(rows, tokens));
  }

  dense(query: Float32Array): Promise<DenseScores | null> {
    const { files } = this.tables;
    const vectors = this.tables.vectors.table(this.database);
    if (vectors?.dimension !== query.length) return Promise.resolve(null);
    return Promise.resolve({ files: vectors.score(query, 0, files.count), paths: vectors.score(query, files.count, files.count), chunks: vectors.score(query, files.count * 2) });
  }

  get calls(): SqliteCallFacts {
    return (this.callFacts ??= new SqliteCallFacts(this.database, this.tables, (file) => this.content(file).text));
  }

  filesDefining(name: string): Promise<readonly number[]> {
    return Promise.resolve(this.calls.filesDefining(name));
  }

  symbolNames(least: number, most: number): Promise<readonly string[]> {
    const names = this.database.prepare(`SELECT DISTINCT name FROM symbol_name_${this.tables.generation}`).all().map(([name]) => String(name));
    return Promise.resolve(names.filter(({ length }) => length >= least && length <= most));
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
}
