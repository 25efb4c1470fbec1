/** Makes text from outside safe for a terminal: as lines, on one line, or as a line of a file. Pure. */
import { printable } from "@satori/contracts";

export { printable };

/** Unicode has a picture for each of the first 32 control characters. */
const CONTROL_PICTURES = 0x2400;

/** Text that must stay on one line, such as names: line ends and tabs become visible symbols. */
export function printableLine(text: string): string {
  return printableCode(text.replaceAll("\t", pictureOf));
}

/** Like `printableLine`, but keeps tabs, which people and programs that read lines of code expect. */
export function printableCode(line: string): string {
  return printable(line.replace(/[\n\r]/g, pictureOf));
}

function pictureOf(control: string): string {
  return String.fromCharCode(CONTROL_PICTURES + control.charCodeAt(0));
}
