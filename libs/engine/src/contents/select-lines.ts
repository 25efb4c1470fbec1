/** Selects lines of a text within the limits of an answer. Pure. */

export interface SelectedLines {
  /** Includes the file's line ends. */
  readonly content: string;
  /** 0 for an empty file. */
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  /** More was requested than fits. */
  readonly isTruncated: boolean;
  /** Requested lines follow after the last one shown. */
  readonly hasMore: boolean;
  /** The only line shown is longer than an answer may be. */
  readonly isLineCut: boolean;
  /** The first requested line, if the text ends before it; otherwise null. */
  readonly missedLine: number | null;
}

export interface LineRequest {
  /** 1-based. Past the end, it means the last line. */
  readonly startLine: number;
  /** Inclusive. Past the end, it means the last line. */
  readonly endLine: number;
  readonly maxLines: number;
  readonly maxBytes: number;
  /** Called for each line; may throw. */
  readonly check?: (() => void) | undefined;
}

/**
 * Selects the requested lines from the first one on, until the last one or a limit. At least one line, if the
 * text has any.
 */
export function selectLines(text: string, request: LineRequest): SelectedLines {
  const { startLine, endLine, maxLines, maxBytes, check } = request;
  const { totalLines, start } = findLine(text, startLine, check);
  // An empty text starts at line 1 too.
  const missedLine = startLine > Math.max(1, totalLines) ? startLine : null;
  if (totalLines === 0)
    return {
      content: "",
      startLine: 0,
      endLine: 0,
      totalLines,
      isTruncated: false,
      hasMore: false,
      isLineCut: false,
      missedLine,
    };
  const first = Math.min(startLine, totalLines);
  const wanted = Math.max(first, Math.min(endLine, totalLines));
  const bounds = { maxLines: Math.min(maxLines, wanted - first + 1), maxBytes, check };
  const { lines, end } = linesThatFit(text, start, bounds);
  const last = first + lines - 1;
  const hasMore = last < wanted;
  const whole = text.slice(start, end);
  // A line that does not fit even alone is cut, so that an answer is neither empty nor unlimited.
  const content = last === first ? firstBytes(whole, maxBytes) : whole;
  const isLineCut = content.length < whole.length;
  return {
    content,
    startLine: first,
    endLine: last,
    totalLines,
    isTruncated: hasMore || isLineCut,
    hasMore,
    isLineCut,
    missedLine,
  };
}

interface FoundLine {
  readonly totalLines: number;
  /** Start of the requested line; of the last line, if the text ends before it. */
  readonly start: number;
}

/** Finds the start of a line without building the other lines: there may be 64 million. */
function findLine(text: string, line: number, check?: () => void): FoundLine {
  let totalLines = 0;
  let start = 0;
  for (let at = 0; at < text.length; at = lineEnd(text, at)) {
    check?.();
    if (++totalLines <= line) start = at;
  }
  return { totalLines, start };
}

type Bounds = Pick<LineRequest, "maxLines" | "maxBytes" | "check">;

interface FittingLines {
  readonly lines: number;
  /** End of the last line that fits. */
  readonly end: number;
}

/** Counts the lines from `start` on that fit, but at least one. */
function linesThatFit(text: string, start: number, { maxLines, maxBytes, check }: Bounds): FittingLines {
  let end = lineEnd(text, start);
  let bytes = bytesUpTo(text.slice(start, end), maxBytes);
  let lines = 1;
  while (lines < maxLines && bytes <= maxBytes) {
    check?.();
    const next = lineEnd(text, end);
    bytes += bytesUpTo(text.slice(end, next), maxBytes);
    if (bytes > maxBytes) break;
    end = next;
    lines++;
  }
  return { lines, end };
}

/** The position after the line end. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end + 1;
}

/** UTF-8 bytes of a text. If its length alone exceeds `most`, they are not counted. */
function bytesUpTo(text: string, most: number): number {
  return text.length > most ? text.length : Buffer.byteLength(text);
}

/** As many characters as fit into a number of UTF-8 bytes. */
function firstBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(
    text,
    new Uint8Array(Math.min(maxBytes, text.length * MAX_BYTES_A_UNIT)),
  );
  return text.slice(0, read);
}

/** UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_A_UNIT = 3;
