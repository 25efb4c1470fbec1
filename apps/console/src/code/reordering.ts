/**
 * Characters that reorder the text around them: source code that contains them reads differently from what it
 * does. Pure.
 *
 * @see https://trojansource.codes
 */

const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** `U+202E` */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A name with such characters replaced by visible signs. */
export function nameShown(name: string): string {
  return name.replace(REORDERING, (character) => `⟨${codePointName(character)}⟩`);
}

/**
 * Splits a text so that each such character is a part of its own. The parts together are the text; an empty
 * text has none.
 */
export function partsAround(text: string): { readonly text: string; readonly isReordering: boolean }[] {
  const parts = [];
  let done = 0;
  for (const { index } of text.matchAll(REORDERING)) {
    if (index > done) parts.push({ text: text.slice(done, index), isReordering: false });
    parts.push({ text: text.charAt(index), isReordering: true });
    done = index + 1;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isReordering: false });
  return parts;
}
