/** Where two long declarations differ, so that a reader need not compare them. Pure. */

/** Characters kept before and after what differs. */
const AROUND = 24;
/** Shorter declarations are shown in full. */
const SHORT = 80;

export interface Difference {
  readonly before: string;
  readonly after: string;
}

/**
 * Both declarations without what they have in common at their start and end, but for some characters; `…`
 * stands for what is left out. Words are never cut.
 */
export function signatureDifference(before: string, after: string): Difference {
  if (before.length <= SHORT && after.length <= SHORT) return { before, after };
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  let end = 0;
  while (end < limit - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const cut = (text: string): string => {
    const from = wordStart(text, start - AROUND);
    const to = wordEnd(text, text.length - end + AROUND);
    return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  };
  return { before: cut(before), after: cut(after) };
}

function isInWord(text: string, at: number): boolean {
  return /\w/.test(text[at - 1] ?? " ") && /\w/.test(text[at] ?? " ");
}

function wordStart(text: string, at: number): number {
  let start = Math.max(0, at);
  while (start > 0 && isInWord(text, start)) start--;
  return start;
}

function wordEnd(text: string, at: number): number {
  let end = Math.min(text.length, at);
  while (end < text.length && isInWord(text, end)) end++;
  return end;
}
