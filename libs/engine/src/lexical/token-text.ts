/**
 * Tokens of whole texts, joined by blanks: what the lexical index is given. Bytes in, bytes out, for there is
 * much of it.
 */
import { MAX_WORD_CHARS, stem, tokenize } from "./tokens.ts";
import { WordMemory } from "./word-memory.ts";

const BLANK = 32;
/** Words are many, their parts few: stemming a part once is most of what there is to save. */
const stems = new WordMemory({
  of: "parts",
  maxChars: MAX_WORD_CHARS,
  hasGaps: true,
  capacity: 1 << 16,
  compute: (part) => Buffer.from(stem(part), "latin1"),
});
const words = new WordMemory({
  of: "words",
  maxChars: MAX_WORD_CHARS,
  hasGaps: true,
  capacity: 1 << 17,
  compute: tokensOf,
});

/** `tokenize(text)` joined by blanks. */
export function tokenText(text: string): string {
  // Of most chunks the names or the comments.
  if (text === "") return "";
  const { bytes, isAscii } = words.valuesOf(text);
  return bytes.toString(isAscii ? "latin1" : "utf8");
}

/** Of a word, joined by blanks. What has more than ASCII in it may be several words, or none. */
function tokensOf(word: string): Uint8Array {
  const { bytes: parts, isAscii } = stems.valuesOf(word);
  if (!isAscii) return Buffer.from(tokenize(word).join(" "));
  if (!parts.includes(BLANK)) return parts;
  const tokens = Buffer.allocUnsafe(parts.length + 1 + word.length);
  tokens.set(parts);
  tokens[parts.length] = BLANK;
  tokens.write(word.toLowerCase(), parts.length + 1, "latin1");
  return tokens;
}
