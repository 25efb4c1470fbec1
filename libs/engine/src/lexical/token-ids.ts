/**
 * Tokens of whole texts as numbers, which are cheaper to count than strings. Works on bytes because there is
 * a lot of text.
 */
import { termOf } from "../model/file-words.ts";
import { MAX_WORD_CHARS, stem, tokenize } from "./tokens.ts";
import { WordMemory } from "./word-memory.ts";

/** Numbers tokens from 0 in the order in which it first sees them. It remembers all of them. */
export class TokenIds {
  /** By id, as `termOf` has them. */
  readonly terms: string[] = [];
  private readonly ids = new Map<string, number>();
  /** There are many words but few parts: caching the stem of a part saves most of the work. */
  private readonly stems = new WordMemory({
    of: "parts",
    hasPlurals: true,
    maxChars: MAX_WORD_CHARS,
    capacity: 1 << 16,
    compute: (part) => bytesOf(Uint32Array.of(this.idOf(stem(part)))),
  });
  private readonly words = new WordMemory({
    of: "words",
    maxChars: MAX_WORD_CHARS,
    capacity: 1 << 17,
    compute: (word) => this.idsOfWord(word),
  });

  /** Ids of the tokens of a text, as `tokenize` gives them, in its order. Valid until the next call. */
  idsOf(text: string): Uint32Array {
    // In most chunks the names or the comments are empty.
    if (text === "") return NONE;
    const { bytes } = this.words.valuesOf(text);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  }

  idOf(token: string): number {
    let id = this.ids.get(token);
    if (id === undefined) {
      this.ids.set(token, (id = this.terms.length));
      this.terms.push(termOf(token));
    }
    return id;
  }

  /** As bytes. A word with non-ASCII characters may be several words, or none. */
  private idsOfWord(word: string): Uint8Array {
    const { bytes: parts, isAscii } = this.stems.valuesOf(word);
    if (!isAscii) return bytesOf(Uint32Array.from(tokenize(word), (token) => this.idOf(token)));
    if (parts.length <= Uint32Array.BYTES_PER_ELEMENT) return parts;
    const ids = new Uint32Array(parts.length / Uint32Array.BYTES_PER_ELEMENT + 1);
    const bytes = bytesOf(ids);
    bytes.set(parts);
    ids[ids.length - 1] = this.idOf(word.toLowerCase());
    return bytes;
  }
}

const NONE = new Uint32Array();

function bytesOf(ids: Uint32Array): Uint8Array {
  return new Uint8Array(ids.buffer);
}
