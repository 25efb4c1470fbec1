/**
 * A snapshot with files, texts and symbols from the local part, and words and vectors from Milvus, for the
 * versions that the local part lists.
 */
import { EngineError } from "../../errors.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import type { IndexedHistory } from "../../model/history.ts";
import type { CompletionMarker, WordsMarker } from "../../model/run.ts";
import { chunkText } from "../chunk-text.ts";
import { fileOfRow } from "../file-of-row.ts";
import type { SqliteSnapshot } from "../sqlite/snapshot/snapshot.ts";
import type {
  StoredCallFacts,
  DenseScores,
  DenseQuery,
  IndexedContent,
  FileTable,
  LexicalHit,
  SkippedFile,
  Snapshot,
} from "../store.ts";
import type { VectorSample } from "./search/vector-sample.ts";
import { searchVectors } from "./search/vector-search.ts";
import { type MilvusIndexState, searchWords } from "./search/word-search.ts";

/** Cached data of one state of an index. */
export interface SearchState {
  readonly held: MilvusIndexState;
  readonly sample: VectorSample;
}

export class MilvusSnapshot implements Snapshot {
  /**
   * @param search an error if the server is unavailable; everything but search is stored locally and still
   * works
   */
  constructor(
    private readonly local: SqliteSnapshot,
    private readonly search: SearchState | EngineError,
    private readonly dimension: number | null,
  ) {}

  get runId(): string {
    return this.local.runId;
  }

  get sequence(): number {
    return this.local.sequence;
  }

  get marker(): CompletionMarker | WordsMarker {
    return this.local.marker;
  }

  get files(): FileTable {
    return this.local.files;
  }

  get skippedFiles(): number {
    return this.local.skippedFiles;
  }

  skipped(): Promise<readonly SkippedFile[]> {
    return this.local.skipped();
  }

  get calls(): StoredCallFacts {
    return this.local.calls;
  }

  fileAt(path: string): number {
    return this.local.fileAt(path);
  }

  async lexical(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): Promise<readonly LexicalHit[]> {
    return searchWords(this.state.held, {
      tokens,
      limit,
      allowed,
      check,
      frequencies: this.local.wordCounts(tokens),
    });
  }

  frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = this.local.wordCounts(tokens);
    return Promise.resolve(new Map(tokens.map((token) => [token, counts.get(token) ?? 0])));
  }

  async matchedTokens(
    rows: readonly number[],
    tokens: readonly string[],
  ): Promise<readonly ReadonlySet<string>[]> {
    const finder = new TokenFinder(tokens);
    const { files } = this;
    const contents = await this.contents(rows.map((row) => fileOfRow(files, row)));
    return rows.map((row, at) =>
      finder.heldBy(
        chunkText(contents[at] as IndexedContent, row - (files.firstRows[fileOfRow(files, row)] as number)),
      ),
    );
  }

  async dense(query: Float32Array, denseQuery: DenseQuery): Promise<DenseScores | null> {
    if (this.dimension !== query.length) return null;
    const { held, sample } = this.state;
    return searchVectors(held, sample, query, denseQuery);
  }

  filesDefining(name: string): Promise<readonly number[]> {
    return this.local.filesDefining(name);
  }

  history(): Promise<IndexedHistory | null> {
    return this.local.history();
  }

  symbolNames(least: number, most: number, check?: () => void): Promise<readonly string[]> {
    return this.local.symbolNames(least, most, check);
  }

  namesInAnyCase(name: string): Promise<readonly string[]> {
    return this.local.namesInAnyCase(name);
  }

  utf8Text(file: number): Buffer {
    return this.local.utf8Text(file);
  }

  contents(files: readonly number[]): Promise<readonly IndexedContent[]> {
    return this.local.contents(files);
  }

  encodings(files: readonly number[]): Promise<readonly string[]> {
    return this.local.encodings(files);
  }

  private get state(): SearchState {
    if (this.search instanceof EngineError) throw this.search;
    return this.search;
  }

  [Symbol.dispose](): void {
    this.local[Symbol.dispose]();
  }
}
