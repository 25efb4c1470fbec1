/**
 * The built-in embedder's tokeniser: words split at capitals and digits, then greedy longest match against a vocabulary
 * (`##` marks a continuation). Ids must equal those in static.vectors.json exactly.
 */

const WORD = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]{1,4}(?![0-9])/g;
const MAX_WORD_CHARS = 40;
/** Distinct words remembered with their ids; beyond it the memory starts anew. */
const MAX_CACHED_WORDS = 100_000;

export class WordPiece {
  private readonly rows = new Map<string, number>();
  private readonly continuations = new Map<string, number>();
  private readonly cache = new Map<string, readonly number[]>();

  /** @param vocabulary tokens in row order */
  constructor(vocabulary: readonly string[]) {
    for (const [row, token] of vocabulary.entries()) {
      if (token.startsWith("##") && token.length > 2) this.continuations.set(token.slice(2), row);
      else this.rows.set(token, row);
    }
  }

  /** Row numbers of a text's tokens, in its order. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const word of text.match(WORD) ?? []) {
      if (word.length <= MAX_WORD_CHARS) for (const id of this.pieces(word)) ids.push(id);
    }
    return ids;
  }

  private pieces(word: string): readonly number[] {
    const known = this.cache.get(word);
    if (known) return known;
    if (this.cache.size >= MAX_CACHED_WORDS) this.cache.clear();
    const ids = this.split(word.toLowerCase());
    // A copy as the key: a piece cut out of a text keeps the whole text in memory.
    this.cache.set(Buffer.from(word, "latin1").toString("latin1"), ids);
    return ids;
  }

  /** Empty when some part of the word is unknown. */
  private split(word: string): readonly number[] {
    const ids: number[] = [];
    for (let at = 0; at < word.length; ) {
      const table = at === 0 ? this.rows : this.continuations;
      let end = word.length;
      while (end > at && !table.has(word.slice(at, end))) end--;
      if (end === at) return [];
      ids.push(table.get(word.slice(at, end)) as number);
      at = end;
    }
    return ids;
  }
}
