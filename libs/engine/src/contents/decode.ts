/** Decodes the bytes of a file to text, or reports why they are not text. Pure. */
import { isAscii, isUtf8 } from "node:buffer";

/**
 * The encodings that files are read in. `latin-1` and `windows-1252` are guesses: any bytes would be text in
 * them. `utf-8-lossy` is UTF-8 with some invalid bytes, each of which is read as U+FFFD.
 */
export type FileEncoding = "utf-8" | "utf-8-lossy" | "utf-16le" | "utf-16be" | "latin-1" | "windows-1252";

export type Decoded =
  | { readonly kind: "text"; readonly text: string; readonly encoding: FileEncoding }
  | { readonly kind: "binary" }
  | { readonly kind: "unknown_encoding" };

/** A NUL byte within this many bytes means binary; git uses the same limit. */
export const BINARY_PROBE_BYTES = 8_000;
/**
 * If bytes are not UTF-8, a larger share of control characters and of bytes that Windows-1252 does not define
 * means that they are not text in it either.
 */
const MAX_CONTROL_SHARE = 0.01;

/** The encoding of a file, or why it is not text. */
export type TextEncoding = FileEncoding | "binary" | "unknown_encoding";

/** The encodings that a file with a byte order mark, or without one, can have. */
type WideEncoding = "utf-16le" | "utf-16be";
type NarrowEncoding = Exclude<TextEncoding, WideEncoding>;

/**
 * Decodes UTF-8 with or without BOM, UTF-16 with BOM, and otherwise Windows-1252 if it looks like text. UTF-8
 * in which fewer bytes are invalid than characters are valid stays UTF-8. A BOM is not part of the text.
 */
export function decode(bytes: Buffer): Decoded {
  const wide = wideEncoding(bytes);
  if (wide) return decodeUtf16(bytes.subarray(2), wide);
  const encoding = narrowEncoding(bytes);
  if (encoding === "binary" || encoding === "unknown_encoding") return { kind: encoding };
  return { kind: "text", text: decodeNarrow(bytes, encoding), encoding };
}

/** The encoding that `decode` would return, at less cost: usually, no text is built. */
export function encodingOf(bytes: Buffer): TextEncoding {
  const wide = wideEncoding(bytes);
  if (wide) {
    const decoded = decodeUtf16(bytes.subarray(2), wide);
    return decoded.kind === "text" ? decoded.encoding : decoded.kind;
  }
  return narrowEncoding(bytes);
}

/** Whether an encoding is assumed because the file is not valid UTF-8. */
export function isGuess(encoding: string): boolean {
  return encoding === "latin-1" || encoding === "windows-1252";
}

/** A sentence about an encoding that was guessed, for a message; null for UTF-8 and UTF-16. */
export function encodingNote(encoding: FileEncoding): string | null {
  switch (encoding) {
    case "utf-8":
    case "utf-16le":
    case "utf-16be":
      return null;
    case "utf-8-lossy":
      return "Bytes of the file that are not valid UTF-8 are shown as U+FFFD.";
    case "latin-1":
      return "The file is not valid UTF-8; it is read as Latin-1.";
    case "windows-1252":
      return "The file is not valid UTF-8; it is read as Windows-1252.";
  }
}

/** Decodes bytes as Windows-1252, which for printable characters includes Latin-1. One character per byte. */
export function decodeWindows1252(bytes: Buffer): string {
  // Not by `TextDecoder`: some releases of Node.js decode these bytes as Latin-1 there (nodejs/node#56542).
  return bytes
    .toString("latin1")
    .replaceAll(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string);
}

/** What Windows-1252 has at 0x80 to 0x9f; undefined bytes stay control characters, as browsers read them. */
const WINDOWS_1252 = [
  ..."\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f",
  ..."\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178",
];
const UNDEFINED_BYTES: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Whether the first bytes of a file with NUL bytes look like UTF-16 without a BOM, mostly of ASCII. */
export function resemblesUtf16(head: Buffer): boolean {
  const pairs = Math.floor(head.length / 2);
  const ascii = [0, 0];
  for (let at = 0; at < 2 * pairs; at++)
    if (isPrintable(head[at] as number) && head[at ^ 1] === 0) ascii[at % 2] = (ascii[at % 2] ?? 0) + 1;
  return Math.max(...ascii) > pairs * MIN_ASCII_SHARE;
}

/** Of all characters. */
const MIN_ASCII_SHARE = 0.7;

function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;
}

function decodeNarrow(bytes: Buffer, encoding: FileEncoding): string {
  if (encoding === "windows-1252") return decodeWindows1252(bytes);
  if (encoding === "latin-1" || isAscii(bytes)) return bytes.toString("latin1");
  return bytes.toString("utf8", hasUtf8Bom(bytes) ? 3 : 0);
}

function hasUtf8Bom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function narrowEncoding(bytes: Buffer): NarrowEncoding {
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return "binary";
  if (isUtf8(bytes)) return "utf-8";
  return hasUtf8Bom(bytes) || isMostlyUtf8(bytes) ? "utf-8-lossy" : singleByteEncoding(bytes);
}

function wideEncoding(bytes: Buffer): WideEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

function decodeUtf16(bytes: Buffer, encoding: WideEncoding): Decoded {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // An odd number of bytes, or an unpaired surrogate.
    return { kind: "unknown_encoding" };
  }
  return text.includes("\0") ? { kind: "binary" } : { kind: "text", text, encoding };
}

/**
 * Whether there are more valid characters outside ASCII than invalid bytes. In other encodings, few bytes
 * are valid UTF-8, by chance.
 */
function isMostlyUtf8(bytes: Buffer): boolean {
  let [valid, invalid] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = (bytes[at] as number) < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length === 0) invalid++;
    else if (length > 1) valid++;
    at += Math.max(1, length);
  }
  return valid > invalid;
}

/** Bytes of the valid UTF-8 sequence of several bytes that starts here; 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let next = at + 1; next < at + length; next++) if (!isContinuation(bytes[next])) return 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates, and what is beyond U+10FFFF.
  const isOutside =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return isOutside ? 0 : length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

function singleByteEncoding(bytes: Buffer): "latin-1" | "windows-1252" | "unknown_encoding" {
  let control = 0;
  let isLatin1 = true;
  for (const byte of bytes) {
    if (byte >= 0x80 && byte < 0xa0) {
      isLatin1 = false;
      if (UNDEFINED_BYTES.has(byte)) control++;
    } else if (byte === 0x7f || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) {
      control++;
    }
  }
  if (control > bytes.length * MAX_CONTROL_SHARE) return "unknown_encoding";
  return isLatin1 ? "latin-1" : "windows-1252";
}
