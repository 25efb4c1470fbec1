/** Finds which tokens of a question a text contains. Search does this for some hundred texts per question. */
import { MAX_WORD_CHARS, tokenize } from "./tokens.ts";
import { WordMemory } from "./word-memory.ts";

/** Most tokens in the vocabulary; beyond that, the next question starts with an empty one. */
const MAX_TOKENS = 200_000;

/** Numbers of tokens, and the token numbers of each word. */
class Vocabulary {
  private readonly ids = new Map<string, number>();
  readonly words = new WordMemory({
    of: "words",
    maxChars: MAX_WORD_CHARS,
    capacity: 1 << 16,
    compute: (word) => new Uint8Array(Uint32Array.from(tokenize(word), (token) => this.idOf(token)).buffer),
  });

  get isFull(): boolean {
    return this.ids.size > MAX_TOKENS;
  }

  idOf(token: string): number {
    let id = this.ids.get(token);
    if (id === undefined) this.ids.set(token, (id = this.ids.size));
    return id;
  }
}

let shared = new Vocabulary();

export class TokenFinder {
  private readonly vocabulary: Vocabulary;
  private readonly asked: ReadonlyMap<number, string>;

  /** @param tokens as returned by `tokenizeQuery` */
  constructor(tokens: readonly string[]) {
    if (shared.isFull) shared = new Vocabulary();
    this.vocabulary = shared;
    this.asked = new Map(tokens.map((token) => [shared.idOf(token), token]));
  }

  /** The question's tokens that `tokenize(text)` contains. */
  heldBy(text: string): Set<string> {
    const { bytes } = this.vocabulary.words.valuesOf(text);
    const ids = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
    const held = new Set<string>();
    for (const id of ids) {
      const token = this.asked.get(id);
      if (token !== undefined) held.add(token);
    }
    return held;
  }
}
