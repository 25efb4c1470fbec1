/** The beginning of a text, for display or sending. Pure. */

/** The first `most` UTF-16 units of a text, or one unit less so that no surrogate pair is cut in half. */
export function firstChars(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
