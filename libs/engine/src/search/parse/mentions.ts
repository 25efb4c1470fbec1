/**
 * Finds locations that a question mentions: stack frames, `path:line` as compilers write it, and plain paths.
 * Whether such a file exists is decided later (`mentioned-files.ts`). Pure.
 */
import { nameOf } from "../../model/paths.ts";

/** A file location in a question. */
export interface Mention {
  /** As written, with `/` as separator. */
  readonly path: string;
  /** 1-based; null if only a path is given. */
  readonly line: number | null;
}

export interface Mentions {
  /**
   * Most relevant location first: in a stack trace, the frame where the error happened. At most
   * `MAX_MENTIONS`, without duplicates.
   */
  readonly places: readonly Mention[];
  /**
   * The question with each frame, and each path of several parts, replaced by the names of its function and
   * file. A single name with a dot may be anything, so it stays.
   */
  readonly rest: string;
}

const MAX_MENTIONS = 30;

/**
 * Characters of a path that do not occur in prose, spaces excluded; the name ends with an extension. The
 * length is limited because the pattern is tried at every character: on a question of one long word, an
 * unlimited one would take quadratic time.
 */
const PATH = String.raw`(?:[A-Za-z]:)?[\w@~$./\\+-]{0,250}[\w@~$/\\+-]\.[A-Za-z]\w{0,9}`;
/** `:12:5`, and `#L12-L20` as in links of code hosts. */
const LINE = String.raw`(?::(?<line>\d+)(?::\d+)?)`;
const FORGE_LINE = String.raw`#L(?<anchor>\d+)(?:C\d+)?(?:-L?\d+(?:C\d+)?)?`;

/** Frames and locations by the tool that writes them; the first pattern that matches counts. */
const PATTERNS: readonly RegExp[] = [
  // Python: File "app/main.py", line 12, in run
  /File "(?<path>[^"\n]+)", line (?<line>\d+)(?:, in (?<name>[\w.<>]+))?/,
  // Java, Kotlin, Scala: at com.acme.Server.start(Server.java:12)
  /(?:\bat )?(?<![\w$])(?<package>(?:[\w$]+\.){0,30})(?<type>[\w$]+)\.(?<name>[\w$<>]+)\((?<path>[\w$-]+\.[A-Za-z]\w{0,9}):(?<line>\d+)\)/,
  // C#: at Acme.Server.Start() in C:\src\Server.cs:line 12
  new RegExp(String.raw`\bat (?<name>[\w.<>+]+)\([^)\n]*\) in (?<path>${PATH}):line (?<line>\d+)`),
  // JavaScript: at Server.start (/app/server.js:12:5)
  new RegExp(
    String.raw`\bat (?:async |new )?(?<name>[\w$.<>]+)(?: \[as [^\]]*\])? \((?:file://)?(?<path>${PATH})${LINE}\)`,
  ),
  // Ruby: app/server.rb:12:in 'start'
  new RegExp(String.raw`(?<path>${PATH}):(?<line>\d+):in ['"\`](?<name>[^'"\`\n]+)['"\`]`),
  // PHP: #0 /app/server.php(12): Acme\Server->start()
  new RegExp(String.raw`#\d+ (?<path>${PATH})\((?<line>\d+)\): (?<name>[\w\\>:-]+)\([^)\n]*\)`),
  // PHP, Perl, and people: in /app/server.php on line 12
  new RegExp(String.raw`(?<path>${PATH}),? (?:(?:on|at|in) )?line (?<line>\d+)`),
  // People: line 12 of server.ts
  new RegExp(String.raw`\bline (?<line>\d+) (?:of|in) (?<path>${PATH})(?![\w(]|\.\w)`),
  // Compilers, Go, Rust, grep: src/server.ts:12:5, server.ts(12,5)
  new RegExp(
    String.raw`(?:\bat |--> |file://)?(?<path>${PATH})(?:${LINE}|${FORGE_LINE}|\((?<row>\d+)(?:,\d+)?\))(?: \+0x[0-9a-f]+)?`,
  ),
  // A path in a sentence
  new RegExp(String.raw`(?<path>${PATH})(?![\w(]|\.\w)`),
];
const ANY_PLACE = new RegExp(PATTERNS.map(({ source }) => unnamed(source)).join("|"), "g");
const WHOLE_PLACES = PATTERNS.map(({ source }) => new RegExp(`^(?:${source})$`));
/** Python traces end with the frame where the error happened; all others begin with it. */
const LAST_FIRST = /most recent call last/i;

/** Finds the locations in a question. Never throws. */
export function mentionsOf(text: string): Mentions {
  const places = new Map<string, Mention>();
  const rest = text.replace(ANY_PLACE, (whole) => {
    const { path = "", package: folder = "", type, name = "", line, row, anchor } = groupsOf(whole);
    const written = `${type === undefined ? "" : folder.replaceAll(".", "/")}${path}`.replaceAll("\\", "/");
    const place = { path: written, line: lineOf(line ?? row ?? anchor) };
    places.set(`${place.path}:${place.line}`, place);
    if (place.line === null && !written.includes("/")) return whole;
    const words = [type, name, stemOf(written)].filter(
      (part) => part !== undefined && part !== "" && part !== "<module>",
    );
    return ` ${words.join(" ")} `;
  });
  const list = [...places.values()];
  if (LAST_FIRST.test(text)) list.reverse();
  return places.size === 0
    ? { places: [], rest: text }
    : { places: list.slice(0, MAX_MENTIONS), rest: rest.replace(/\s+/g, " ").trim() };
}

/** A location in a text, with the function that a stack frame names there. */
export interface WrittenLocation extends Mention {
  /** As written; null if the form has no place for it. */
  readonly name: string | null;
  /** Offsets of the location in the text. */
  readonly start: number;
  readonly end: number;
}

/** All locations of a text, in its order. Never throws. */
export function locationsIn(text: string): WrittenLocation[] {
  return [...text.matchAll(ANY_PLACE)].map((match) => {
    const [whole] = match;
    const { path = "", package: folder = "", type, name, line, row, anchor } = groupsOf(whole);
    const written = `${type === undefined ? "" : folder.replaceAll(".", "/")}${path}`.replaceAll("\\", "/");
    const end = match.index + whole.length;
    return {
      path: written,
      line: lineOf(line ?? row ?? anchor),
      name: name ?? null,
      start: match.index,
      end,
    };
  });
}

function lineOf(written: string | undefined): number | null {
  return written === undefined ? null : Number(written);
}

function groupsOf(place: string): Readonly<Record<string, string | undefined>> {
  for (const pattern of WHOLE_PLACES) {
    const match = pattern.exec(place);
    if (match) return match.groups ?? {};
  }
  return {};
}

/** Removes the names of groups, which would clash when all patterns form one expression. */
function unnamed(source: string): string {
  return source.replace(/\(\?<[A-Za-z]\w*>/g, "(?:");
}

function stemOf(path: string): string {
  return nameOf(path).replace(/\.[^.]*$/, "");
}
