/**
 * Characters that reorder what stands around them: source that shows them as they are reads otherwise than it
 * runs. Pure.
 *
 * @see https://trojansource.codes
 */

const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** `U+202E` */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A name as it is written, with such characters as signs. */
export function nameShown(name: string): string {
  return name.replace(REORDERING, (character) => `⟨${codePointName(character)}⟩`);
}

/**
 * The text in parts: each such character is one of its own. Together they are the text; an empty one has
 * none.
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
