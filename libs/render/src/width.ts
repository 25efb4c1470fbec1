/**
 * Measures text in terminal columns, and fits text into columns. Pure; for text without control characters.
 */

const ASCII = /^[ -~]*$/;
/** Characters without a width of their own: combining marks, joiners, variation selectors. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** East Asian wide and full-width characters, and emoji. Flags are pairs of regional indicators. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Script=Bopomofo}\p{Emoji_Presentation}\p{Regional_Indicator}\u3000-\u303e\u3041-\u33ff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\ufe0f]/u;
/** Half-width Katakana and Hangul letters take one column each; a sound mark takes a column of its own. */
const HALF_WIDTH = /^[\uff61-\uffdc]/;

let segmenter: Intl.Segmenter | undefined;
/** Graphemes of a text. The segmenter is created on first use, because that takes some 20 ms. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** Columns that a text takes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** The text if it fits, else its beginning and `…`. Never splits a grapheme. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of graphemesOf(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? "" : `${kept}…`;
}

/** The text if it fits, else `…` and its end. Never splits a grapheme. */
export function truncateStart(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of [...graphemesOf(text)].reverse()) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept = segment + kept;
  }
  return columns < 1 ? "" : `…${kept}`;
}

/** The text if it fits, else its beginning, `…` and its end. Never splits a grapheme. */
export function truncateMiddle(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns < 1) return "";
  const start = truncate(text, Math.ceil((columns + 1) / 2));
  return start + truncateStart(text, columns - displayWidth(start) + 1).slice("…".length);
}

/** Where a part that has to be seen begins in a line, in UTF-16 units, and how many columns of it. */
interface Seen {
  readonly start: number;
  readonly leastColumns: number;
}

/**
 * Where to begin a line that is too long, so that a part of it is seen: at its beginning, or a third of the
 * columns before the part. Never inside of a grapheme.
 */
export function startToSee(line: string, { start, leastColumns }: Seen, columns: number): number {
  const from = start - Math.floor(columns / 3) + 1;
  const isSeen =
    from <= 1 || displayWidth(line) <= columns || displayWidth(line.slice(0, start)) + leastColumns < columns;
  if (isSeen) return 0;
  // Avoids cutting inside a grapheme or a surrogate pair.
  return from + (/^(?:[\udc00-\udfff]|\p{M}|\u200d)+/u.exec(line.slice(from))?.[0].length ?? 0);
}

/** Pads with blanks after the text, by columns. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** Pads with blanks before the text, by columns. */
export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - displayWidth(text))) + text;
}

function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  if (HALF_WIDTH.test(grapheme)) return [...grapheme].length;
  return WIDE.test(grapheme) ? 2 : 1;
}
