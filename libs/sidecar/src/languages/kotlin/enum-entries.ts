/**
 * Ends the last members in bodies of enum entries, where they end on the line of the closing brace: Kotlin's
 * grammar expects a terminator there, and otherwise loses the rest of the file. Pure.
 *
 * `PLUS('+') { override fun run() = 1 },` becomes `PLUS('+') { override fun run() = 1;},`. A body without a
 * blank before its closing brace is hidden.
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
  const ends: TextRange[] = [];
  const hidden: TextRange[] = [];
  let behind = 0;
  for (const { 0: head, index } of code.matchAll(ENUM)) {
    const open = bodyStart(code, index + head.length, closings);
    const close = closings.get(open ?? -1);
    if (open === null || close === undefined || open < behind) continue;
    for (const body of entryBodies(code, { start: open, end: close }, closings)) {
      behind = body.end;
      if (!isOpenEnded(code, body)) continue;
      if (code[body.end - 1] === " ") ends.push({ start: body.end - 1, end: body.end });
      else hidden.push({ start: body.start, end: body.end + 1 });
    }
  }
  return hideRanges(withTerminators(text, ends), hidden);
}

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

function withTerminators(text: string, blanks: readonly TextRange[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of blanks) {
    parts.push(text.slice(from, start), ";");
    from = end;
  }
  return parts.join("") + text.slice(from);
}
