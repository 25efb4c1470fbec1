/** Brackets of code whose comments and strings are blanks. Pure. */

/** What is looked at in front of a place. */
const MAX_CHARS = 50_000;

/** Where the innermost bracket is that is open at a place; -1 where there is none, or none near. */
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

/** Where the bracket is that a closing one belongs to; -1 where there is none, or none near. */
export function openingOf(code: string, closing: number): number {
  return openBefore(code, closing);
}

/** Where the bracket is that closes an opening one; the end of the text where none does. */
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

/** Behind the last sign in front of a place that is no blank. */
export function afterPreviousSign(code: string, at: number): number {
  let end = at;
  while (end > 0 && isBlank(code.charCodeAt(end - 1))) end--;
  return end;
}

/** In shorter texts a look is as fast without a table. */
const LEAST_FOR_TABLE = 10_000;

/**
 * The pairs of the text that was asked about last: thousands of places of one text are asked about in a row.
 */
let remembered: { readonly code: string; readonly pairs: BracketPairs } | null = null;

function pairsOf(code: string): BracketPairs | null {
  if (code.length < LEAST_FOR_TABLE) return null;
  // Texts are compared by their length first, and one that is the same object at once.
  if (remembered?.code !== code) remembered = { code, pairs: new BracketPairs(code) };
  return remembered.pairs;
}

/**
 * All brackets of a text, and which belong together: a closing one belongs to the innermost that is open,
 * whatever its sign.
 */
class BracketPairs {
  /** Of all brackets, ascending. */
  private readonly places: number[] = [];
  /** Behind each bracket, where the innermost one is that is open; -1 for none. */
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
