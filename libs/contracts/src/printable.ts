/**
 * Makes text from files, names and messages safe to show: nothing in it can move a cursor, set a title, hide
 * or reorder other text, or be there unseen. Pure.
 *
 * @see https://trojansource.codes
 */

/** A part of a text: one invisible character, or the text between two of them. */
export interface VisiblePart {
  readonly text: string;
  readonly isInvisible: boolean;
}

/**
 * Splits a text so that each character that people do not see, or that reorders what they see, is a part of
 * its own: controls other than tab and line end, spaces that look like others, zero-width characters,
 * variation selectors and tags. Those that emoji and writing need stay in the text around them. The parts
 * together are the text; an empty text has none.
 */
export function visibleParts(text: string): VisiblePart[] {
  if (!MAY_HIDE.test(text)) return text === "" ? [] : [{ text, isInvisible: false }];
  const parts: VisiblePart[] = [];
  let done = 0;
  for (const { 0: found, 1: invisible, index } of text.matchAll(INVISIBLE)) {
    if (invisible === undefined) continue;
    if (index > done) parts.push({ text: text.slice(done, index), isInvisible: false });
    parts.push({ text: found, isInvisible: true });
    done = index + found.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isInvisible: false });
  return parts;
}

/** The text with a sign such as `<U+202E>` for each invisible character. Tabs and line ends stay. */
export function printable(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  return text
    .replaceAll(INVISIBLE, (found: string, invisible?: string) =>
      invisible === undefined ? found : `<${codePointName(invisible)}>`,
    )
    .replaceAll("\r\n", "\n");
}

/** `U+202E` */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const MAY_HIDE = /[^\t\n\x20-\x7e]/;

/** Emoji, also joined, with a skin tone or a variation selector; keycaps; flags of regions. */
const EMOJI =
  String.raw`\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?[\ufe0e\ufe0f]?` +
  String.raw`(?:\u200d[\p{Extended_Pictographic}][\u{1f3fb}-\u{1f3ff}]?\ufe0f?)*`;
const KEYCAP = String.raw`[0-9#*]\ufe0f\u20e3`;
const FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
/** A variant of an ideograph. */
const IDEOGRAPH = String.raw`\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`;
/** Scripts in which a joiner between two letters changes how they are written. */
const JOINED = [
  "Arabic",
  "Syriac",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");
const JOINER = String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`;
/** A carriage return before a line feed is part of the line end. */
const LINE_END = String.raw`\r\n`;

/** The first group is an invisible character; without it, the match is one that is needed. */
const INVISIBLE = new RegExp(
  `${[FLAG, EMOJI, KEYCAP, IDEOGRAPH, JOINER, LINE_END].join("|")}|` +
    // Controls, spaces other than blanks and ideographic ones, soft hyphens, fillers.
    String.raw`([\0-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f` +
    // Zero-width and directional characters, separators, invisible operators.
    String.raw`\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb` +
    String.raw`\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}])`,
  "gu",
);
