/** Decodes the bytes of a file to text, or reports why they are not text. Pure. */
import { isAscii, isUtf8 } from "node:buffer";

export type Decoded =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "latin-1";
    }
  | { readonly kind: "binary" }
  | { readonly kind: "unknown_encoding" };

/** A NUL byte within this many bytes means binary; git uses the same limit. */
export const BINARY_PROBE_BYTES = 8_000;
/**
 * If bytes are not UTF-8, a larger share of control characters means that they are not Latin-1 text either.
 */
const MAX_CONTROL_SHARE = 0.01;

/** The encoding of a file, or why it is not text. */
export type TextEncoding = (Decoded & { kind: "text" })["encoding"] | "binary" | "unknown_encoding";

/**
 * Decodes UTF-8 with or without BOM, UTF-16 with BOM, and otherwise Latin-1 if it looks like text. A BOM is
 * not part of the text.
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

/** The encoding that `decode` would return, at less cost: usually, no text is built. */
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
    // An odd number of bytes, or an unpaired surrogate.
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
