/** Tokens of whole texts, joined by blanks: what the lexical index is given. Bytes in, bytes out, for there is much of it. */
import { stemmer } from "stemmer";
import { MAX_WORD_CHARS, wordTokens, wordsOf } from "./tokens.ts";
import { WordMemory, asciiOf, utf8Of } from "./word-memory.ts";
import { endOfPart, endOfWord, nextPart, nextWord } from "./word-parts.ts";

const BLANK = 32;

const stems = new WordMemory({ ignoresCase: true, capacity: 1 << 15, compute: (part) => Buffer.from(stemmer(asciiOf(part).toLowerCase()), "latin1") });
/** Tokens of each word, joined by blanks. */
const words = new WordMemory({ ignoresCase: false, capacity: 1 << 17, compute: tokensOfWord });

/** `tokenize(text)` joined by blanks. */
export function tokenText(text: string): string {
  const bytes = utf8Of(text);
  if (bytes.length !== text.length) return wordsOf(text).flatMap(wordTokens).join(" ");
  ofText.clear();
  for (let start = nextWord(bytes, 0); start < bytes.length; ) {
    const end = endOfWord(bytes, start);
    ofText.add(words, words.find(bytes, start, end));
    start = nextWord(bytes, end);
  }
  return asciiOf(ofText.bytes());
}

/** As `wordTokens` splits words, without strings. */
function tokensOfWord(word: Uint8Array): Uint8Array {
  ofWord.clear();
  if (word.length > MAX_WORD_CHARS) return ofWord.bytes();
  let parts = 0;
  for (let at = nextPart(word, 0, word.length); at < word.length; at = nextPart(word, at, word.length)) {
    const end = endOfPart(word, at, word.length);
    ofWord.add(stems, stems.find(word, at, end));
    at = end;
    parts++;
  }
  if (parts > 1) ofWord.addInLowerCase(word);
  return ofWord.bytes();
}

/** Tokens one after the other with blanks between. */
class BlankJoined {
  private buffer = new Uint8Array(1 << 12);
  private length = 0;

  clear(): void {
    this.length = 0;
  }

  /** Adds a value of a memory. */
  add(memory: WordMemory, valueAt: number): void {
    const source = memory.bytes;
    const size = (source[valueAt] as number) + 256 * (source[valueAt + 1] as number);
    if (size === 0) return;
    let to = this.begin(size);
    const { buffer } = this;
    for (let from = valueAt + 2; from < valueAt + 2 + size; from++) buffer[to++] = source[from] as number;
    this.length = to;
  }

  addInLowerCase(word: Uint8Array): void {
    let to = this.begin(word.length);
    for (const code of word) this.buffer[to++] = code >= 65 && code <= 90 ? code + 32 : code;
    this.length = to;
  }

  /** Valid until something is added. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Where a token of this size goes, behind a blank unless it is the first. */
  private begin(size: number): number {
    if (this.length + 1 + size > this.buffer.length) {
      const grown = new Uint8Array(2 * (this.buffer.length + size));
      grown.set(this.buffer);
      this.buffer = grown;
    }
    if (this.length > 0) this.buffer[this.length++] = BLANK;
    return this.length;
  }
}

const ofText = new BlankJoined();
const ofWord = new BlankJoined();
