/**
 * Turns headings of Markdown, reStructuredText, AsciiDoc, Org and notebooks into symbols of kind `section`.
 * Each extends to the next heading of its level. Pure.
 */
import { keepRanges } from "../blank.ts";
import { notebookCells } from "../languages/notebook/cells.ts";
import type { SymbolFact } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { LineIndex } from "../syntax/chunk/lines.ts";
import { SymbolIds } from "./symbol-id.ts";

interface Heading {
  readonly line: number;
  /** 1 is the outermost; levels may be skipped. */
  readonly level: number;
  readonly title: string;
}

/**
 * Sections in the order of the text; `parent` is the enclosing section. The path's extension decides the
 * format, with Markdown as the default.
 */
export function headingSymbols(path: string, text: string, lines: LineIndex): SymbolFact[] {
  const headings = readHeadings(path, lines).filter(({ title }) => title !== "");
  const ends = lastLines(headings, lines);
  const ids = new SymbolIds(path);
  const open: number[] = [];
  const symbols: SymbolFact[] = [];
  for (const [at, { line, level, title }] of headings.entries()) {
    while (open.length > 0 && (headings[open.at(-1) as number] as Heading).level >= level) open.pop();
    const parent = open.at(-1) ?? -1;
    const label = (parent === -1 ? title : `${symbols[parent]?.label}.${title}`).slice(
      0,
      SIDECAR_LIMITS.labelChars,
    );
    const endLine = ends[at] ?? line;
    symbols.push({
      id: ids.next("section", label),
      kind: "section",
      name: title,
      label,
      parent,
      start: lines.startOf(line),
      end: Math.min(lines.endOf(endLine), text.length),
      startLine: line,
      endLine,
      nameLine: line,
      signature: null,
      doc: null,
    });
    open.push(at);
  }
  return symbols;
}

/** For each heading, the last non-blank line before the next heading that is not below it. */
function lastLines(headings: readonly Heading[], lines: LineIndex): number[] {
  const last = lines.lastFilled(lines.count);
  const ends = headings.map(() => last);
  const open: number[] = [];
  for (const [at, { line, level }] of headings.entries()) {
    const before = lines.lastFilled(line - 1);
    while (open.length > 0 && (headings[open.at(-1) as number] as Heading).level >= level)
      ends[open.pop() as number] = before;
    open.push(at);
  }
  return ends;
}

function readHeadings(path: string, lines: LineIndex): Heading[] {
  switch (/\.(rst|adoc|asciidoc|org|ipynb)$/i.exec(path)?.[1]?.toLowerCase()) {
    case "rst":
      return underlinedHeadings(lines);
    case "adoc":
    case "asciidoc":
      return markedHeadings(lines, {
        mark: /^(={1,6})[ \t]+(?=\S.*$)/,
        closing: /^=+$/,
        block: /^(-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,})/,
      });
    case "org":
      return markedHeadings(lines, {
        mark: /^(\*+)[ \t]+(?:(?:TODO|DONE)[ \t]+)?(?=\S.*$)/,
        closing: /^:[\w@:]+:$/,
        block: null,
      });
    case "ipynb":
      return markdownHeadings(notebookProse(lines));
    default:
      return markdownHeadings(lines);
  }
}

interface Mark {
  /** Matches the mark before a heading's title; the length of its first group is the heading's level. */
  readonly mark: RegExp;
  /** Matches a word that may follow the title. */
  readonly closing: RegExp;
}

interface Marks extends Mark {
  /** Matches the opening line of a verbatim block; the same line closes it. */
  readonly block: RegExp | null;
}

/** Headings such as AsciiDoc's `== Title` and Org's `** Title`. */
function markedHeadings(lines: LineIndex, { block, ...mark }: Marks): Heading[] {
  const headings: Heading[] = [];
  let closing: string | null = null;
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.textOf(line);
    const delimiter = block?.exec(text)?.[1];
    if (closing !== null) {
      if (delimiter === closing) closing = null;
      continue;
    }
    closing = delimiter ?? null;
    const heading = markedHeading(text, line, mark);
    if (heading) headings.push(heading);
  }
  return headings;
}

function markedHeading(text: string, line: number, { mark, closing }: Mark): Heading | null {
  const match = mark.exec(text);
  if (!match) return null;
  const title = withoutBlanksBehind(text.slice(match[0].length));
  const lastWord = Math.max(title.lastIndexOf(" "), title.lastIndexOf("\t")) + 1;
  return {
    line,
    level: match[1]?.length ?? 1,
    title: cleanTitle(
      lastWord > 0 && closing.test(title.slice(lastWord))
        ? withoutBlanksBehind(title.slice(0, lastWord))
        : title,
    ),
  };
}

/** Removes trailing blanks. A regular expression would take quadratic time on long runs of blanks. */
function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return text.slice(0, end);
}

const MARKDOWN: Mark = { mark: /^ {0,3}(#{1,6})[ \t]+(?=\S.*$)/, closing: /^#+$/ };

/** `## Title`, and paragraphs underlined with `=` or `-`; skips front matter and fenced code. */
function markdownHeadings(lines: LineIndex): Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  let block: Block = null;
  for (let line = lineBehindFrontMatter(lines); line <= lines.count; line++) {
    const text = lines.textOf(line);
    const [, mark, info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence) && info.trim() === "") fence = null;
      continue;
    }
    if (mark !== undefined && !(mark.startsWith("`") && info.includes("`"))) {
      fence = mark;
      block = null;
      continue;
    }
    const marked = markedHeading(text, line, MARKDOWN);
    const underlinedFrom: number | null =
      typeof block === "number" && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(text) ? block : null;
    if (marked) headings.push(marked);
    else if (underlinedFrom !== null) headings.push(underlined(lines, underlinedFrom, line));
    block = marked || underlinedFrom !== null ? null : blockBehind(block, text, line);
  }
  return headings;
}

/** What the previous line belongs to: a paragraph, by its first line; something else; or nothing. */
type Block = number | "other" | null;

const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** Lists, quotes, tables and HTML, which may follow a paragraph directly. */
const OPENING = /^(?:[>|<]|[*+-]\s|\d+[.)]\s)/;
/** Lines that cannot start a paragraph: headings, indented code, link references. */
const NO_PARAGRAPH = /^(?:\s|#|[-=]+\s*$|\[[^\]]+\]:)/;

/** The block that a line belongs to. @param text of a line that is not a heading */
function blockBehind(block: Block, text: string, line: number): Block {
  if (text.trim() === "" || RULE.test(text)) return null;
  if (OPENING.test(text)) return "other";
  return block ?? (NO_PARAGRAPH.test(text) ? "other" : line);
}

/** A heading from a paragraph that starts at `first` and ends above its underline. */
function underlined(lines: LineIndex, first: number, underline: number): Heading {
  const words = Array.from({ length: underline - first }, (_, at) => lines.textOf(first + at));
  return {
    line: first,
    level: lines.textOf(underline).trimStart().startsWith("=") ? 1 : 2,
    title: cleanTitle(words.join(" ")),
  };
}

/**
 * First line after the front matter, which is enclosed in lines of `---` or `+++` at the start of the file.
 */
function lineBehindFrontMatter(lines: LineIndex): number {
  const opening = lines.count > 0 ? lines.textOf(1).trimEnd() : "";
  if (opening !== "---" && opening !== "+++") return 1;
  for (let line = 2; line <= lines.count; line++)
    if (lines.textOf(line).trimEnd() === opening) return line + 1;
  return 1;
}

const UNDERLINE = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

/**
 * Titles with a line of one repeated character below, and possibly above. Levels follow the order in which
 * the characters first appear.
 */
function underlinedHeadings(lines: LineIndex): Heading[] {
  const headings: Heading[] = [];
  const signs: string[] = [];
  for (let line = 2; line <= lines.count; line++) {
    const underline = UNDERLINE.exec(lines.textOf(line));
    const title = lines.textOf(line - 1);
    if (!underline || title.trim() === "" || UNDERLINE.test(title)) continue;
    const width = underline[0].trimEnd().length;
    const isOverlined = line > 2 && lines.textOf(line - 2).trimEnd() === underline[0].trimEnd();
    // An underline may be up to two characters shorter than its title; if it is shorter, it is not an
    // underline.
    if (title.trimEnd().length > width + 2 || (/^\s/.test(title) && !isOverlined)) continue;
    const sign = `${isOverlined ? "over" : ""}${underline[1] ?? ""}`;
    if (!signs.includes(sign)) signs.push(sign);
    headings.push({
      line: isOverlined ? line - 2 : line - 1,
      level: signs.indexOf(sign) + 1,
      title: cleanTitle(title),
    });
  }
  return headings;
}

/** The words of a title, without anchors, HTML, images, link targets, roles and emphasis. */
function cleanTitle(title: string): string {
  return title
    .slice(0, 4 * SIDECAR_LIMITS.nameChars)
    .replace(/\s*\{#[\w-]+\}\s*$/, "")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/!\[[^\]]*\]\([^()]*\)/g, "")
    .replace(/\[([^\]]*)\](?:\([^()]*\)|\[[^\]]*\])/g, "$1")
    .replace(/:[\w:]+:(?=`)/g, "")
    .replace(/`+|\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SIDECAR_LIMITS.nameChars);
}

// Extracts the text of a Jupyter notebook's Markdown cells, with the notebook's line numbers: from the text
// of its cells, or from JSON that could not be read as a notebook. Pure.

const CELL_TYPE = /^\s*"cell_type":\s*"(\w+)"/;
const SOURCE = /^\s*"source":\s*(?:\[\s*$|")/;
const LINE_OF_SOURCE = /^\s*"/;
const STRING = /^\s*(?:"source":\s*)?(".*"),?\s*$/;

/**
 * A text with as many lines as the notebook; lines outside Markdown are empty. A cell stored on a single line
 * yields its first line.
 */
export function notebookProse(lines: LineIndex): LineIndex {
  const cells = notebookCells(lines.text);
  if (cells.length > 0) {
    const ranges = cells
      .filter(({ kind }) => kind === "markdown")
      .map(({ sourceStart, end }) => ({ start: sourceStart, end }));
    return new LineIndex(keepRanges(lines.text, ranges));
  }
  const prose: string[] = [];
  let type = "";
  let isInside = false;
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.headOf(line);
    type = CELL_TYPE.exec(text)?.[1] ?? type;
    const begins = SOURCE.test(text);
    // A list of lines contains only strings: any other line ends it.
    isInside &&= LINE_OF_SOURCE.test(text);
    prose.push(
      type === "markdown" && (isInside || begins) ? firstLine(STRING.exec(lines.textOf(line))?.[1]) : "",
    );
    isInside ||= begins && text.trimEnd().endsWith("[");
  }
  return new LineIndex(prose.join("\n"));
}

function firstLine(json: string | undefined): string {
  if (json === undefined) return "";
  try {
    return /^[^\n]*/.exec(String(JSON.parse(json)))?.[0] ?? "";
  } catch {
    return "";
  }
}
