/**
 * Headings of Markdown, reStructuredText, AsciiDoc, Org and notebooks as symbols of kind `section`, each
 * reaching to the next of its level. Pure.
 */
import type { LineIndex } from "../syntax/chunk/lines.ts";
import type { SymbolFact } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { notebookProse } from "./notebook-prose.ts";
import { SymbolIds } from "./symbol-id.ts";

interface Heading {
  readonly line: number;
  /** 1 is the outermost; levels may be left out. */
  readonly level: number;
  readonly title: string;
}

/**
 * Sections in the order of the text; `parent` is the section around it. The path tells the format; it is
 * Markdown by default.
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

/** Of each heading, the last line that is not blank before the next heading that is not below it. */
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
  /** What is in front of a heading's title; its first group is as long as the heading's level. */
  readonly mark: RegExp;
  /** The word that may stand behind the title. */
  readonly closing: RegExp;
}

interface Marks extends Mark {
  /** What opens a block of verbatim text; the same at the beginning of a line closes it. */
  readonly block: RegExp | null;
}

/** `== Title` of AsciiDoc, `** Title` of Org. */
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

/** A pattern would look at each of the blanks inside whether the text ends behind them. */
function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return text.slice(0, end);
}

const MARKDOWN: Mark = { mark: /^ {0,3}(#{1,6})[ \t]+(?=\S.*$)/, closing: /^#+$/ };

/** `## Title`, and paragraphs underlined with `=` or `-`; front matter and fenced code are passed over. */
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

/** What a line may go on with: the paragraph that began at a line, something else, or nothing. */
type Block = number | "other" | null;

const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** Lists, quotes, tables and HTML, also right below a paragraph. */
const OPENING = /^(?:[>|<]|[*+-]\s|\d+[.)]\s)/;
/** No paragraph begins with these either: headings, indented code, what links refer to. */
const NO_PARAGRAPH = /^(?:\s|#|[-=]+\s*$|\[[^\]]+\]:)/;

/** @param text of a line that is no heading */
function blockBehind(block: Block, text: string, line: number): Block {
  if (text.trim() === "" || RULE.test(text)) return null;
  if (OPENING.test(text)) return "other";
  return block ?? (NO_PARAGRAPH.test(text) ? "other" : line);
}

/** A paragraph from `first` to the line above its underline. */
function underlined(lines: LineIndex, first: number, underline: number): Heading {
  const words = Array.from({ length: underline - first }, (_, at) => lines.textOf(first + at));
  return {
    line: first,
    level: lines.textOf(underline).trimStart().startsWith("=") ? 1 : 2,
    title: cleanTitle(words.join(" ")),
  };
}

/** Metadata between two lines of `---` or `+++` at the very beginning. */
function lineBehindFrontMatter(lines: LineIndex): number {
  const opening = lines.count > 0 ? lines.textOf(1).trimEnd() : "";
  if (opening !== "---" && opening !== "+++") return 1;
  for (let line = 2; line <= lines.count; line++)
    if (lines.textOf(line).trimEnd() === opening) return line + 1;
  return 1;
}

const UNDERLINE = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

/**
 * A line of one repeated sign below (and perhaps above) a title; levels in the order in which the signs first
 * appear.
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
    // An underline shorter than its title is a slip up to two signs; beyond that, it is something else.
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

/** The words of a title: without anchors, HTML, images, addresses of links, roles and emphasis. */
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
