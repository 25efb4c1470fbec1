/** Ripgrep's JSON messages → the matches of each file that counts. */
import { excerpt } from "./excerpt.ts";
import type { FileJudge, LineEncoding } from "./judge.ts";
import type { TextMatch } from "./search-text.ts";

/** Text, or base64 where it is no UTF-8. */
interface Data {
  readonly text?: string;
  readonly bytes?: string;
}

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

export interface MatchReader {
  /** One line of ripgrep's output. */
  read(line: string): void;
}

/** Calls back once a file, at its end; a file is looked at once, however often ripgrep names it. */
export function matchReader(judge: FileJudge, contextLines: number, onFile: (matches: readonly TextMatch[]) => void): MatchReader {
  const seen = new Set<string>();
  let path: string | null = null;
  let diskPath = "";
  let lines: Line[] = [];
  const begin = (named: string | undefined): void => {
    lines = [];
    path = null;
    // A name that is no UTF-8 is not given as text, and no file of the index has one.
    const file = named === undefined ? null : relativeName(named);
    if (file === null || seen.has(file)) return;
    seen.add(file);
    diskPath = file;
    path = judge.pathOf(file);
  };
  return {
    read(text) {
      // Lines of a file that does not count are not worth a parse.
      if (path === null && !text.startsWith('{"type":"begin"')) return;
      const { type, data } = JSON.parse(text) as Message;
      if (type === "begin") begin(data.path?.text);
      else if (type === "match" || type === "context") lines.push({ number: data.line_number, content: data.lines, start: type === "match" ? (data.submatches[0]?.start ?? 0) : null });
      else if (type === "end" && path !== null) {
        const encoding = judge.encodingOf(diskPath);
        if (encoding !== null) onFile(matchesOf(path, lines, encoding, contextLines));
        path = null;
      }
    },
  };
}

/** A path of ripgrep's as the root sees it; on Windows it has that system's separators. */
export function relativeName(named: string): string {
  const path = process.platform === "win32" ? named.replaceAll("\\", "/") : named;
  return path.startsWith("./") ? path.slice(2) : path;
}

function matchesOf(path: string, lines: readonly Line[], encoding: LineEncoding, contextLines: number): TextMatch[] {
  const texts = new Map(contextLines === 0 ? [] : lines.map(({ number, content }) => [number, excerpt(textOf(content, encoding), 0)]));
  return lines.flatMap(({ number, content, start }): TextMatch[] => {
    if (start === null) return [];
    const text = textOf(content, encoding);
    const at = encoding === "latin-1" ? start : unitsOf(text, content, start);
    const around = (from: number): string[] => Array.from({ length: contextLines }, (_, step) => texts.get(from + step)).filter((line) => line !== undefined);
    return [{ path, line: number, column: at + 1, text: excerpt(text, at), before: around(number - contextLines), after: around(number + 1) }];
  });
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
