/** Bytes of a file → text, or why they are none. Pure. */
import { isAscii, isUtf8 } from "node:buffer";

export type Decoded =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "latin-1";
    }
  | { readonly kind: "binary" }
  | { readonly kind: "unknown_encoding" };

/** A NUL byte this early means binary; the same bound as git's. */
export const BINARY_PROBE_BYTES = 8_000;
/** Share of control characters above which bytes that are not UTF-8 are no Latin-1 text either. */
const MAX_CONTROL_SHARE = 0.01;

/** How bytes are read as text, or why they are none. */
export type TextEncoding = (Decoded & { kind: "text" })["encoding"] | "binary" | "unknown_encoding";

/**
 * UTF-8 with or without BOM, UTF-16 with BOM, else Latin-1 if it looks like text. A BOM is not part of the
 * text.
 */
export function decode(bytes: Buffer): Decoded {
  const wide = wideEncoding(bytes);
  if (wide) return decodeUtf16(bytes.subarray(2), wide);
  const encoding = narrowEncoding(bytes);
  if (encoding === "binary" || encoding === "unknown_encoding") return { kind: encoding };
  if (encoding === "latin-1" || isAscii(bytes))
    return { kind: "text", text: bytes.toString("latin1"), encoding };
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: "text", text: bytes.toString("utf8", hasBom ? 3 : 0), encoding };
}

/** What `decode` would say, for less: mostly, no text is made. */
export function encodingOf(bytes: Buffer): TextEncoding {
  const wide = wideEncoding(bytes);
  if (wide) {
    const decoded = decodeUtf16(bytes.subarray(2), wide);
    return decoded.kind === "text" ? decoded.encoding : decoded.kind;
  }
  return narrowEncoding(bytes);
}

function narrowEncoding(bytes: Buffer): "utf-8" | "latin-1" | "binary" | "unknown_encoding" {
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return "binary";
  if (isUtf8(bytes)) return "utf-8";
  return looksLikeLatin1(bytes) ? "latin-1" : "unknown_encoding";
}

function wideEncoding(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): Decoded {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // An odd number of bytes, or half of a character outside the basic plane.
    return { kind: "unknown_encoding" };
  }
  return text.includes("\0") ? { kind: "binary" } : { kind: "text", text, encoding };
}

function looksLikeLatin1(bytes: Buffer): boolean {
  let control = 0;
  for (const byte of bytes)
    if (
      (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) ||
      (byte >= 0x7f && byte < 0xa0)
    )
      control++;
  return control <= bytes.length * MAX_CONTROL_SHARE;
}
