/**
 * Makes text from files, names and messages safe for a terminal: nothing in it can move the cursor, set a
 * title or hide other text. Pure.
 */

/**
 * ECMA-48 sequences in 7-bit (ESC [) and 8-bit form: CSI; OSC, DCS, SOS, PM and APC with their strings, which
 * must end on the same line; and ESC with one character.
 */
const SEQUENCES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g;
/** All other control characters except tab and line feed, and characters that reorder or break lines. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Removes control sequences from text; tabs and line feeds stay. A removal cannot create a new sequence,
 * because remaining ESC characters are removed too.
 */
export function printable(text: string): string {
  return text.replace(SEQUENCES, "").replace(CONTROLS, "");
}
