/** Turns ripgrep's JSON messages into the matches of each file that counts. */
import { decodeWindows1252 } from "../../contents/decode.ts";
import type { FileJudge } from "../judge.ts";
import type { TextMatch } from "../types.ts";

/** Text, or base64 if it is not valid UTF-8. */
interface Data {
  readonly text?: string;
  readonly bytes?: string;
}

/** A message as ripgrep writes it; `type` comes first. */
interface Message {
  readonly type: "begin" | "match" | "context" | "end" | "summary";
  readonly data: {
    readonly path?: Data | null;
    readonly lines: Data;
    readonly line_number: number;
  };
}

/** A line that ripgrep printed. */
interface Line {
  readonly number: number;
  readonly content: Data;
  /** Bytes before the first match; null for a line of context. */
  readonly start: number | null;
}

/** How to decode the lines that ripgrep prints for a file. */
export type LineEncoding = "utf-8" | "windows-1252";

/** A file with matches, as ripgrep reported it. */
export interface ReadFile {
  /** As the index names it. */
  readonly path: string;
  readonly diskPath: string;
  /** Number of matching lines. */
  readonly count: number;
  /** The messages of all printed lines of the file. */
  readonly messages: readonly Buffer[];
}

export interface MatchReader {
  /** Takes one line of ripgrep's output. */
  read(line: Buffer): void;
}

/**
 * Calls `onFile` once per file, at its end, even if ripgrep names a file several times. Lines are only
 * counted, not parsed: parsing each would take as long as the search, and few are shown.
 */
export function matchReader(pathOf: FileJudge["pathOf"], onFile: (file: ReadFile) => void): MatchReader {
  const seen = new Set<string>();
  let path: string | null = null;
  let diskPath = "";
  let count = 0;
  let messages: Buffer[] = [];
  const begin = (named: string): void => {
    count = 0;
    messages = [];
    path = null;
    const file = relativeName(named);
    if (seen.has(file)) return;
    seen.add(file);
    diskPath = file;
    path = pathOf(file);
  };
  return {
    read(line) {
      const type = line[TYPE_AT];
      if (type === BEGIN) return begin(namedBy(line));
      if (path === null) return;
      if (type === MATCH) count++;
      if (type === MATCH || type === CONTEXT) messages.push(line);
      else if (type === END) {
        onFile({ path, diskPath, count, messages });
        path = null;
      }
    },
  };
}

/** The position of the first letter of a message's type, after `{"type":"`; it identifies the type. */
const TYPE_AT = '{"type":"'.length;
const [BEGIN, MATCH, CONTEXT, END] = ["b", "m", "c", "e"].map((letter) => letter.charCodeAt(0));

/** The path in a `begin` message; bytes that are not UTF-8 become `\ufffd`. */
function namedBy(begin: Buffer): string {
  const isPlain = begin.indexOf(BEGIN_HEAD) === 0 && !begin.includes("\\");
  return isPlain
    ? begin.toString("utf8", BEGIN_HEAD.length, begin.length - BEGIN_TAIL.length)
    : bytesOf(parsed(begin).data.path ?? {}).toString();
}

const BEGIN_HEAD = '{"type":"begin","data":{"path":{"text":"';
const BEGIN_TAIL = '"}}}';

function parsed(line: Buffer): Message {
  return JSON.parse(line.toString()) as Message;
}

/** A path of ripgrep relative to the root, with `/` on Windows too. */
export function relativeName(named: string, platform: NodeJS.Platform = process.platform): string {
  const path = platform === "win32" ? named.replaceAll("\\", "/") : named;
  return path.startsWith("./") ? path.slice(2) : path;
}

/** The matches of a file that are shown. */
export interface ShownMatches {
  /** Number of matching lines in the file. */
  readonly count: number;
  /** The first matches; sorted by line. */
  readonly matches: readonly TextMatch[];
}

export interface ShownOptions {
  readonly contextLines: number;
  /** Upper limit on the matches that are returned. */
  readonly maxMatches: number;
}

/**
 * Parses the printed lines of a file and keeps those that its content has. Keeps no reference to the
 * messages, since a single one may be as large as the file.
 */
export function shownMatches(
  file: ReadFile,
  { encoding, text }: { readonly encoding: LineEncoding; readonly text: () => string },
  options: ShownOptions,
): ShownMatches {
  const content = new ContentCursor(text());
  const lines = file.messages
    .flatMap((message) => lineOf(message) ?? [])
    .filter((line) => content.has(textOf(line.content, encoding)));
  const count = lines.filter(({ start }) => start !== null).length;
  return { count, matches: matchesOf(file.path, lines, { ...options, encoding }) };
}

/** Checks whether a text contains lines, in their order, without searching the whole text for each. */
class ContentCursor {
  #at = 0;

  constructor(private readonly content: string) {}

  has(line: string): boolean {
    const next = this.content.indexOf(line, this.#at);
    // A line that is out of order may still be in the text.
    if (next === -1) return this.content.includes(line);
    this.#at = next + line.length;
    return true;
  }
}

function matchesOf(
  path: string,
  lines: readonly Line[],
  { encoding, contextLines, maxMatches }: ShownOptions & { readonly encoding: LineEncoding },
): TextMatch[] {
  const texts = new Map(
    contextLines === 0
      ? []
      : lines.map(({ number, content }) => [number, excerpt(textOf(content, encoding), 0)]),
  );
  const matches: TextMatch[] = [];
  for (const { number, content, start } of lines) {
    if (matches.length === maxMatches) break;
    if (start === null) continue;
    const text = textOf(content, encoding);
    const at = encoding === "windows-1252" ? start : unitsOf(text, content, start);
    const around = (from: number): string[] =>
      Array.from({ length: contextLines }, (_, step) => texts.get(from + step)).filter(
        (line) => line !== undefined,
      );
    matches.push({
      path,
      line: number,
      column: at + 1,
      text: excerpt(text, at),
      before: around(number - contextLines),
      after: around(number + 1),
    });
  }
  return matches;
}

/**
 * Parses a message. Null if it was cut before the position of its first match, for example because the file
 * has grown since its size was checked.
 */
function lineOf(message: Buffer): Line | null {
  // Quotation marks inside a text are escaped, so these can only be keys.
  const end = message.indexOf(SUBMATCHES);
  const first = message.indexOf(FIRST_START, end);
  const isMatch = message[TYPE_AT] === MATCH;
  const hasStart = first !== -1 && first + FIRST_START.length < message.length;
  if (end === -1 || (isMatch && !hasStart)) return null;
  const { data } = parsed(Buffer.concat([message.subarray(0, end), MESSAGE_END]));
  const start = isMatch
    ? Number.parseInt(
        message.toString("latin1", first + FIRST_START.length, first + FIRST_START.length + MAX_DIGITS),
        10,
      )
    : null;
  return { number: data.line_number, content: data.lines, start };
}

/** Of the submatches, only the start of the first is read: a line may have a million of them. */
const SUBMATCHES = ',"submatches":[';
const FIRST_START = ',"start":';
const MESSAGE_END = Buffer.from("}}");
const MAX_DIGITS = 15;

/** The text of a line, without its line end. */
function textOf(content: Data, encoding: LineEncoding): string {
  if (encoding === "windows-1252") return withoutLineEnd(decodeWindows1252(bytesOf(content)));
  return withoutLineEnd(content.text ?? bytesOf(content).toString("utf8"));
}

function withoutLineEnd(line: string): string {
  return line.replace(/\r?\n$/, "");
}

function bytesOf({ text, bytes }: Data): Buffer {
  return bytes === undefined ? Buffer.from(text ?? "", "utf8") : Buffer.from(bytes, "base64");
}

/** Converts a number of UTF-8 bytes into UTF-16 units of the same text. */
function unitsOf(text: string, content: Data, bytes: number): number {
  const head = text.slice(0, bytes);
  return NOT_ASCII.test(head) ? bytesOf(content).subarray(0, bytes).toString("utf8").length : bytes;
}

const NOT_ASCII = /[^\0-\x7f]/;

// The part of a line that is shown. Pure.

/** Longer lines are cut: minified code has lines of a megabyte. */
const MAX_LINE_CHARS = 500;
/** Characters of a cut line that are shown before the match. */
const LEAD_CHARS = 100;

/**
 * The part of a line around a position, with `…` for what is left out. Never splits a character; positions
 * are in UTF-16 units.
 */
function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const from = wholeFrom(line, Math.max(0, Math.min(at - LEAD_CHARS, line.length - MAX_LINE_CHARS)));
  const to = wholeFrom(line, Math.min(line.length, from + MAX_LINE_CHARS));
  return `${from > 0 ? "…" : ""}${copyOf(line.slice(from, to))}${to < line.length ? "…" : ""}`;
}

/** A copy, because a slice of a string keeps the whole string in memory. */
function copyOf(part: string): string {
  return Buffer.from(part, "utf16le").toString("utf16le");
}

/** The position itself, or the one before it if it is inside a surrogate pair. */
function wholeFrom(line: string, at: number): number {
  const isInside =
    at > 0 &&
    at < line.length &&
    /[\ud800-\udbff]/.test(line[at - 1] ?? "") &&
    /[\udc00-\udfff]/.test(line[at] ?? "");
  return isInside ? at - 1 : at;
}
