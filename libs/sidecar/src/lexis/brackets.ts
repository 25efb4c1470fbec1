/** Brackets of code whose comments and strings are blanks. Pure. */

/** What is looked at in front of a place. */
const MAX_CHARS = 50_000;

/** Where the innermost bracket is that is open at a place; -1 where there is none, or none near. */
export function openBefore(code: string, at: number): number {
  let closed = 0;
  for (let before = at - 1, end = Math.max(0, at - MAX_CHARS); before >= end; before--) {
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
  let open = 0;
  for (let at = opening; at < code.length; at++) {
    const sign = code.charCodeAt(at);
    if (isOpening(sign)) open++;
    else if (isClosing(sign) && --open === 0) return at;
  }
  return code.length;
}

/** Behind the last sign in front of a place that is no blank. */
export function behindSign(code: string, at: number): number {
  let end = at;
  while (end > 0 && isBlank(code.charCodeAt(end - 1))) end--;
  return end;
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
