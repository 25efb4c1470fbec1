/** A complete index in memory: its files in the order of their paths, and the tables that searches need. */
import type { SkipCause } from "@satori/contracts";
import { type CallFacts, decodeCallFacts, decompress } from "@satori/sidecar";
import { TokenFinder } from "../../lexical/token-finder.ts";
import { fieldWords } from "../../model/file-words.ts";
import { decodeCommits, type IndexedHistory } from "../../model/history.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import { NameUseTable } from "../../model/name-uses.ts";
import { compareText } from "../../model/paths.ts";
import type { CompletionMarker } from "../../model/run.ts";
import { decodeChunks, decodeSymbols } from "../../model/structure-codec.ts";
import { VectorTable } from "../../vectors/vector-table.ts";
import { allScores } from "../all-scores.ts";
import { Bm25, DOC_WEIGHTS, SCORE_WEIGHTS } from "../bm25.ts";
import { chunkText } from "../chunk-text.ts";
import { fileOfRow } from "../file-of-row.ts";
import {
  type DenseQuery,
  type DenseScores,
  type FileTable,
  type IndexedContent,
  type LexicalHit,
  readTooLate,
  type SkippedFile,
  type Snapshot,
  type StorableFile,
  type StoredCallFacts,
} from "../store.ts";

export class MemorySnapshot implements Snapshot {
  readonly runId: string;
  readonly files: FileTable;
  readonly skippedFiles: number;
  private readonly allSkipped: readonly SkippedFile[];
  private readonly allStored: readonly StorableFile[];
  private readonly bm25: Bm25;
  private readonly vectors: VectorTable | null;
  private readonly told: IndexedHistory | null;
  private uses: NameUseTable | null = null;
  private isReleased = false;

  constructor(
    readonly marker: CompletionMarker,
    readonly sequence: number,
    { files, skipped, inDegrees, history }: RunContent,
  ) {
    this.told = history && decodeCommits(history.commits);
    this.runId = marker.runId;
    this.skippedFiles = skipped.size;
    this.allSkipped = byPath(skipped).map(([path, cause]) => ({ path, cause }));
    this.allStored = byPath(files).map(([, file]) => file);
    this.files = fileTable(this.stored, inDegrees);
    this.bm25 = new Bm25(this.stored.flatMap(({ words }) => fieldWords(words)));
    this.vectors = vectorTable(this.stored, this.files, marker.fingerprint.embeddingDimension);
  }

  private get stored(): readonly StorableFile[] {
    if (this.isReleased) throw readTooLate();
    return this.allStored;
  }

  private get words(): Bm25 {
    if (this.isReleased) throw readTooLate();
    return this.bm25;
  }

  async skipped(): Promise<readonly SkippedFile[]> {
    if (this.isReleased) throw readTooLate();
    return this.allSkipped;
  }

  fileAt(path: string): number {
    return this.files.paths.indexOf(path);
  }

  async lexical(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): Promise<readonly LexicalHit[]> {
    const distinct = [...new Set(tokens)];
    const rows = this.words
      .matching(distinct, check)
      .filter((row) => !allowed || allowed[fileOfRow(this.files, row)] === 1);
    const hits = rows.map(
      (row) => (
        check?.(),
        {
          row,
          score: this.words.score(row, distinct, SCORE_WEIGHTS),
          docScore: this.words.score(row, distinct, DOC_WEIGHTS),
        }
      ),
    );
    return hits.sort((left, right) => right.score - left.score || left.row - right.row).slice(0, limit);
  }

  async frequencies(tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(tokens.map((token) => [token, this.words.frequency(token)]));
  }

  async matchedTokens(
    rows: readonly number[],
    tokens: readonly string[],
  ): Promise<readonly ReadonlySet<string>[]> {
    const { firstRows } = this.files;
    const finder = new TokenFinder(tokens);
    return rows.map((row) => {
      const file = fileOfRow(this.files, row);
      return finder.heldBy(chunkText(this.content(file), row - (firstRows[file] as number)));
    });
  }

  async dense(query: Float32Array, denseQuery: DenseQuery): Promise<DenseScores | null> {
    const { vectors } = this;
    return vectors?.dimension === query.length ? allScores(vectors, this.files, query, denseQuery) : null;
  }

  async filesDefining(name: string): Promise<readonly number[]> {
    return this.defining(name);
  }

  async symbolNames(least: number, most: number, check?: () => void): Promise<readonly string[]> {
    return [...new Set(this.stored.flatMap(({ symbolNames }) => symbolNames))].filter(
      ({ length }) => (check?.(), length >= least && length <= most),
    );
  }

  async namesInAnyCase(name: string): Promise<readonly string[]> {
    const names = new Set(this.stored.flatMap(({ symbolNames }) => symbolNames));
    return [...names].filter((other) => other.toLowerCase() === name.toLowerCase());
  }

  private defining(name: string): number[] {
    return [...this.stored.keys()].filter((file) => this.stored[file]?.symbolNames.includes(name));
  }

  get calls(): StoredCallFacts {
    this.uses ??= new NameUseTable(this.stored.map(({ nameUses }) => nameUses));
    const { uses } = this;
    return {
      flow: (file) => decodedFlow(this.stored[file]?.flow),
      filesWithoutFlow: () => [...this.stored.keys()].filter((file) => this.stored[file]?.nameUses === null),
      text: (file) => decompress((this.stored[file] as StorableFile).text).toString("utf8"),
      filesDefining: (name) => this.defining(name),
      filesUsing: (use, name) => uses.filesUsing(use, name),
    };
  }

  async history(): Promise<IndexedHistory | null> {
    return this.told;
  }

  utf8Text(file: number): Buffer {
    return decompress((this.stored[file] as StorableFile).text);
  }

  async contents(files: readonly number[]): Promise<readonly IndexedContent[]> {
    return files.map((file) => this.content(file));
  }

  async encodings(files: readonly number[]): Promise<readonly string[]> {
    return files.map((file) => this.stored[file]?.encoding ?? "");
  }

  private content(file: number): IndexedContent {
    const { path, text: compressed, chunkLines, symbols } = this.stored[file] as StorableFile;
    const text = decompress(compressed).toString("utf8");
    return { text, chunks: decodeChunks(chunkLines, text), symbols: decodeSymbols(symbols, path) };
  }

  [Symbol.dispose](): void {
    this.isReleased = true;
  }
}

function decodedFlow(bytes: Uint8Array | undefined): CallFacts | null {
  return bytes && bytes.length > 0 ? decodeCallFacts(bytes) : null;
}

// Builds the tables of a snapshot from all its files.

function fileTable(files: readonly StorableFile[], inDegrees: ReadonlyMap<string, number>): FileTable {
  const firstRows = new Uint32Array(files.length + 1);
  for (const [at, { words }] of files.entries())
    firstRows[at + 1] = (firstRows[at] as number) + words.lengths.length;
  return {
    count: files.length,
    paths: files.map(({ path }) => path),
    languages: files.map(({ language }) => language),
    lineCounts: Uint32Array.from(files, ({ lineCount }) => lineCount),
    pathClasses: Uint32Array.from(files, ({ pathClass }) => pathClass),
    withSyntaxErrors: Uint8Array.from(files, ({ isDegraded, hasSyntaxErrors }) =>
      Number(hasSyntaxErrors && !isDegraded),
    ),
    unparsed: Uint8Array.from(files, ({ isDegraded }) => Number(isDegraded)),
    nameParts: files.map(({ nameParts }) => nameParts),
    inDegrees: Uint32Array.from(files, ({ path }) => inDegrees.get(path) ?? 0),
    indexedAtMs: Float64Array.from(files, ({ indexedAtMs }) => indexedAtMs),
    firstRows,
  };
}

/** Rows: one per file, one per path, then one per chunk. Null without an embedder. */
function vectorTable(
  files: readonly StorableFile[],
  { count, firstRows }: FileTable,
  dimension: number | null,
): VectorTable | null {
  if (dimension === null || dimension === 0) return null;
  const table = new VectorTable(count * 2 + (firstRows[count] as number), dimension);
  for (const [at, { vectors, words }] of files.entries()) {
    if (!vectors) continue;
    const { values, scales } = vectors;
    // A file of one chunk has no vector of its own. The chunk's vector is stored at that position.
    const firstChunk = scales.length - words.lengths.length;
    const put = (row: number, from: number, to: number): void =>
      table.set(row, values.subarray(from * dimension, to * dimension), scales.subarray(from, to));
    put(count + at, 0, 1);
    put(at, 1, 2);
    put(count * 2 + (firstRows[at] as number), firstChunk, scales.length);
  }
  return table;
}

/** Everything that a run has written. */
export interface RunContent {
  readonly files: ReadonlyMap<string, StorableFile>;
  readonly skipped: ReadonlyMap<string, SkipCause>;
  readonly folders: ReadonlyMap<string, FolderManifest>;
  readonly inDegrees: ReadonlyMap<string, number>;
  readonly history: KeptHistory | null;
}
interface KeptHistory {
  readonly head: string;
  readonly commits: Uint8Array;
}
export const NOTHING: RunContent = {
  files: new Map(),
  skipped: new Map(),
  folders: new Map(),
  inDegrees: new Map(),
  history: null,
};

/** Entries in the order of the paths. */
export function byPath<Value>(values: ReadonlyMap<string, Value>): [string, Value][] {
  return [...values].sort(([left], [right]) => compareText(left, right));
}
