/**
 * The built-in embedder's tokeniser: words split at capitals and digits, then greedy longest match against a vocabulary
 * (`##` marks a continuation). Ids must equal those in static.vectors.json exactly.
 */
import { WordMemory, asciiOf, utf8Of } from "../lexical/word-memory.ts";
import { endOfPart, isDigit, nextPart } from "../lexical/word-parts.ts";

const MAX_WORD_CHARS = 40;
const MAX_DIGITS = 4;
const REMEMBERED_WORDS = 1 << 16;

export class WordPiece {
  private readonly rows = new Map<string, number>();
  private readonly continuations = new Map<string, number>();
  /** The rows of each word, two bytes each. */
  private readonly known = new WordMemory({
    ignoresCase: true,
    capacity: REMEMBERED_WORDS,
    compute: (word) => new Uint8Array(Uint16Array.from(this.split(asciiOf(word).toLowerCase())).buffer),
  });

  /** @param vocabulary at most 65,536 tokens in row order */
  constructor(vocabulary: readonly string[]) {
    for (const [row, token] of vocabulary.entries()) {
      if (token.startsWith("##") && token.length > 2) this.continuations.set(token.slice(2), row);
      else this.rows.set(token, row);
    }
  }

  /** Row numbers of a text's tokens, in its order. */
  encode(text: string): number[] {
    const ids: number[] = [];
    const bytes = utf8Of(text);
    for (let at = nextPart(bytes, 0, bytes.length); at < bytes.length; at = nextPart(bytes, at, bytes.length)) {
      const end = endOfPart(bytes, at, bytes.length);
      // Of a long number the last digits count.
      const start = isDigit(bytes[at] as number) ? Math.max(at, end - MAX_DIGITS) : at;
      if (end - start <= MAX_WORD_CHARS) this.append(this.known.find(bytes, start, end), ids);
      at = end;
    }
    return ids;
  }

  private append(from: number, ids: number[]): void {
    const { bytes } = this.known;
    const end = from + 2 + (bytes[from] as number);
    for (let at = from + 2; at < end; at += 2) ids.push((bytes[at] as number) + 256 * (bytes[at + 1] as number));
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
