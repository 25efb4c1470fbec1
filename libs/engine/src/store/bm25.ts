/**
 * Okapi BM25 as SQLite's FTS5 computes it, so that rankings agree between stores. Pure.
 *
 * score(d) = Σ over tokens of idf · f·(k1 + 1) / (f + k1·(1 − b + b·|d| / average |d|)), where f is the
 * number of the token's occurrences in the document, each times the weight of its field, |d| counts all
 * fields alike, and idf = ln((N − n + 0.5) / (n + 0.5)), at least 1e-6.
 *
 * @see https://www.sqlite.org/fts5.html#the_bm25_function
 */
export const K1 = 1.2;
export const B = 0.75;
export const MIN_IDF = 1e-6;
/** Weight of an occurrence in each field of a chunk, in every store: body, symbols, path, doc. */
export const SCORE_WEIGHTS = [1, 0.5, 1, 0] as const;
/** The same weights for scores over documentation alone. */
export const DOC_WEIGHTS = [0, 0, 0, 1] as const;

/** Words of a document by field; all documents of an index have the same fields. */
export type FieldWords = readonly (readonly string[])[];

/** Occurrences of tokens in each field of a document. */
export type FieldCounts = ReadonlyMap<string, readonly number[]>;

/** Statistics over all documents. */
export interface Corpus {
  readonly documents: number;
  /** Tokens of all documents together. */
  readonly tokens: number;
  /** Number of documents that contain a token. */
  readonly frequency: (token: string) => number;
}

/** Scores single documents with given statistics. */
export class Bm25Scale {
  constructor(private readonly corpus: Corpus) {}

  /**
   * BM25 of one document.
   *
   * @param tokens distinct; the sum is in their order
   * @param length document length, in tokens
   * @param weights one per field
   */
  score(tokens: readonly string[], counts: FieldCounts, length: number, weights: readonly number[]): number {
    const averageLength = this.corpus.tokens / this.corpus.documents;
    let score = 0;
    for (const token of tokens) {
      const weighted = (counts.get(token) ?? []).reduce(
        (sum, count, field) => sum + count * (weights[field] as number),
        0,
      );
      score +=
        this.idf(token) * ((weighted * (K1 + 1)) / (weighted + K1 * (1 - B + (B * length) / averageLength)));
    }
    return score;
  }

  private idf(token: string): number {
    const found = this.corpus.frequency(token);
    return Math.max(MIN_IDF, Math.log((this.corpus.documents - found + 0.5) / (found + 0.5)));
  }
}

interface Document {
  readonly length: number;
  readonly counts: FieldCounts;
}

/** An index in memory over some documents, which are numbered by position. */
export class Bm25 {
  private readonly documents: readonly Document[];
  private readonly scale: Bm25Scale;
  private readonly frequencies = new Map<string, number>();

  constructor(documents: readonly FieldWords[]) {
    this.documents = documents.map(documentOf);
    const tokens = this.documents.reduce((sum, { length }) => sum + length, 0);
    this.scale = new Bm25Scale({
      documents: this.documents.length,
      tokens,
      frequency: (token) => this.frequency(token),
    });
    for (const { counts } of this.documents)
      for (const token of counts.keys()) this.frequencies.set(token, this.frequency(token) + 1);
  }

  /** Number of documents that contain a token. */
  frequency(token: string): number {
    return this.frequencies.get(token) ?? 0;
  }

  /**
   * Positions of the documents that contain any of the tokens in any field; ascending.
   *
   * @param check called for each document; may throw
   */
  matching(tokens: readonly string[], check?: () => void): number[] {
    return [...this.documents.keys()].filter(
      (at) => (check?.(), tokens.some((token) => this.documents[at]?.counts.has(token))),
    );
  }

  /**
   * BM25 of the document at a position.
   *
   * @param tokens distinct; the sum is in their order
   * @param weights one per field
   */
  score(document: number, tokens: readonly string[], weights: readonly number[]): number {
    const { length, counts } = this.documents[document] as Document;
    return this.scale.score(tokens, counts, length, weights);
  }
}

function documentOf(fields: FieldWords): Document {
  const counts = new Map<string, number[]>();
  for (const [field, words] of fields.entries()) {
    for (const word of words) {
      let of = counts.get(word);
      if (!of) counts.set(word, (of = fields.map(() => 0)));
      of[field] = (of[field] as number) + 1;
    }
  }
  return { length: fields.reduce((sum, words) => sum + words.length, 0), counts };
}
