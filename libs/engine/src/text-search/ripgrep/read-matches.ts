/** Ripgrep's JSON messages → the matches of each file that counts. */
import { excerpt } from "./excerpt.ts";
import type { FileContent, FileJudge, LineEncoding } from "../judge.ts";
import type { TextMatch } from "../asked.ts";

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
    readonly submatches: readonly { readonly start: number }[];
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
 * Calls back once a file, at its end; a file is looked at once, however often ripgrep names it. Lines are only counted: a parse
 * of each would take as long as the search, and few are shown.
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
  return isPlain ? begin.toString("utf8", BEGIN_HEAD.length, begin.length - BEGIN_TAIL.length) : bytesOf(parsed(begin).data.path ?? {}).toString();
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

/** The file without the lines that its content does not have. */
export function linesStillIn(file: ReadFile, { encoding, text }: FileContent): ReadFile {
  const content = text();
  const lines = file.messages.map((message) => ({ message, line: lineOf(message) })).filter(({ line }) => content.includes(textOf(line.content, encoding)));
  return { ...file, count: lines.filter(({ line }) => line.start !== null).length, messages: lines.map(({ message }) => message) };
}

/** By line. */
export function matchesOf({ path, messages }: ReadFile, encoding: LineEncoding, contextLines: number): TextMatch[] {
  const lines = messages.map(lineOf);
  const texts = new Map(contextLines === 0 ? [] : lines.map(({ number, content }) => [number, excerpt(textOf(content, encoding), 0)]));
  return lines.flatMap(({ number, content, start }): TextMatch[] => {
    if (start === null) return [];
    const text = textOf(content, encoding);
    const at = encoding === "latin-1" ? start : unitsOf(text, content, start);
    const around = (from: number): string[] => Array.from({ length: contextLines }, (_, step) => texts.get(from + step)).filter((line) => line !== undefined);
    return [{ path, line: number, column: at + 1, text: excerpt(text, at), before: around(number - contextLines), after: around(number + 1) }];
  });
}

function lineOf(message: Buffer): Line {
  const { type, data } = parsed(message);
  return { number: data.line_number, content: data.lines, start: type === "match" ? (data.submatches[0]?.start ?? 0) : null };
}

/** Without its line end. */
function textOf(content: Data, encoding: LineEncoding): string {
  const isAsShown = encoding === "utf-8" && content.text !== undefined;
  const text = isAsShown ? content.text : bytesOf(content).toString(encoding === "latin-1" ? "latin1" : "utf8");
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
