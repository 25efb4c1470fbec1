/**
 * Shared by plain reads and reads of a symbol: the request, the text, and the part of an answer about lines.
 */
import { type CallOf, LIMITS, type ReadFileInput, SETTINGS, type WarningCode } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import type { Target } from "../codebase/home/registry.ts";
import { readRegularFile } from "../contents/confine.ts";
import { type FileEncoding, encodingNote } from "../contents/decode.ts";
import { notebookNote, textOfFile } from "../contents/file-text.ts";
import { requireShown } from "../contents/shown.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { indexedPath } from "../model/paths.ts";
import type { Staleness } from "../model/staleness.ts";

/** A `read_file` request with what was decided before the file is read. */
export interface Reading {
  readonly context: EngineContext;
  readonly input: ReadFileInput;
  readonly call: CallContext;
  readonly target: Target;
  /** Whether the target is a folder. */
  readonly isFolder: boolean;
  /** Warnings of the gate about the index that the answer uses. */
  readonly warnings: readonly WarningCode[];
  /** Staleness of the index, if the answer depends on it. */
  readonly behind: Staleness;
  /** The request as every answer repeats it. */
  readonly echo: {
    readonly path: string;
    readonly effectiveRoot: string;
    readonly mode: "plain" | "annotated";
    readonly open_symbol?: string;
  };
}

/** A file to show. */
export interface RequestedFile {
  /** As requested. */
  readonly path: string;
  readonly realPath: string;
  /** Relative to the effective root. */
  readonly file: string;
}

export interface LoadedText {
  readonly text: string;
  readonly encoding: FileEncoding;
}

/** The requested file, as the index names it. */
export function fileOf({ target, echo }: Pick<Reading, "target" | "echo">): string {
  return indexedPath(echo.effectiveRoot, target.realPath) ?? target.path;
}

/** Reads and decodes a file below one of the roots. Throws if the file is outside them or is not text. */
export function load(
  reading: Pick<Reading, "context">,
  { path, realPath }: Pick<RequestedFile, "path" | "realPath">,
  roots: readonly string[],
): LoadedText {
  const decoded = textOfFile(
    realPath,
    readRegularFile(path, realPath, (opened) => void requireShown(reading, path, opened, roots)),
  );
  if (decoded.kind === "text") return decoded;
  const what =
    decoded.kind === "binary"
      ? "is binary"
      : "is in an encoding that is neither UTF-8, UTF-16 nor Windows-1252";
  throw new EngineError("FILE_NOT_TEXT", `${path} ${what}`, { details: { path } });
}

/** Lines of a text within the limits of an answer. */
export function cutLines(
  { context, call }: Pick<Reading, "context" | "call">,
  text: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): SelectedLines {
  const maxLines = context.config.readFileMaxLines;
  return selectLines(text, {
    startLine,
    endLine,
    maxLines,
    maxBytes: maxBytesOf(maxLines),
    check: () => call.deadline.check(),
  });
}

/** Byte limit of an answer; a larger setting for lines raises it in proportion. */
function maxBytesOf(maxLines: number): number {
  return Math.round(
    LIMITS.answerMaxBytes * Math.max(1, maxLines / Number(SETTINGS.READ_FILE_MAX_LINES.fallback)),
  );
}

/** The part of an answer's payload that describes the lines shown. */
export function linesPayload(
  file: string,
  { text, encoding }: LoadedText,
  { content, startLine, endLine, totalLines, isTruncated }: SelectedLines,
): object {
  return {
    file,
    content,
    startLine,
    endLine,
    totalLines,
    truncated: isTruncated,
    ...(encoding === "utf-8" ? {} : { encoding }),
    language: detectLanguage(file, text)?.id ?? "text",
  };
}

/** Sentences that explain why the lines shown differ from those requested. */
export function notesOf({ content, endLine, totalLines, isLineCut, missedLine }: SelectedLines): string[] {
  const end = totalLines === 0 ? "the file is empty" : `the file ends with line ${totalLines}, shown instead`;
  return [
    ...(missedLine === null ? [] : [`There is no line ${missedLine}: ${end}.`]),
    ...(isLineCut
      ? [
          `Line ${endLine} exceeds the limit of an answer: its first ${Buffer.byteLength(content)} ` +
            "bytes are shown.",
        ]
      : []),
  ];
}

/**
 * Warnings, message and hints about what the answer leaves out, including the gate's warnings.
 *
 * @param next the call that continues after the last line
 * @param outlineWarnings of the outline that accompanies the lines
 */
export function cutOf(
  { warnings, behind, target }: Pick<Reading, "warnings" | "behind" | "target">,
  { encoding, ...lines }: SelectedLines & Pick<LoadedText, "encoding">,
  next: CallOf<"read_file">,
  outlineWarnings: readonly WarningCode[],
): { warnings: readonly WarningCode[]; message?: string; hints?: object } {
  const notes = [
    ...notesOf(lines),
    encodingNote(encoding),
    notebookNote(target.realPath),
    behind.doubt,
  ].filter((note) => note !== null);
  return {
    warnings: [
      ...warnings,
      ...outlineWarnings,
      ...(encoding === "utf-8-lossy" ? (["FILE_HAS_INVALID_BYTES"] as const) : []),
      ...(lines.isTruncated ? (["OUTPUT_TRUNCATED"] as const) : []),
    ],
    ...(notes.length > 0 ? { message: notes.join(" ") } : {}),
    ...(lines.hasMore ? { hints: { continue: next } } : {}),
  };
}

/** Selects lines of a text within the limits of an answer. Pure. */

interface SelectedLines {
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
