/** Numbers of things as sentences for people have them. Pure. */

/** `1 file`, `2 files`. @param noun in the singular, with a plural in -s */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
