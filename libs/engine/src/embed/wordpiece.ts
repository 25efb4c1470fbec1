/**
 * The built-in embedder's tokenizer: splits words at capitals and digits, then takes the greedy longest match
 * in a vocabulary (`##` marks a continuation). Ids must equal those in testing/static.vectors.json exactly.
 */
import { WordMemory } from "../lexical/word-memory.ts";

const REMEMBERED_WORDS = 1 << 16;

export class WordPiece {
  private readonly rows = new Map<string, number>();
  private readonly continuations = new Map<string, number>();
  /** Characters of the longest token. */
  private longest = 0;
  /** The rows of each part of a word, two bytes each. */
  private readonly known = new WordMemory({
    of: "parts",
    maxChars: 40,
    maxDigits: 4,
    capacity: REMEMBERED_WORDS,
    compute: (part) => new Uint8Array(Uint16Array.from(this.split(part.toLowerCase())).buffer),
  });

  /** @param vocabulary at most 65,536 tokens, in row order */
  constructor(vocabulary: readonly string[]) {
    for (const [row, token] of vocabulary.entries()) {
      this.longest = Math.max(this.longest, token.length);
      if (token.startsWith("##") && token.length > 2) this.continuations.set(token.slice(2), row);
      else this.rows.set(token, row);
    }
  }

  /** Row numbers of a text's tokens, in its order. Valid until the next call. */
  encode(text: string): Uint16Array {
    const { bytes } = this.known.valuesOf(text);
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint16Array.BYTES_PER_ELEMENT);
  }

  /** Rows of one word's tokens; empty if some part of the word is unknown. */
  private split(word: string): readonly number[] {
    const ids: number[] = [];
    for (let at = 0; at < word.length;) {
      const table = at === 0 ? this.rows : this.continuations;
      let end = Math.min(word.length, at + this.longest);
      let row: number | undefined;
      while (end > at && (row = table.get(word.slice(at, end))) === undefined) end--;
      if (row === undefined) return [];
      ids.push(row);
      at = end;
    }
    return ids;
  }
}
