/** Text from files, names and messages as lines of pi's terminal. Pure. */
import { printable as withoutControls } from "@satori/contracts";

/** Terminals differ in where they stop. */
const TAB = "  ";

export function printable(text: string): string {
  return withoutControls(text.replaceAll("\t", TAB));
}

export function printableLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, " ")).trim();
}
