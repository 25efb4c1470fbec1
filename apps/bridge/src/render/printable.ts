/** Converts text from files, names and messages into lines for pi's terminal. Pure. */
import { printable as withoutControls } from "@satori/contracts";

/** A fixed width, since tab stops differ between terminals. */
const TAB = "  ";

export function printable(text: string): string {
  return withoutControls(text.replaceAll("\t", TAB));
}

export function printableLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, " ")).trim();
}
