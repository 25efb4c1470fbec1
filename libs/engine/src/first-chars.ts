/** The beginning of a text, as far as it is shown or sent. Pure. */

/** As many units of UTF-16 as may be, or one less: half of a character outside the basic plane is none. */
export function firstChars(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
