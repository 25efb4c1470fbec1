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
  if (totalLines === 0) return { content: "", startLine: 0, endLine: 0, totalLines, isTruncated: false };
  const first = Math.min(startLine, totalLines);
  const wanted = Math.max(first, Math.min(endLine, totalLines));
  let last = Math.min(wanted, first + maxLines - 1);
  let bytes = 0;
  for (let line = first; line <= last; line++) {
    bytes += Buffer.byteLength(lines[line - 1] as string);
    // The first line is shown whatever its length, so that an answer is never empty.
    if (bytes > maxBytes && line > first) last = line - 1;
  }
  return { content: lines.slice(first - 1, last).join(""), startLine: first, endLine: last, totalLines, isTruncated: last < wanted };
}
