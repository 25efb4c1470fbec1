/** Lines of a text within the limits of an answer. Pure. */

export interface SelectedLines {
  /** With the line ends of the file. */
  readonly content: string;
  /** 0 for an empty file. */
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  /** More was asked for than fits. */
  readonly isTruncated: boolean;
  /** Lines that were asked for follow the last one shown. */
  readonly hasMore: boolean;
  /** The one line shown is longer than an answer may be. */
  readonly isLineCut: boolean;
  /** The first line asked for, where the text ends before it; else null. */
  readonly missedLine: number | null;
}

export interface LineRequest {
  /** 1-based; past the end it means the last line. */
  readonly startLine: number;
  /** Included; past the end it means the last line. */
  readonly endLine: number;
  readonly maxLines: number;
  readonly maxBytes: number;
}

export function selectLines(text: string, { startLine, endLine, maxLines, maxBytes }: LineRequest): SelectedLines {
  const lines = text.split(/(?<=\n)/);
  const totalLines = text === "" ? 0 : lines.length;
  // Of a text without lines, too, line 1 is where it begins.
  const missedLine = startLine > Math.max(1, totalLines) ? startLine : null;
  if (totalLines === 0) return { content: "", startLine: 0, endLine: 0, totalLines, isTruncated: false, hasMore: false, isLineCut: false, missedLine };
  const first = Math.min(startLine, totalLines);
  const wanted = Math.max(first, Math.min(endLine, totalLines));
  let last = Math.min(wanted, first + maxLines - 1);
  let bytes = 0;
  for (let line = first; line <= last; line++) {
    bytes += Buffer.byteLength(lines[line - 1] as string);
    if (bytes > maxBytes) last = Math.max(first, line - 1);
  }
  const hasMore = last < wanted;
  const whole = lines.slice(first - 1, last).join("");
  // A line that does not fit even by itself is cut, so that an answer is neither empty nor without bounds.
  const content = last === first ? firstBytes(whole, maxBytes) : whole;
  const isLineCut = content.length < whole.length;
  return { content, startLine: first, endLine: last, totalLines, isTruncated: hasMore || isLineCut, hasMore, isLineCut, missedLine };
}

/** As many characters as fit into some bytes of UTF-8. */
function firstBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.min(maxBytes, text.length * MAX_BYTES_A_UNIT)));
  return text.slice(0, read);
}

/** Of UTF-8, for each unit of UTF-16. */
const MAX_BYTES_A_UNIT = 3;
