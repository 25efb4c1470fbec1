/** Where identifiers and their parts begin and end: `parseHTTPBody2` is parse, HTTP, Body and 2. ASCII only, in bytes. */

const NO_PART = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const UNDERSCORE = 95;

/** The kind of each byte. */
const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  return /[0-9]/.test(character) ? DIGIT : NO_PART;
});

/** Where the next part begins at or behind `at`; `end` when there is none. */
export function nextPart(bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end && kinds[bytes[next] as number] === NO_PART) next++;
  return next;
}

/** Where the part that begins at `at` ends: small letters after at most one capital, capitals, or digits. */
export function endOfPart(bytes: Uint8Array, at: number, end: number): number {
  const kind = kinds[bytes[at] as number] as number;
  const next = endOfKind(bytes, at + 1, end, kind);
  if (kind !== UPPER || next === end || kinds[bytes[next] as number] !== LOWER) return next;
  // The last of several capitals begins the next part.
  return next - at > 1 ? next - 1 : endOfKind(bytes, next, end, LOWER);
}

function endOfKind(bytes: Uint8Array, at: number, end: number, kind: number): number {
  let next = at;
  while (next < end && kinds[bytes[next] as number] === kind) next++;
  return next;
}

export function isDigit(code: number): boolean {
  return kinds[code] === DIGIT;
}

/** Where the next identifier begins at or behind `at`: with a letter or an underscore. The end when there is none. */
export function nextWord(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length && !isWordStart(bytes[next] as number)) next++;
  return next;
}

/** Where the identifier that begins at `at` ends. */
export function endOfWord(bytes: Uint8Array, at: number): number {
  let next = at + 1;
  while (next < bytes.length && (isWordStart(bytes[next] as number) || isDigit(bytes[next] as number))) next++;
  return next;
}

function isWordStart(code: number): boolean {
  const kind = kinds[code];
  return kind === LOWER || kind === UPPER || code === UNDERSCORE;
}
