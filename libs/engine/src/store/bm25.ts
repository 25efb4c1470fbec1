/**
 * Okapi BM25 as SQLite's FTS5 computes it, so that rankings agree between stores. Pure.
 *
 * score(d) = Σ over tokens of idf · f·(k1 + 1) / (f + k1·(1 − b + b·|d| / average |d|)), where f is the token's number of
 * occurrences in the document, each times the weight of its field, |d| counts all fields alike, and
 * idf = ln((N − n + 0.5) / (n + 0.5)), at least 1e-6.
 *
 * @see https://www.sqlite.org/fts5.html#the_bm25_function
 */
const K1 = 1.2;
const B = 0.75;
const MIN_IDF = 1e-6;

/** Words of a document by field; all documents of an index have the same fields. */
export type FieldWords = readonly (readonly string[])[];

interface Document {
  readonly length: number;
  /** Occurrences in each field, by token. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
}

export class Bm25 {
  private readonly documents: readonly Document[];
  private readonly averageLength: number;
  private readonly frequencies = new Map<string, number>();

  constructor(documents: readonly FieldWords[]) {
    this.documents = documents.map(documentOf);
    this.averageLength = this.documents.reduce((sum, { length }) => sum + length, 0) / this.documents.length;
    for (const { counts } of this.documents) for (const token of counts.keys()) this.frequencies.set(token, this.frequency(token) + 1);
  }

  /** In how many documents a token occurs. */
  frequency(token: string): number {
    return this.frequencies.get(token) ?? 0;
  }

  /** Positions of the documents that hold any of the tokens, in whichever field; ascending. */
  matching(tokens: readonly string[]): number[] {
    return [...this.documents.keys()].filter((at) => tokens.some((token) => this.documents[at]?.counts.has(token)));
  }

  /**
   * @param tokens distinct; the sum goes in their order
   * @param weights one for each field
   */
  score(document: number, tokens: readonly string[], weights: readonly number[]): number {
    const { length, counts } = this.documents[document] as Document;
    let score = 0;
    for (const token of tokens) {
      const weighted = (counts.get(token) ?? []).reduce((sum, count, field) => sum + count * (weights[field] as number), 0);
      score += this.idf(token) * ((weighted * (K1 + 1)) / (weighted + K1 * (1 - B + (B * length) / this.averageLength)));
    }
    return score;
  }

  private idf(token: string): number {
    const found = this.frequency(token);
    return Math.max(MIN_IDF, Math.log((this.documents.length - found + 0.5) / (found + 0.5)));
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
