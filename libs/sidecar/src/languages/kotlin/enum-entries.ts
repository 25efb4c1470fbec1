/**
 * Ends the last members in bodies of enum entries, where they end on the line of the closing brace: Kotlin's
 * grammar expects a terminator there, and otherwise loses the rest of the file. Pure.
 *
 * `PLUS('+') { override fun run() = 1 },` becomes `PLUS('+') { override fun run() = 1;},`. Without a blank
 * before the brace, one behind it makes room: `1}, ` becomes `1;},`. Without either, the last member is
 * hidden.
 */
import { hideRanges } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { codeOnly } from "../../lexical/code-only.ts";
import { KOTLIN_LEXIS } from "../../lexical/lexical-rules.ts";

const ENUM = /\benum\s+class\s+[\w\u0080-\uffff`]+/g;

/** Applies this to all enums of a text. */
export function endEntries(text: string): string {
  if (!/\benum\s+class\b/.test(text)) return text;
  const code = codeOnly(text, KOTLIN_LEXIS);
  const closings = closingsOf(code);
  const ends: Ending[] = [];
  const hidden: TextRange[] = [];
  let behind = 0;
  for (const { 0: head, index } of code.matchAll(ENUM)) {
    const open = bodyStart(code, index + head.length, closings);
    const close = closings.get(open ?? -1);
    if (open === null || close === undefined || open < behind) continue;
    for (const body of entryBodies(code, { start: open, end: close }, closings)) {
      behind = body.end;
      if (!isOpenEnded(code, body)) continue;
      const end = endingOf(text, body.end);
      if (end) ends.push(end);
      else hidden.push({ start: lastMember(code, body, closings), end: body.end });
    }
  }
  return hideRanges(withTerminators(text, ends), hidden);
}

/** A blank that a semicolon replaces. The text between them moves: from `start` to the blank before `end`. */
type Ending = TextRange;

/** Where a semicolon fits before a closing brace; null where no blank is near. */
function endingOf(text: string, brace: number): Ending | null {
  if (/[ \t]/.test(text[brace - 1] as string)) return { start: brace - 1, end: brace };
  BRACE_AND_BLANK.lastIndex = brace;
  const moved = BRACE_AND_BLANK.exec(text)?.[0];
  return moved === undefined ? null : { start: brace, end: brace + moved.length };
}

const BRACE_AND_BLANK = /\}[,;]?[\r\n]*[ \t]/y;

/** Start of the last member of a body; without any member, the position after its opening brace. */
function lastMember(code: string, { start, end }: TextRange, closings: Closings): number {
  let last = start + 1;
  for (let at = start + 1; at < end; at++) {
    at = closings.get(at) ?? at;
    if (!"\n;".includes(code[at] as string)) continue;
    MEMBER.lastIndex = at + 1;
    if (MEMBER.test(code)) last = at + 1;
  }
  return last;
}

const MEMBER = /[ \t]*(?:@?\w+[ \t]+){0,9}(?:class|fun|init|interface|object|typealias|val|var)\b/y;

/** Offsets of closing brackets by those of their opening ones. */
function closingsOf(code: string): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: sign, index } of code.matchAll(/[(){}]/g)) {
    if (sign === "(" || sign === "{") open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) closings.set(start, index);
    }
  }
  return closings;
}

type Closings = ReadonlyMap<number, number>;

/** Offset of the brace that opens an enum's body, after its constructor and interfaces; null without one. */
function bodyStart(code: string, nameEnd: number, closings: Closings): number | null {
  for (let at = nameEnd; at < Math.min(code.length, nameEnd + MAX_HEAD); at++) {
    const sign = code[at];
    if (sign === "{") return at;
    if (sign === "}" || sign === ";") return null;
    const close = sign === "(" ? closings.get(at) : undefined;
    if (close !== undefined) {
      // A constructor may be as long as it likes.
      nameEnd += close - at;
      at = close;
    }
  }
  return null;
}

const MAX_HEAD = 1_000;

/** Bodies of the entries of an enum, from brace to brace, sorted by start. */
function entryBodies(code: string, { start, end }: TextRange, closings: Closings): TextRange[] {
  const bodies: TextRange[] = [];
  for (let at = start + 1; at < end; at++) {
    const sign = code[at];
    // The members of the enum follow.
    if (sign === ";") break;
    const close = closings.get(at);
    if (close === undefined) continue;
    if (sign === "{") bodies.push({ start: at, end: close });
    at = close;
  }
  return bodies;
}

/** Whether a body has members and closes on the line of the last one, without a terminator. */
function isOpenEnded(code: string, { start, end }: TextRange): boolean {
  let at = end - 1;
  while (at > start && /[^\S\n]/.test(code[at] as string)) at--;
  return at > start && !"\n;{".includes(code[at] as string);
}

function withTerminators(text: string, ends: readonly Ending[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ends) {
    parts.push(text.slice(from, start), ";", text.slice(start, end - 1));
    from = end;
  }
  return parts.join("") + text.slice(from);
}
