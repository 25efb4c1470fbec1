/**
 * The lexical retriever: the best chunks by BM25, with the same order of operations as FTS5's `bm25`. Scores
 * all chunks that contain one of the tokens, from posting lists, in loops without branches, because a
 * mispredicted branch costs more than the arithmetic.
 *
 * @see https://www.sqlite.org/fts5.html#the_bm25_function
 */
import { TokenFinder } from "../../../lexical/token-finder.ts";
import { MAX_LEXICAL_CHARS } from "../../../model/indexed-file.ts";
import { moreLinesOf } from "../../../model/structure-codec.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { highest } from "../../../vectors/selection.ts";
import { K1, MIN_IDF } from "../../bm25.ts";
import { chunkText } from "../../chunk-text.ts";
import { fileOfRow } from "../../file-of-row.ts";
import type { IndexedContent, LexicalHit } from "../../store.ts";
import { readContent } from "../checked-blobs.ts";
import { decoded } from "../corruption-error.ts";
import type { SnapshotTables } from "../snapshot/snapshot-tables.ts";

/** Postings between two checks of the deadline; they take a tenth of a millisecond. */
const POSTINGS_AT_ONCE = 16_384;

export class LexicalSearch {
  constructor(
    private readonly database: Database,
    private readonly tables: SnapshotTables,
  ) {}

  /** Number of chunks that contain a token. */
  frequency(token: string): number {
    return this.tables.lexical.postings(this.database, token).rows.length;
  }

  /** As `Snapshot.lexical`. Equal scores are ordered by row, at the limit too. */
  best(
    tokens: readonly string[],
    limit: number,
    allowed: Uint8Array | null,
    check?: () => void,
  ): LexicalHit[] {
    if (tokens.length === 0 || limit <= 0) return [];
    const { fileOfChunk } = this.tables;
    const { matching, scores, docScores } = this.scoreAll(new Set(tokens), check);
    let count = matching.length;
    if (allowed !== null) {
      count = 0;
      for (let at = 0; at < matching.length; at++) {
        const row = matching[at] as number;
        matching[count] = row;
        count += allowed[fileOfChunk[row] as number] as number;
      }
    }
    const hits = highest(matching.subarray(0, count), scores, limit).map((row): LexicalHit => ({
      row,
      score: scores[row] as number,
      docScore: docScores[row] as number,
    }));
    return hits.sort((left, right) => right.score - left.score || left.row - right.row);
  }

  private scoreAll(tokens: ReadonlySet<string>, check?: () => void): ScoredChunks {
    const { lexical } = this.tables;
    const { chunks: total, lengthNorms } = lexical.statistics(this.database);
    // Each chunk is written to the next position before it is known to be new.
    const { scores, docScores, isMatching, matching } = lexical.workspace();
    let count = 0;
    for (const token of tokens) {
      check?.();
      const { rows, weightedTermFrequency, inDoc } = lexical.postings(this.database, token, check);
      const weight = Math.max(MIN_IDF, Math.log((total - rows.length + 0.5) / (rows.length + 0.5)));
      for (let from = 0; from < rows.length; from += POSTINGS_AT_ONCE) {
        if (from > 0) check?.();
        const end = Math.min(from + POSTINGS_AT_ONCE, rows.length);
        for (let at = from; at < end; at++) {
          const row = rows[at] as number;
          matching[count] = row;
          count += 1 - (isMatching[row] as number);
          isMatching[row] = 1;
          const damped = lengthNorms[row] as number;
          const frequency = (weightedTermFrequency[at] as number) / 2;
          const documented = inDoc[at] as number;
          scores[row] = (scores[row] as number) + weight * ((frequency * (K1 + 1)) / (frequency + damped));
          // Nearly always 0: skipping it saves a memory access.
          if (documented > 0)
            docScores[row] =
              (docScores[row] as number) + weight * ((documented * (K1 + 1)) / (documented + damped));
        }
      }
    }
    return { matching: matching.subarray(0, count), scores, docScores };
  }
}

/** Valid until the next search. */
interface ScoredChunks {
  /** Rows of the chunks that contain a token, distinct, in no order. */
  readonly matching: Uint32Array;
  /** By row. */
  readonly scores: Float64Array;
  readonly docScores: Float64Array;
}

// Finds which tokens the texts of chunks contain. For nearly all chunks the lexical index knows, without
// reading or splitting their texts. A chunk that is too long to be indexed in full has to be read.

export class MatchedTokens {
  constructor(
    private readonly database: Database,
    private readonly tables: SnapshotTables,
    private readonly content: (file: number) => IndexedContent,
  ) {}

  /** As `Snapshot.matchedTokens`. */
  of(rows: readonly number[], tokens: readonly string[]): Set<string>[] {
    const { files } = this.tables;
    const finder = new TokenFinder(tokens);
    const held = this.indexed(rows, tokens);
    return rows.map((row, at) => {
      const file = fileOfRow(files, row);
      return this.isWhollyIndexed(file)
        ? (held[at] as Set<string>)
        : finder.heldBy(chunkText(this.content(file), row - (files.firstRows[file] as number)));
    });
  }

  private indexed(rows: readonly number[], tokens: readonly string[]): Set<string>[] {
    const held = rows.map(() => new Set<string>());
    // 1-based positions among the requested rows; 0 for other rows.
    const positions = new Uint32Array(this.tables.fileOfChunk.length);
    for (const [at, row] of rows.entries()) positions[row] = at + 1;
    for (const token of tokens) {
      const list = this.tables.lexical.postings(this.database, token);
      for (let at = 0; at < list.rows.length; at++) {
        const position = positions[list.rows[at] as number] as number;
        if (position > 0 && list.inBody[at] === 1) (held[position - 1] as Set<string>).add(token);
      }
    }
    return held;
  }

  /**
   * Whether all chunks of the file are indexed in full. Cached for files large enough to have a longer chunk.
   */
  private isWhollyIndexed(file: number): boolean {
    const { sizes, wholeFiles, fileIds } = this.tables;
    if ((sizes[file] as number) <= MAX_LEXICAL_CHARS) return true;
    const id = fileIds[file] as number;
    let isWhole = wholeFiles.get(id);
    if (isWhole === undefined)
      wholeFiles.set(
        id,
        (isWhole =
          this.hasNoLineOfItsOwn(id) ||
          this.content(file).chunks.every(({ start, end }) => end - start <= MAX_LEXICAL_CHARS)),
      );
    return isWhole;
  }

  /**
   * Whether each chunk has more than one line. Such a chunk is never much larger than intended, so its text
   * need not be read. Reading means decompressing it, up to a megabyte for a new question.
   */
  private hasNoLineOfItsOwn(id: number): boolean {
    const [lines = new Uint8Array()] = readContent(this.database, this.tables.pool, id, ["chunk_lines"]);
    const encoded = Buffer.from(lines).toString("latin1");
    return decoded(`content_${this.tables.pool} of file ${id}, chunk_lines`, () =>
      moreLinesOf(encoded),
    ).every((more) => more > 0);
  }
}
