/** Finds the expected type for members without an object (Swift's `.ready`). Pure. */

/** Characters that are searched backwards. A type is usually on one line. */
const CHARS_IN_FRONT = 300;
/** Characters that cannot end an object: opening brackets, separators, operators, blanks. */
const NO_OBJECT = /(?:^|[\s([{,:=&|])$/;
/** An object may end on the previous line, if its members start on their own lines. */
const OBJECT_ABOVE = /[\p{L}\p{N}_$)\]}`"'?!]\s*\n\s*$/u;
/** Words at the end of the previous line that are not objects. */
const WORD_ABOVE = /(?:^|[^\p{L}\p{N}_$.`])(?:return|case|in|else|try|await|throw|yield)\s*$/u;
/** After the colon of a `case` follows a statement, not a type. */
const DECLARED =
  /(?<!\bcase\b[^\n]*|\bdefault\s*):\s*((?:(?:any|some|inout)\s+)*(?:\[[^=;{}\n]*\]|\([^=;{}\n]*\)|\p{Lu}[^=:;{}[\]()\n]*?)[?!]*)\s*=\s*$/u;

/**
 * The declared type of what a member is assigned to (`kind: Kind = .ready`), as written; empty if none is
 * declared, and null if the member has an object.
 *
 * @param start of the member's name
 */
export function typeExpected(text: string, start: number): string | null {
  const dot = text[start - 1] === "`" ? start - 2 : start - 1;
  if (text[dot] !== ".") return null;
  const inFront = text.slice(Math.max(0, dot - CHARS_IN_FRONT), dot);
  if (!NO_OBJECT.test(inFront) || (OBJECT_ABOVE.test(inFront) && !WORD_ABOVE.test(inFront))) return null;
  return DECLARED.exec(inFront)?.[1] ?? "";
}
