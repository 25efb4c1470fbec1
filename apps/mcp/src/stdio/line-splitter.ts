/** Splits a stream of bytes into lines, and discards lines that are too long to keep. */

export type Line = { readonly kind: "text"; readonly text: string } | { readonly kind: "too_long" };

/** Why a line that is too long is rejected. */
export function tooLongProblem(maxBytes: number): string {
  return `Parse error: a message is longer than ${maxBytes} bytes`;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Collects chunks of a stream and returns complete lines. */
export class LineSplitter {
  private readonly maxBytes: number;
  private parts: Buffer[] = [];
  private sizeBytes = 0;

  /** @param maxBytes of one line, without its line end */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The lines that end in this chunk, in order. Invalid UTF-8 becomes replacement characters. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      this.keep(chunk.subarray(from, end));
      lines.push(this.take());
      from = end + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return lines;
  }

  /** Keeps a part of a line; of a line that is too long, only the size. */
  private keep(part: Buffer): void {
    this.sizeBytes += part.length;
    if (this.sizeBytes > this.maxBytes) this.parts = [];
    else this.parts.push(part);
  }

  private take(): Line {
    const isTooLong = this.sizeBytes > this.maxBytes;
    const bytes = Buffer.concat(this.parts);
    this.parts = [];
    this.sizeBytes = 0;
    if (isTooLong) return { kind: "too_long" };
    const length = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    return { kind: "text", text: bytes.toString("utf8", 0, length) };
  }
}
