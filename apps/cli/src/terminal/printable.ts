/** What stands on a terminal of text from outside: as lines, on one line, or as a line of a file. Pure. */
import { printable } from "@satori/contracts";

export { printable };

/** Unicode has a picture for each of the first 32 control characters. */
const CONTROL_PICTURES = 0x2400;

/** Text that has to stay on one line, as names do: line ends and tabs become visible signs. */
export function printableLine(text: string): string {
  return printableCode(text.replaceAll("\t", pictureOf));
}

/**
 * The same for a line of a file, whose tabs stay: whoever indents by them, and what reads it behind a pipe,
 * expects them.
 */
export function printableCode(line: string): string {
  return printable(line.replace(/[\n\r]/g, pictureOf));
}

function pictureOf(control: string): string {
  return String.fromCharCode(CONTROL_PICTURES + control.charCodeAt(0));
}
