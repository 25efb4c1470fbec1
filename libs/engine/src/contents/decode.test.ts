import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decoded, decode, encodingOf, resemblesUtf16 } from "./decode.ts";

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const text = (value: string, encoding: (Decoded & { kind: "text" })["encoding"]): Decoded => ({
  kind: "text",
  text: value,
  encoding,
});
const LE = bytes(0xff, 0xfe);
const BE = bytes(0xfe, 0xff);

describe("text", () => {
  it.each<[string, Buffer, Decoded]>([
    ["an empty file", bytes(), text("", "utf-8")],
    ["ASCII", Buffer.from("const a = 1;\r\n\t"), text("const a = 1;\r\n\t", "utf-8")],
    ["UTF-8", Buffer.from("größe 検索 😀"), text("größe 検索 😀", "utf-8")],
    ["UTF-8 with a BOM", Buffer.from("\ufeffgröße"), text("größe", "utf-8")],
    ["ASCII behind a BOM", Buffer.from("\ufeffsize"), text("size", "utf-8")],
    ["a BOM alone", Buffer.from("\ufeff"), text("", "utf-8")],
    ["a second BOM, which is a character", Buffer.from("\ufeff\ufeffa"), text("\ufeffa", "utf-8")],
    [
      "UTF-16, little end first",
      Buffer.concat([LE, Buffer.from("größe 検索 😀\n", "utf16le")]),
      text("größe 検索 😀\n", "utf-16le"),
    ],
    [
      "UTF-16, big end first",
      Buffer.concat([BE, utf16be("größe 検索 😀\n")]),
      text("größe 検索 😀\n", "utf-16be"),
    ],
    ["an empty file in UTF-16", LE, text("", "utf-16le")],
    ["Latin-1", Buffer.from("größe: 5 \xb5m", "latin1"), text("größe: 5 \xb5m", "latin-1")],
    ["UTF-8 cut within a character, as Latin-1", bytes(0x61, 0xc3), text("a\xc3", "latin-1")],
    ["Windows-1252", bytes(0x93, 0x61, 0x94, 0xe4, 0x80), text("\u201ca\u201d\xe4\u20ac", "windows-1252")],
    [
      "Windows-1252 with a few undefined bytes",
      Buffer.concat([Buffer.from("a".repeat(300)), bytes(0x92, 0x81)]),
      text(`${"a".repeat(300)}\u2019\x81`, "windows-1252"),
    ],
    [
      "UTF-8 with a stray byte",
      Buffer.concat([Buffer.from("größe 検索"), bytes(0xff)]),
      text("größe 検索\ufffd", "utf-8-lossy"),
    ],
    [
      "UTF-8 with a BOM, cut within a character",
      Buffer.concat([Buffer.from("\ufeffgröße"), bytes(0xe6, 0x97)]),
      text("größe\ufffd", "utf-8-lossy"),
    ],
    [
      "as much UTF-8 as other bytes, as Latin-1",
      Buffer.from("\xe9 foo \xc3\xa9", "latin1"),
      text("\xe9 foo \xc3\xa9", "latin-1"),
    ],
    [
      "control characters that files have",
      Buffer.from("a\f\u001b[31mb\u0007"),
      text("a\f\u001b[31mb\u0007", "utf-8"),
    ],
    [
      "a NUL far from the beginning",
      Buffer.from(`${"a".repeat(8_000)}\0`),
      text(`${"a".repeat(8_000)}\0`, "utf-8"),
    ],
  ])("%s", (_, input, expected) => expect(decode(input)).toEqual(expected));
});

it("has the encoding that is told without it", () => {
  const anyBytes = fc
    .array(fc.constantFrom(0, 1, 9, 0x41, 0x80, 0x81, 0x9f, 0xbb, 0xbf, 0xc3, 0xd8, 0xe9, 0xef, 0xfe, 0xff), {
      maxLength: 12,
    })
    .map((values) => Buffer.from(values));
  fc.assert(
    fc.property(anyBytes, (input) => {
      const decoded = decode(input);
      expect(encodingOf(input)).toBe(decoded.kind === "text" ? decoded.encoding : decoded.kind);
    }),
    { seed: 20_261_122, numRuns: 500 },
  );
});

describe("no text", () => {
  it.each<[string, Buffer, Decoded["kind"]]>([
    ["a NUL", bytes(0x61, 0), "binary"],
    ["a NUL at the end of the probe", Buffer.from(`${"a".repeat(7_999)}\0`), "binary"],
    ["UTF-16 without a BOM", Buffer.from("text", "utf16le"), "binary"],
    ["UTF-32", Buffer.concat([LE, bytes(0, 0), bytes(0x61, 0, 0, 0)]), "binary"],
    ["UTF-16 with a NUL", Buffer.concat([LE, Buffer.from("a\0b", "utf16le")]), "binary"],
    ["UTF-16 of odd length", Buffer.concat([LE, bytes(0x61, 0, 0x62)]), "unknown_encoding"],
    ["UTF-16 of odd length, big end first", Buffer.concat([BE, bytes(0)]), "unknown_encoding"],
    ["UTF-16 with half of a pair", Buffer.concat([LE, bytes(0x00, 0xd8, 0x61, 0x00)]), "unknown_encoding"],
    ["a picture", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0), "binary"],
    [
      "bytes that are neither UTF-8 nor Latin-1",
      bytes(...Array.from({ length: 100 }, (_, at) => 0x80 + (at % 0x20))),
      "unknown_encoding",
    ],
    [
      "bytes that Windows-1252 does not define",
      bytes(...Buffer.from("text"), 0x81, 0x8d, 0x8f, 0x90, 0x9d),
      "unknown_encoding",
    ],
    ["invalid UTF-8 with control characters", bytes(0x61, 0x01, 0xe9), "unknown_encoding"],
  ])("%s", (_, input, expected) => expect(decode(input)).toEqual({ kind: expected }));
});

describe("for any text", () => {
  const ascii = fc
    .array(fc.integer({ min: 1, max: 0x7f }), { maxLength: 200 })
    .map((codes) => String.fromCharCode(...codes));
  const sane = fc.string({ unit: "grapheme" }).filter((sample) => !sample.includes("\0"));

  it("ASCII comes back as it was", () =>
    fc.assert(
      fc.property(
        ascii,
        (sample) => void expect(decode(Buffer.from(sample, "latin1"))).toEqual(text(sample, "utf-8")),
      ),
      { seed: 1 },
    ));
  it("so does UTF-8", () =>
    fc.assert(
      fc.property(
        sane,
        (sample) => void expect(decode(Buffer.from(`\ufeff${sample}`))).toEqual(text(sample, "utf-8")),
      ),
      { seed: 2 },
    ));
  it("so does UTF-16", () => {
    fc.assert(
      fc.property(sane, (sample) => {
        expect(decode(Buffer.concat([LE, Buffer.from(sample, "utf16le")]))).toEqual(text(sample, "utf-16le"));
        expect(decode(Buffer.concat([BE, utf16be(sample)]))).toEqual(text(sample, "utf-16be"));
      }),
      { seed: 3 },
    );
  });
  it("any bytes are text or not, and never throw", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (sample) =>
        ["text", "binary", "unknown_encoding"].includes(decode(Buffer.from(sample)).kind),
      ),
      { seed: 4, numRuns: 500 },
    ));
});

it.each<[string, Buffer, boolean]>([
  ["UTF-16 without a BOM", Buffer.from("export const wide = 1;\n", "utf16le"), true],
  ["the same, big end first", utf16be("export const wide = 1; // größe\n"), true],
  ["a NUL in a text", Buffer.from("const a = '\0';\n"), false],
  ["UTF-32", Buffer.concat([..."abcd"].map((letter) => Buffer.from(`${letter}\0\0\0`))), false],
  ["zeros", Buffer.alloc(100), false],
])("takes %s for UTF-16 or not", (_, head, expected) => expect(resemblesUtf16(head)).toBe(expected));

it("decides about UTF-8 as the decoder of the platform, byte by byte", () => {
  const sequence = fc.array(
    fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xed,
      0xef,
      0xf0,
      0xf4,
      0xf5,
    ),
    { minLength: 1, maxLength: 5 },
  );
  const head = Buffer.from("größe und größer und am größten ".repeat(3));
  fc.assert(
    fc.property(sequence, (values) => {
      const decoded = decode(Buffer.concat([head, Buffer.from(values)]));
      const expected = Buffer.concat([head, Buffer.from(values)]).toString("utf8");
      expect(decoded).toEqual(text(expected, expected.includes("\ufffd") ? "utf-8-lossy" : "utf-8"));
    }),
    { seed: 20_261_129, numRuns: 2_000 },
  );
});
