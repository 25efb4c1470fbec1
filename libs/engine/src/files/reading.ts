/**
 * What plain reads and reads of a symbol share: the call, the text, and the part of an answer that tells of
 * lines.
 */
import { type CallOf, LIMITS, type ReadFileInput, SETTINGS, type WarningCode } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import type { Staleness } from "../freshness/staleness.ts";
import { indexedPath } from "../model/paths.ts";
import { readRegularFile } from "../contents/confine.ts";
import { decode } from "../contents/decode.ts";
import { requireShown } from "../contents/shown.ts";
import { type SelectedLines, selectLines } from "../contents/select-lines.ts";

export interface Reading {
  readonly context: EngineContext;
  readonly input: ReadFileInput;
  readonly call: CallContext;
  readonly target: Target;
  /** What the gate has to say of the index that the answer draws from. */
  readonly warnings: readonly WarningCode[];
  /** Of the index, where what it says matters to the answer. */
  readonly behind: Staleness;
  /** What every answer repeats. */
  readonly echo: {
    readonly path: string;
    readonly effectiveRoot: string;
    readonly mode: "plain" | "annotated";
    readonly open_symbol?: string;
  };
}

/** A file that is to be shown. */
export interface RequestedFile {
  /** As asked for. */
  readonly path: string;
  readonly realPath: string;
  /** Relative to the effective root. */
  readonly file: string;
}

export interface LoadedText {
  readonly text: string;
  readonly encoding: string;
}

/** The file that a call names, as the index names it. */
export function fileOf({ target, echo }: Pick<Reading, "target" | "echo">): string {
  return indexedPath(echo.effectiveRoot, target.realPath) ?? target.path;
}

/** Text of a file below one of the roots. */
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

/** Those of an answer; who wants more lines than usual at a time gets as many more bytes. */
function maxBytesOf(maxLines: number): number {
  return Math.round(
    LIMITS.answerMaxBytes * Math.max(1, maxLines / Number(SETTINGS.READ_FILE_MAX_LINES.fallback)),
  );
}

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

/** Sentences on why the lines shown are not those that were asked for. */
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
 * What an answer says of what it leaves out, besides what the gate says.
 *
 * @param next the call that reads on behind the last line
 * @param outlineWarnings of an outline that comes along
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
