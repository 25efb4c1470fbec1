/** Which of a question's tokens a text holds. Search asks that of some hundred texts for each question. */
import { splitWord, tokenize } from "./tokens.ts";
import { WordMemory, asciiOf, utf8Of } from "./word-memory.ts";
import { endOfWord, nextWord } from "./word-parts.ts";

/** Tokens that have a number; beyond it the next question begins with none. */
const MAX_TOKENS = 200_000;
const BYTES = 4;

/** Numbers for tokens, and the numbers of each word's tokens. */
class Vocabulary {
  private readonly ids = new Map<string, number>();
  readonly words = new WordMemory({
    ignoresCase: false,
    capacity: 1 << 16,
    compute: (word) => new Uint8Array(Uint32Array.from(splitWord(asciiOf(word)), (token) => this.idOf(token)).buffer),
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
  constructor(private readonly tokens: readonly string[]) {
    if (shared.isFull) shared = new Vocabulary();
    this.vocabulary = shared;
    this.asked = new Map(tokens.map((token) => [shared.idOf(token), token]));
  }

  /** The tokens asked for that `tokenize(text)` gives. */
  heldBy(text: string): Set<string> {
    const bytes = utf8Of(text);
    if (bytes.length !== text.length) {
      const all = new Set(tokenize(text));
      return new Set(this.tokens.filter((token) => all.has(token)));
    }
    const held = new Set<string>();
    for (let start = nextWord(bytes, 0); start < bytes.length; ) {
      const end = endOfWord(bytes, start);
      this.note(this.vocabulary.words.find(bytes, start, end), held);
      start = nextWord(bytes, end);
    }
    return held;
  }

  private note(valueAt: number, held: Set<string>): void {
    const { bytes } = this.vocabulary.words;
    const end = valueAt + 2 + (bytes[valueAt] as number) + 256 * (bytes[valueAt + 1] as number);
    for (let at = valueAt + 2; at < end; at += BYTES) {
      const id = (bytes[at] as number) + 256 * (bytes[at + 1] as number) + 65_536 * (bytes[at + 2] as number);
      const token = this.asked.get(id);
      if (token !== undefined) held.add(token);
    }
  }
}
