/** Maps offsets of a text to lines and back. Pure. */
const MAX_HEAD_CHARS = 2_000;
const RETURN = 13;

/**
 * Start offsets of a text's lines. Lines end with `\n` or `\r\n`, as parsers count them; a final line end
 * does not start another line.
 */
export class LineIndex {
  readonly text: string;
  /** Start offset of each line, then the text's length. */
  private readonly starts: number[];
  /** For each of these offsets, the line ends before it that are `\r\n`. */
  private readonly returns: number[];

  /** Called for each line when it is found, and when it is read; may throw. */
  readonly check: (() => void) | undefined;

  constructor(text: string, check?: () => void) {
    this.text = text;
    this.check = check;
    this.starts = [0];
    this.returns = [0];
    let returns = 0;
    for (let at = text.indexOf("\n"); at !== -1 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) {
      check?.();
      if (text.charCodeAt(at - 1) === RETURN) returns++;
      this.starts.push(at + 1);
      this.returns.push(returns);
    }
    this.starts.push(text.length);
    this.returns.push(text.endsWith("\r\n") ? returns + 1 : returns);
  }

  /** Number of lines; 0 for an empty text. */
  get count(): number {
    return this.text.length === 0 ? 0 : this.starts.length - 1;
  }

  /**
   * Offset of a line's first character. Lines are 1-based; one past the last line yields the text's length.
   */
  startOf(line: number): number {
    return this.starts[Math.min(Math.max(line, 1), this.starts.length) - 1] ?? this.text.length;
  }

  /** Offset after a line's line end. */
  endOf(line: number): number {
    return this.startOf(line + 1);
  }

  /**
   * Number of characters between two offsets, where `\r\n` counts as one: a checkout with other line ends is
   * cut at the same lines.
   */
  charsBetween(start: number, end: number): number {
    if (this.returns.at(-1) === 0) return end - start;
    return end - start - (this.returnsBefore(end) - this.returnsBefore(start));
  }

  private returnsBefore(offset: number): number {
    return (
      offset >= this.text.length ? this.returns.at(-1) : this.returns[this.lineAt(offset) - 1]
    ) as number;
  }

  /** The line that contains an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset of a line's first non-blank character; the line's end if it is blank. */
  filledStart(line: number): number {
    const end = this.endOf(line);
    let first = this.startOf(line);
    while (first < end && isBlankAt(this.text, first)) first++;
    return first;
  }

  /** End of a range without trailing white space, which some grammars include in the preceding node. */
  filledEnd(start: number, end: number): number {
    let last = end;
    while (last > start && isBlankAt(this.text, last - 1)) last--;
    return last;
  }

  /** Text of a line without its line end. */
  textOf(line: number): string {
    this.check?.();
    return this.text.slice(this.startOf(line), this.endOf(line)).replace(/\r?\n$/, "");
  }

  /** The start of a line, without its line end: enough to classify it, however long it is. */
  headOf(line: number): string {
    this.check?.();
    const start = this.startOf(line);
    return this.text.slice(start, Math.min(this.endOf(line), start + MAX_HEAD_CHARS)).replace(/\r?\n$/, "");
  }

  /** Same as `headOf`, without a byte order mark. */
  headWithoutMark(line: number): string {
    const head = this.headOf(line);
    return line === 1 && head.startsWith("\uFEFF") ? head.slice(1) : head;
  }

  /** The first non-blank line from `from` on, at most `last`. */
  firstFilled(from: number, last: number): number {
    let first = from;
    while (first < last && this.isBlank(first)) first++;
    return Math.min(first, last);
  }

  /** The last non-blank line up to `upTo`, at least `first`. */
  lastFilled(upTo: number, first = 1): number {
    let last = upTo;
    while (last > first && this.isBlank(last)) last--;
    return last;
  }

  isBlank(line: number): boolean {
    return isBlankRange(this.text, this.startOf(line), this.endOf(line));
  }
}

/** Whether a range contains only white space. */
export function isBlankRange(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isBlankAt(text, at)) return false;
  return true;
}

function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code >= 128 && text.charAt(at).trim() === "");
}
