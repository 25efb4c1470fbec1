import { type FileEncoding, decode, encodingOf } from "../../../libs/engine/src/contents/decode.ts";
import { selectLines } from "../../../libs/engine/src/files/reading.ts";
import { InputReader, bufferOf, fuzzTarget } from "../target.ts";

export default fuzzTarget({
  checks:
    "bytes of files: both ways of telling the encoding agree, text encodes back to its bytes, shown " +
    "lines are lines of the text within their limits",
  dictionary: ["\ufeff", "\0", "é", "\u{1f680}", "\r\n", "\u2028"],
  seeds: () => [
    Buffer.from([0, 0xff, 0xfe, 0x61, 0, 0x0a, 0]),
    Buffer.from([0, 0xfe, 0xff, 0, 0x61]),
    Buffer.from([3, 0xef, 0xbb, 0xbf, 0x61]),
    Buffer.from([9, 0x61, 0xe9, 0x0a]),
    Buffer.from([9, 0x93, 0x61, 0x94]),
    Buffer.from([9, 0xc3, 0xa9, 0xc3, 0xa9, 0xff]),
  ],
  run(input) {
    const reader = new InputReader(input);
    const request = reader.byte();
    const bytes = bufferOf(reader.rest());
    const decoded = decode(bytes);
    const told = decoded.kind === "text" ? decoded.encoding : decoded.kind;
    if (encodingOf(bytes) !== told) throw new Error(`${encodingOf(bytes)} for what is ${told}`);
    if (decoded.kind !== "text") return;
    checkText(decoded.text, bytes, decoded.encoding);
    checkLines(decoded.text, request);
  },
});

function checkText(text: string, bytes: Buffer, encoding: FileEncoding): void {
  if (encoding === "windows-1252" || encoding === "utf-8-lossy") return checkGuess(text, bytes, encoding);
  const encoded =
    encoding === "latin-1"
      ? Buffer.from(text, "latin1")
      : encoding === "utf-8"
        ? Buffer.from(text, "utf8")
        : utf16(text, encoding === "utf-16be");
  if (!bytes.subarray(bytes.length - encoded.length).equals(encoded) || bytes.length - encoded.length > 3)
    throw new Error(`A text of ${encoding} is not that of its bytes`);
}

function checkGuess(text: string, bytes: Buffer, encoding: FileEncoding): void {
  const isRight = encoding === "windows-1252" ? text.length === bytes.length : text.includes("\ufffd");
  if (!isRight) throw new Error(`A text of ${encoding} is not that of its bytes`);
}

function utf16(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
}

function checkLines(text: string, request: number): void {
  const limits = {
    startLine: 1 + (request & 7),
    endLine: 1 + ((request >> 3) & 7),
    maxLines: 5,
    maxBytes: 30,
  };
  const { content, startLine, endLine, totalLines } = selectLines(text, limits);
  if (!text.includes(content) || Buffer.byteLength(content) > limits.maxBytes)
    throw new Error(`Shown are ${Buffer.byteLength(content)} bytes`);
  if (
    totalLines > 0 &&
    !(
      1 <= startLine &&
      startLine <= endLine &&
      endLine <= totalLines &&
      endLine - startLine < limits.maxLines
    )
  )
    throw new Error(`Lines ${startLine} to ${endLine} of ${totalLines}`);
}
