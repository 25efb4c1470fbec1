/** Finds matching brackets in code whose comments and strings are blanked. Pure. */

/** Characters that are searched backwards. */
const MAX_CHARS = 50_000;

/** Offset of the innermost bracket that is open at an offset; -1 if there is none, or none nearby. */
export function openBefore(code: string, at: number): number {
  const end = Math.max(0, at - MAX_CHARS);
  const pairs = pairsOf(code);
  if (pairs) {
    const open = pairs.openBefore(at);
    return open >= end ? open : -1;
  }
  let closed = 0;
  for (let before = at - 1; before >= end; before--) {
    const sign = code.charCodeAt(before);
    if (isClosing(sign)) closed++;
    else if (isOpening(sign) && closed-- === 0) return before;
  }
  return -1;
}

/** Offset of the bracket that a closing bracket closes; -1 if there is none, or none nearby. */
export function openingOf(code: string, closing: number): number {
  return openBefore(code, closing);
}

/** Offset of the bracket that closes an opening one; the end of the text if it is not closed. */
export function closingOf(code: string, opening: number): number {
  const pairs = isOpening(code.charCodeAt(opening)) ? pairsOf(code) : null;
  if (pairs) return pairs.closingOf(opening) ?? code.length;
  let open = 0;
  for (let at = opening; at < code.length; at++) {
    const sign = code.charCodeAt(at);
    if (isOpening(sign)) open++;
    else if (isClosing(sign) && --open === 0) return at;
  }
  return code.length;
}

/** Offset after the last non-blank character before an offset. */
export function afterPreviousSign(code: string, at: number): number {
  let end = at;
  while (end > 0 && isBlank(code.charCodeAt(end - 1))) end--;
  return end;
}

/** In shorter texts, a search without a table is as fast. */
const LEAST_FOR_TABLE = 10_000;

/** The pairs of the most recent text, because thousands of consecutive calls are about the same text. */
let remembered: { readonly code: string; readonly pairs: BracketPairs } | null = null;

function pairsOf(code: string): BracketPairs | null {
  if (code.length < LEAST_FOR_TABLE) return null;
  // String comparison is fast: it compares identities and lengths first.
  if (remembered?.code !== code) remembered = { code, pairs: new BracketPairs(code) };
  return remembered.pairs;
}

/** All brackets of a text, paired: a closing bracket closes the innermost open one, whatever its kind. */
class BracketPairs {
  /** Offsets of all brackets, ascending. */
  private readonly places: number[] = [];
  /** For each bracket, the offset of the innermost bracket that is open after it; -1 if there is none. */
  private readonly open: number[] = [];
  private readonly closing = new Map<number, number>();

  constructor(code: string) {
    const stack: number[] = [];
    for (let at = 0; at < code.length; at++) {
      const sign = code.charCodeAt(at);
      if (isOpening(sign)) stack.push(at);
      else if (isClosing(sign)) {
        const opening = stack.pop();
        if (opening !== undefined) this.closing.set(opening, at);
      } else continue;
      this.places.push(at);
      this.open.push(stack.at(-1) ?? -1);
    }
  }

  openBefore(at: number): number {
    let [low, high] = [0, this.places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.places[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return this.open[low - 1] ?? -1;
  }

  closingOf(opening: number): number | undefined {
    return this.closing.get(opening);
  }
}

function isOpening(sign: number): boolean {
  return sign === 0x28 || sign === 0x5b || sign === 0x7b;
}

function isClosing(sign: number): boolean {
  return sign === 0x29 || sign === 0x5d || sign === 0x7d;
}

function isBlank(sign: number): boolean {
  return sign === 0x20 || (sign >= 0x09 && sign <= 0x0d);
}
