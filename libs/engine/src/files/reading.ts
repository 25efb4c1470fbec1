/**
 * Shared by plain reads and reads of a symbol: the request, the text, and the part of an answer about lines.
 */
import type { Staleness } from "../model/staleness.ts";
import { type CallOf, LIMITS, type ReadFileInput, SETTINGS, type WarningCode } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { indexedPath } from "../model/paths.ts";
import { readRegularFile } from "../contents/confine.ts";
import { decode } from "../contents/decode.ts";
import { requireShown } from "../contents/shown.ts";
import { type SelectedLines, selectLines } from "../contents/select-lines.ts";

/** A `read_file` request with what was decided before the file is read. */
export interface Reading {
  readonly context: EngineContext;
  readonly input: ReadFileInput;
  readonly call: CallContext;
  readonly target: Target;
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
  readonly encoding: string;
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
  const decoded = decode(
    readRegularFile(path, realPath, (opened) => void requireShown(reading, path, opened, roots)),
  );
  if (decoded.kind === "text") return decoded;
  const what =
    decoded.kind === "binary" ? "is binary" : "is in an encoding that is neither UTF-8, UTF-16 nor Latin-1";
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
    encoding,
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
  { warnings, behind }: Pick<Reading, "warnings" | "behind">,
  lines: SelectedLines,
  next: CallOf<"read_file">,
  outlineWarnings: readonly WarningCode[],
): { warnings: readonly WarningCode[]; message?: string; hints?: object } {
  const notes = [...notesOf(lines), ...(behind.doubt === null ? [] : [behind.doubt])];
  return {
    warnings: [
      ...warnings,
      ...outlineWarnings,
      ...(lines.isTruncated ? (["OUTPUT_TRUNCATED"] as const) : []),
    ],
    ...(notes.length > 0 ? { message: notes.join(" ") } : {}),
    ...(lines.hasMore ? { hints: { continue: next } } : {}),
  };
}
