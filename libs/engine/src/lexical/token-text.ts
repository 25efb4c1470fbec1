/**
 * Tokenizes whole texts for the lexical index; tokens are joined by spaces. Works on bytes because there is a
 * lot of text.
 */
import { MAX_WORD_CHARS, stem, tokenize } from "./tokens.ts";
import { WordMemory } from "./word-memory.ts";

const BLANK = 32;
/** There are many words but few parts: caching the stem of a part saves most of the work. */
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

/** `tokenize(text)`, joined by spaces. */
export function tokenText(text: string): string {
  // In most chunks the names or the comments are empty.
  if (text === "") return "";
  const { bytes, isAscii } = words.valuesOf(text);
  return bytes.toString(isAscii ? "latin1" : "utf8");
}

/** Tokens of a word, joined by spaces. A word with non-ASCII characters may be several words, or none. */
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
