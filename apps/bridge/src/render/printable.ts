/** Text from files, names and messages made safe for a terminal. Pure. */

/** ECMA-48 sequences in their 7-bit and 8-bit forms: CSI; strings such as OSC, which end on their line; ESC with one character. */
const SEQUENCES = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g;
/** Other control characters but line feed, and characters that reorder or break lines. */
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Terminals differ in where they stop. */
const TAB = "  ";

export function printable(text: string): string {
  return text.replaceAll("\t", TAB).replace(SEQUENCES, "").replace(CONTROLS, "");
}

export function printableLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, " ")).trim();
}
