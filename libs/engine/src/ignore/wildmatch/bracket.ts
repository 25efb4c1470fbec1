/**
 * Bracket expressions of git's wildmatch: `[a-z]`, `[!...]`, `[^...]`, `[]x]`, `[[:alpha:]]`, `[\]]`. A
 * bracket becomes a table of the byte values it accepts, so that matching one byte is one lookup.
 */

/**
 * Whether patterns distinguish capitals: `folded` is git's way with `core.ignorecase`. Texts must then be in
 * lower case; only ASCII letters have one.
 */
export type LetterCase = "exact" | "folded";

/** A text as patterns of that case compare it. */
export function inLetterCase(text: string, letterCase: LetterCase): string {
  return letterCase === "folded" && CAPITAL.test(text)
    ? text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    : text;
}

const CAPITAL = /[A-Z]/;

/** A parsed bracket: which bytes it accepts, and where the pattern continues. */
export interface Bracket {
  /** 256 entries, 1 for accepted bytes. `/` is never accepted. */
  readonly members: Uint8Array;
  /** Index of the first character after the closing `]`. */
  readonly end: number;
}

const SLASH = 0x2f;

/**
 * Parses the bracket expression whose `[` is just before `start`.
 *
 * Returns null if it is unterminated or names an unknown class: in git, such a pattern matches nothing.
 *
 * As in git, a folded bracket accepts letters by ranges and classes of capitals, but by no single capital.
 *
 * @param glob the pattern, one character per byte
 */
export function parseBracket(glob: string, start: number, letterCase: LetterCase = "exact"): Bracket | null {
  const isNegated = glob[start] === "!" || glob[start] === "^";
  const first = isNegated ? start + 1 : start;
  const reader = new BracketReader(glob, first, letterCase);
  // A `]` in the first position is an ordinary character.
  while (reader.at === first || glob[reader.at] !== "]") if (!reader.readElement()) return null;
  const members = isNegated ? reader.members.map((member) => 1 - member) : reader.members;
  members[SLASH] = 0;
  return { members, end: reader.at + 1 };
}

/** Reads one element after the other. The methods return false if the pattern cannot match anything. */
class BracketReader {
  readonly members = new Uint8Array(256);
  at: number;
  readonly #glob: string;
  /** The byte where a range with a following `-` would start; 0 if the `-` would be an ordinary character. */
  #rangeStart = 0;

  readonly #letterCase: LetterCase;

  constructor(glob: string, at: number, letterCase: LetterCase) {
    this.#glob = glob;
    this.at = at;
    this.#letterCase = letterCase;
  }

  readElement(): boolean {
    const next = this.#glob[this.at + 1];
    if (this.#glob[this.at] === "-" && this.#rangeStart !== 0 && next !== undefined && next !== "]")
      return this.#readRange();
    if (this.#glob[this.at] === "[" && next === ":") return this.#readClass();
    return this.#readByte();
  }

  #readRange(): boolean {
    const low = this.#rangeStart;
    this.at += 1;
    const high = this.#literal();
    if (high === null) return false;
    if (low <= high) this.members.fill(1, low, high + 1);
    if (this.#letterCase === "folded")
      for (let byte = low; byte <= high; byte++) if (isUpper(byte)) this.members[byte + TO_LOWER] = 1;
    this.#rangeStart = 0;
    return true;
  }

  /** Reads `[:name:]`. Without the closing `:]`, the `[` is an ordinary member, as in git. */
  #readClass(): boolean {
    const nameAt = this.at + 2;
    const close = this.#glob.indexOf("]", nameAt);
    if (close < 0) return false;
    if (close === nameAt || this.#glob[close - 1] !== ":") return this.#readByte();
    const name = this.#glob.slice(nameAt, close - 1);
    const accepts = CLASSES.get(name === "upper" && this.#letterCase === "folded" ? "alpha" : name);
    if (accepts === undefined) return false;
    for (let byte = 1; byte < 256; byte++) if (accepts(byte)) this.members[byte] = 1;
    this.at = close + 1;
    this.#rangeStart = 0;
    return true;
  }

  #readByte(): boolean {
    const byte = this.#literal();
    if (byte === null) return false;
    this.members[byte] = 1;
    this.#rangeStart = byte;
    return true;
  }

  /** Consumes a character, or the one after a backslash; null at the end of the pattern. */
  #literal(): number | null {
    if (this.#glob[this.at] === "\\") this.at += 1;
    return this.at < this.#glob.length ? this.#glob.charCodeAt(this.at++) : null;
  }
}

/** From a capital to its lower case. */
const TO_LOWER = 0x20;

const between = (byte: number, low: string, high: string): boolean =>
  byte >= low.charCodeAt(0) && byte <= high.charCodeAt(0);
const isDigit = (byte: number): boolean => between(byte, "0", "9");
const isLower = (byte: number): boolean => between(byte, "a", "z");
const isUpper = (byte: number): boolean => between(byte, "A", "Z");
const isAlpha = (byte: number): boolean => isLower(byte) || isUpper(byte);
const isGraph = (byte: number): boolean => between(byte, "!", "~");

/** Git's own, locale-independent classes: ASCII only, and `[:space:]` without vertical tab and form feed. */
const CLASSES: ReadonlyMap<string, (byte: number) => boolean> = new Map([
  ["alnum", (byte: number) => isAlpha(byte) || isDigit(byte)],
  ["alpha", isAlpha],
  ["blank", (byte: number) => byte === 0x20 || byte === 0x09],
  ["cntrl", (byte: number) => byte < 0x20 || byte === 0x7f],
  ["digit", isDigit],
  ["graph", isGraph],
  ["lower", isLower],
  ["print", (byte: number) => byte === 0x20 || isGraph(byte)],
  ["punct", (byte: number) => isGraph(byte) && !isAlpha(byte) && !isDigit(byte)],
  ["space", (byte: number) => [0x20, 0x09, 0x0a, 0x0d].includes(byte)],
  ["upper", isUpper],
  ["xdigit", (byte: number) => isDigit(byte) || between(byte, "a", "f") || between(byte, "A", "F")],
]);
