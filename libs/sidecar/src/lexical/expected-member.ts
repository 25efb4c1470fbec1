/**
 * Members of the type that is expected where they stand: Swift's `.ready`, with no object in front of the
 * dot. Pure.
 */

/** A type is written on one line, mostly. */
const CHARS_IN_FRONT = 300;
/** What an object cannot end with: what opens, what separates, what gives a value, a blank. */
const NO_OBJECT = /(?:^|[\s([{,:=&|])$/;
/** An object may end on the line above, where its members begin theirs. */
const OBJECT_ABOVE = /[\p{L}\p{N}_$)\]}`"'?!]\s*\n\s*$/u;
/** Words that may end the line above, and no objects. */
const WORD_ABOVE = /(?:^|[^\p{L}\p{N}_$.`])(?:return|case|in|else|try|await|throw|yield)\s*$/u;
/** Behind the colon of a `case` stands a statement. */
const DECLARED =
  /(?<!\bcase\b[^\n]*|\bdefault\s*):\s*((?:(?:any|some|inout)\s+)*(?:\[[^=;{}\n]*\]|\([^=;{}\n]*\)|\p{Lu}[^=:;{}[\]()\n]*?)[?!]*)\s*=\s*$/u;

/**
 * The type that is declared for what a member is given to (`kind: Kind = .ready`), as written; empty where
 * none is, and null where the member has an object.
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
