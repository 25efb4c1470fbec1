/** Ripgrep's JSON messages → the matches of each file that counts. */
import type { MatchedContent, FileJudge, LineEncoding } from "../judge.ts";
import { excerpt } from "./excerpt.ts";
import type { TextMatch } from "../types.ts";

/** Text, or base64 where it is no UTF-8. */
interface Data {
  readonly text?: string;
  readonly bytes?: string;
}

/** As ripgrep writes it: `type` comes first. */
interface Message {
  readonly type: "begin" | "match" | "context" | "end" | "summary";
  readonly data: {
    readonly path?: Data | null;
    readonly lines: Data;
    readonly line_number: number;
  };
}

/** A line that ripgrep shows. */
interface Line {
  readonly number: number;
  readonly content: Data;
  /** Bytes in front of the first match; null for a line of context. */
  readonly start: number | null;
}

/** A file with matches, as ripgrep tells of it. */
export interface ReadFile {
  /** As the index names it. */
  readonly path: string;
  readonly diskPath: string;
  /** Lines with a match. */
  readonly count: number;
  /** The messages of all lines that are shown of it. */
  readonly messages: readonly Buffer[];
}

export interface MatchReader {
  /** One line of ripgrep's output. */
  read(line: Buffer): void;
}

/**
 * Calls back once a file, at its end; a file is looked at once, however often ripgrep names it. Lines are
 * only counted: a parse of each would take as long as the search, and few are shown.
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

/** Messages are told apart by the first letter of their type, behind `{"type":"`. */
const TYPE_AT = '{"type":"'.length;
const [BEGIN, MATCH, CONTEXT, END] = ["b", "m", "c", "e"].map((letter) => letter.charCodeAt(0));

/** Of one that is no UTF-8, with `\ufffd` for what is none. */
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

/** A path of ripgrep's as the root sees it; on Windows it has that system's separators. */
export function relativeName(named: string): string {
  const path = process.platform === "win32" ? named.replaceAll("\\", "/") : named;
  return path.startsWith("./") ? path.slice(2) : path;
}

/** What is shown of a file. */
export interface ShownMatches {
  /** Lines with a match that the file has. */
  readonly count: number;
  /** By line; the first of them. */
  readonly matches: readonly TextMatch[];
}

export interface ShownOptions {
  readonly contextLines: number;
  /** No more matches are made. */
  readonly maxMatches: number;
}

/**
 * Of the lines that ripgrep shows of a file those that its content has. Holds on to nothing of the messages,
 * of which a single one may have the size of the file.
 */
export function shownMatches(
  file: ReadFile,
  { encoding, text }: MatchedContent,
  options: ShownOptions,
): ShownMatches {
  const content = new ContentCursor(text());
  const lines = file.messages
    .flatMap((message) => lineOf(message) ?? [])
    .filter((line) => content.has(textOf(line.content, encoding)));
  const count = lines.filter(({ start }) => start !== null).length;
  return { count, matches: matchesOf(file.path, lines, { ...options, encoding }) };
}

/** Finds lines in the order in which a text has them, without going through all of it for each. */
class ContentCursor {
  #at = 0;

  constructor(private readonly content: string) {}

  has(line: string): boolean {
    const next = this.content.indexOf(line, this.#at);
    // What is not in order any more may be there all the same.
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
    const at = encoding === "latin-1" ? start : unitsOf(text, content, start);
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
 * Null for a message that was cut before the place of its first match, as when the file has grown since its
 * size was looked at.
 */
function lineOf(message: Buffer): Line | null {
  // A quotation mark within a text is written with a backslash: these are keys.
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

/** Of what follows only where the first match begins is looked at: a line may have a million of them. */
const SUBMATCHES = ',"submatches":[';
const FIRST_START = ',"start":';
const MESSAGE_END = Buffer.from("}}");
const MAX_DIGITS = 15;

/** Without its line end. */
function textOf(content: Data, encoding: LineEncoding): string {
  const isAsShown = encoding === "utf-8" && content.text !== undefined;
  const text = isAsShown
    ? content.text
    : bytesOf(content).toString(encoding === "latin-1" ? "latin1" : "utf8");
  return (text ?? "").replace(/\r?\n$/, "");
}

function bytesOf({ text, bytes }: Data): Buffer {
  return bytes === undefined ? Buffer.from(text ?? "", "utf8") : Buffer.from(bytes, "base64");
}

/** UTF-16 units that so many bytes of a UTF-8 text are. */
function unitsOf(text: string, content: Data, bytes: number): number {
  const head = text.slice(0, bytes);
  return NOT_ASCII.test(head) ? bytesOf(content).subarray(0, bytes).toString("utf8").length : bytes;
}

const NOT_ASCII = /[^\0-\x7f]/;
