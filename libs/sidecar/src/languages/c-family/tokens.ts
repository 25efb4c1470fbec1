/**
 * Reads single tokens of C and C++ before and after an offset, without a parser. Bounded: a token that is
 * farther away than the limit is not seen. Pure.
 */
import type { TextRange } from "../../facts.ts";

/** What a token is in a declaration; `other` includes both ends of the text. */
export type TokenKind =
  | "name"
  | "builtin"
  | "specifier"
  | "tag"
  | "statement"
  | "pointer"
  | "open"
  | "close"
  | "subscript"
  | "end"
  | "other";

export interface Token extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
}

const WORDS: ReadonlyMap<string, TokenKind> = new Map([
  ...words("builtin", [
    "void char short int long float double signed unsigned bool _Bool size_t ssize_t uint8_t",
    "uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t u8 u16 u32 u64 s8 s16 s32 s64",
    "uintptr_t",
  ]),
  ...words("specifier", [
    "static extern inline typedef const volatile register auto virtual constexpr consteval",
    "constinit explicit friend mutable thread_local restrict noexcept override final",
    "_Thread_local _Noreturn __inline __inline__ __extension__ __restrict __restrict__",
  ]),
  ...words("tag", ["struct union enum class"]),
  ...words("statement", [
    "return else case goto do new delete throw using sizeof typeof alignof if while for",
    "switch default namespace public private protected operator template typename break",
    "continue co_return co_await co_yield and or not",
  ]),
]);

function words(kind: TokenKind, lists: readonly string[]): [string, TokenKind][] {
  return lists.flatMap((list) => list.split(" ").map((word): [string, TokenKind] => [word, kind]));
}

const SIGNS: Readonly<Record<string, TokenKind>> = {
  "*": "pointer",
  "&": "pointer",
  "(": "open",
  ")": "close",
  "]": "subscript",
  ";": "end",
  "{": "end",
};

/** Characters that are skipped between two tokens, at most. */
const MAX_BLANKS = 400;
const MAX_BRACKETED = 1_000;

/** The token that ends before an offset. */
export function tokenBefore(code: string, offset: number): Token {
  let end = offset;
  const from = Math.max(0, offset - MAX_BLANKS);
  while (end > from && isBlank(code.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > from && isWordPart(code.charCodeAt(start - 1))) start--;
  return tokenOf(code, start === end ? { start: Math.max(0, end - 1), end } : { start, end });
}

/** The token that starts at or after an offset. */
export function tokenAfter(code: string, offset: number): Token {
  let start = offset;
  const last = Math.min(code.length, offset + MAX_BLANKS);
  while (start < last && isBlank(code.charCodeAt(start))) start++;
  let end = start;
  while (end < last && isWordPart(code.charCodeAt(end))) end++;
  return tokenOf(code, start === end ? { start, end: Math.min(code.length, start + 1) } : { start, end });
}

function tokenOf(code: string, { start, end }: TextRange): Token {
  const text = code.slice(start, end);
  const kind = SIGNS[text] ?? WORDS.get(text) ?? (/^[A-Za-z_]/.test(text) ? "name" : "other");
  return { kind, text, start, end };
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isWordPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/** Offset after the bracket that closes the one at `open`; null if it is too far away. */
export function closingAfter(code: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < Math.min(code.length, open + MAX_BRACKETED); at++) {
    const sign = code.charCodeAt(at);
    if (sign === 40) depth++;
    else if (sign === 41 && --depth === 0) return at + 1;
  }
  return null;
}

/** Offset of the bracket that the one at `close` closes; null if it is too far away. */
export function openingBefore(code: string, close: number): number | null {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - MAX_BRACKETED); at--) {
    const sign = code.charCodeAt(at);
    if (sign === 41) depth++;
    else if (sign === 40 && --depth === 0) return at;
  }
  return null;
}
