/** A snapshot over a read transaction and the tables in memory of the same state. */
import { decompress } from "@satori/sidecar";
import type { IndexedHistory } from "../../../model/history.ts";
import { type CompletionMarker, WORDS_MARKER_KIND, type WordsMarker } from "../../../model/run.ts";
import { allScores } from "../../all-scores.ts";
import {
  type DenseScores,
  type DenseQuery,
  type IndexedContent,
  type FileTable,
  type LexicalHit,
  type SkippedFile,
  type Snapshot,
  readTooLate,
} from "../../store.ts";
import { SqliteCallFacts } from "./call-facts.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { readContent } from "../checked-blobs.ts";
import { decoded } from "../corruption-error.ts";
import { LexicalSearch, MatchedTokens } from "../lexical/lexical-search.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";
import { StoredContent } from "./stored-content.ts";
import { VersionTables } from "../version-tables.ts";
import { readSkipped } from "../whole-reads.ts";
import { readWordCounts } from "../word-counts.ts";

const NO_BYTES = new Uint8Array();

export class SqliteSnapshot implements Snapshot {
  private readonly lexicalSearch: LexicalSearch;
  private callFacts: SqliteCallFacts | null = null;
  private isReleased = false;

  constructor(
    private readonly connection: Database,
    private readonly tables: SnapshotTables,
    private readonly release: () => void,
  ) {
    this.lexicalSearch = new LexicalSearch(connection, tables);
  }

  get runId(): string {
    return this.tables.marker.runId;
  }

  get sequence(): number {
    return this.tables.sequence;
  }

  get marker(): CompletionMarker | WordsMarker {
    return this.tables.marker;
  }

  get files(): FileTable {
    return this.tables.files;
  }

  get skippedFiles(): number {
    return this.tables.skippedFiles;
  }

  skipped(): Promise<readonly SkippedFile[]> {
    return Promise.resolve(readSkipped(this.database, this.tables.run));
  }

  fileAt(path: string): number {
    return this.tables.positions.get(path) ?? -1;
  }

  async lexical(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): Promise<readonly LexicalHit[]> {
    return this.words.best(tokens, limit, allowed, check);
  }

  frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map(tokens.map((token) => [token, this.words.frequency(token)])));
  }

  matchedTokens(rows: readonly number[], tokens: readonly string[]): Promise<readonly ReadonlySet<string>[]> {
    return Promise.resolve(
      new MatchedTokens(this.database, this.tables, (file) => this.content(file)).of(rows, tokens),
    );
  }

  async dense(query: Float32Array, denseQuery: DenseQuery): Promise<DenseScores | null> {
    if (this.marker.kind === WORDS_MARKER_KIND) return null;
    const vectors = this.tables.vectors.table(this.database);
    return vectors?.dimension === query.length ? allScores(vectors, this.files, query, denseQuery) : null;
  }

  /**
   * For a run whose words and vectors are stored elsewhere: the version of each file, in the order of
   * `files`, the number of all tokens, and versions without a file.
   */
  versions(): {
    readonly keys: readonly string[];
    readonly tokens: number;
    readonly stale: readonly string[];
  } {
    const versions = new VersionTables(this.database, this.tables.pool);
    const { keys, tokens } = versions.all();
    return {
      keys: this.tables.fileIds.map((id) => keys.get(id) ?? ""),
      tokens,
      stale: versions.stale(Number.MAX_SAFE_INTEGER),
    };
  }

  /**
   * For a run whose words are stored elsewhere: the number of chunks that contain each token. Tokens in no
   * chunk are left out.
   */
  wordCounts(tokens: readonly string[]): ReadonlyMap<string, number> {
    return readWordCounts(this.database, this.tables.pool, tokens);
  }

  get calls(): SqliteCallFacts {
    return (this.callFacts ??= new SqliteCallFacts(
      () => this.database,
      this.tables,
      (file) => this.content(file).text,
    ));
  }

  filesDefining(name: string): Promise<readonly number[]> {
    return Promise.resolve(this.calls.filesDefining(name));
  }

  async symbolNames(least: number, most: number, check?: () => void): Promise<readonly string[]> {
    const names = this.tables.names.all(this.database, check);
    return names.filter(({ length }) => (check?.(), length >= least && length <= most));
  }

  namesInAnyCase(name: string): Promise<readonly string[]> {
    return Promise.resolve(this.tables.names.inAnyCase(this.database, name));
  }

  history(): Promise<IndexedHistory | null> {
    return Promise.resolve(this.tables.history.of(this.database));
  }

  utf8Text(file: number): Buffer {
    const { fileIds, pool } = this.tables;
    const id = fileIds[file] as number;
    const [text = NO_BYTES] = readContent(this.database, pool, id, ["text"]);
    return text.length === 0
      ? Buffer.alloc(0)
      : decoded(`content_${pool} of file ${id}, text`, () => decompress(text));
  }

  contents(files: readonly number[]): Promise<readonly IndexedContent[]> {
    return Promise.resolve(files.map((file) => this.content(file)));
  }

  async encodings(files: readonly number[]): Promise<readonly string[]> {
    const { encodings, fileIds } = this.tables;
    return files.map((file) => encodings.of(this.database, fileIds[file] as number));
  }

  [Symbol.dispose](): void {
    if (this.isReleased) return;
    this.isReleased = true;
    this.release();
  }

  private get database(): Database {
    if (this.isReleased) throw readTooLate();
    return this.connection;
  }

  private get words(): LexicalSearch {
    if (this.isReleased) throw readTooLate();
    return this.lexicalSearch;
  }

  private content(file: number): IndexedContent {
    const { memory, fileIds, files, pool } = this.tables;
    const id = fileIds[file] as number;
    const load = (): StoredContent => {
      const [text = NO_BYTES, chunkLines = NO_BYTES, symbols = NO_BYTES] = readContent(
        this.database,
        pool,
        id,
        ["text", "chunk_lines", "symbols"],
      );
      return new StoredContent({
        path: files.paths[file] as string,
        where: `content_${pool} of file ${id}`,
        text,
        chunkLines: Buffer.from(chunkLines).toString("latin1"),
        symbols,
      });
    };
    return memory.contents.get(id, load);
  }
}
