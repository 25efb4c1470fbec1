/**
 * Tokens of whole texts as numbers, which are cheaper to count than strings. Works on bytes because there is
 * a lot of text.
 */
import { termOf } from "../model/file-words.ts";
import { MAX_WORD_CHARS, stem, tokenize } from "./tokens.ts";
import { WordMemory } from "./word-memory.ts";

/** There are many words but few parts: caching the stem of a part saves most of the work. */
const stems = new WordMemory({
  of: "parts",
  hasPlurals: true,
  maxChars: MAX_WORD_CHARS,
  hasGaps: true,
  capacity: 1 << 16,
  compute: (part) => Buffer.from(stem(part), "latin1"),
});

/** Numbers tokens from 0 in the order in which it first sees them. It remembers all of them. */
export class TokenIds {
  /** By id, as `termOf` has them. */
  readonly terms: string[] = [];
  private readonly ids = new Map<string, number>();
  private readonly words = new WordMemory({
    of: "words",
    maxChars: MAX_WORD_CHARS,
    capacity: 1 << 17,
    compute: (word) => this.idBytesOf(word),
  });

  /** Ids of the tokens of a text, as `tokenize` gives them, in its order. Valid until the next call. */
  idsOf(text: string): Uint32Array {
    // In most chunks the names or the comments are empty.
    if (text === "") return NONE;
    const { bytes } = this.words.valuesOf(text);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  }

  private idBytesOf(word: string): Uint8Array {
    const tokens = tokensOf(word);
    const ids = new Uint32Array(tokens.length);
    for (let at = 0; at < tokens.length; at++) ids[at] = this.idOf(tokens[at] as string);
    return new Uint8Array(ids.buffer);
  }

  idOf(token: string): number {
    let id = this.ids.get(token);
    if (id === undefined) {
      this.ids.set(token, (id = this.terms.length));
      this.terms.push(termOf(token));
    }
    return id;
  }
}

const NONE = new Uint32Array();

/** Tokens of a word. A word with non-ASCII characters may be several words, or none. */
function tokensOf(word: string): readonly string[] {
  const { bytes, isAscii } = stems.valuesOf(word);
  if (!isAscii) return tokenize(word);
  if (bytes.length === 0) return [];
  const parts = bytes.toString("latin1");
  return parts.includes(" ") ? [...parts.split(" "), word.toLowerCase()] : [parts];
}
