/** Numbers with their nouns, for messages and for lines that people read. Pure. */

/**
 * A number with its noun: `1 file`, `2 files`.
 *
 * @param noun singular, with a plural in -s
 * @param digits formats the number
 */
export function counted(number: number, noun: string, digits: (number: number) => string = String): string {
  return `${digits(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Items of a list that a line for people shows. */
const MAX_LISTED = 5;

/**
 * The first items of a list, and how many follow: `a.ts, b.ts and 3 more`.
 *
 * @param total number of all items; `items` may have fewer
 * @param most items that are shown
 */
export function listed(items: readonly string[], total = items.length, most = MAX_LISTED): string {
  const shown = items.slice(0, most);
  const rest = total - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
