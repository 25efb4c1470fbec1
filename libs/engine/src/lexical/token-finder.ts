/** Which of a question's tokens a text holds. Search asks that of some hundred texts for each question. */
import { MAX_WORD_CHARS, tokenize } from "./tokens.ts";
import { WordMemory } from "./word-memory.ts";

/** Tokens that have a number; beyond it the next question begins with none. */
const MAX_TOKENS = 200_000;

/** Numbers for tokens, and the numbers of each word's tokens. */
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

  /** @param tokens as `tokenizeQuery` gives them */
  constructor(tokens: readonly string[]) {
    if (shared.isFull) shared = new Vocabulary();
    this.vocabulary = shared;
    this.asked = new Map(tokens.map((token) => [shared.idOf(token), token]));
  }

  /** The tokens asked for that `tokenize(text)` gives. */
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
