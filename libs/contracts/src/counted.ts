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
