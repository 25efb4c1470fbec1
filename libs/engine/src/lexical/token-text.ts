/** Tokens of whole texts, joined by blanks: what the lexical index is given. Bytes in, bytes out, for there is much of it. */
import { splitWord, wordTokens, wordsOf } from "./tokens.ts";
import { WordMemory, asciiOf, utf8Of } from "./word-memory.ts";
import { endOfWord, nextWord } from "./word-parts.ts";

const BLANK = 32;

/** Tokens of each word, joined by blanks. */
const words = new WordMemory({ ignoresCase: false, capacity: 1 << 17, compute: (word) => Buffer.from(splitWord(asciiOf(word)).join(" "), "latin1") });
let output = new Uint8Array(1 << 16);

/** `tokenize(text)` joined by blanks. */
export function tokenText(text: string): string {
  const bytes = utf8Of(text);
  if (bytes.length !== text.length) return wordsOf(text).flatMap(wordTokens).join(" ");
  let length = 0;
  for (let start = nextWord(bytes, 0); start < bytes.length; ) {
    const end = endOfWord(bytes, start);
    length = append(words.find(bytes, start, end), length);
    start = nextWord(bytes, end);
  }
  return asciiOf(output.subarray(0, length));
}

/** Puts a value of `words` behind what is written, with a blank between. Returns how much is written then. */
function append(valueAt: number, length: number): number {
  const { bytes } = words;
  const size = (bytes[valueAt] as number) + 256 * (bytes[valueAt + 1] as number);
  if (size === 0) return length;
  if (length + 1 + size > output.length) {
    const grown = new Uint8Array(2 * (output.length + size));
    grown.set(output);
    output = grown;
  }
  const target = output;
  let to = length;
  if (to > 0) target[to++] = BLANK;
  for (let from = valueAt + 2; from < valueAt + 2 + size; from++) target[to++] = bytes[from] as number;
  return to;
}
