/** Numbers of things as messages and lines for people have them. Pure. */

/**
 * `1 file`, `2 files`.
 *
 * @param noun in the singular, with a plural in -s;
 * @param digits how the number is written
 */
export function counted(number: number, noun: string, digits: (number: number) => string = String): string {
  return `${digits(number)} ${noun}${number === 1 ? "" : "s"}`;
}
