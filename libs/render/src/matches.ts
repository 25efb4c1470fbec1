/** Renders matching lines, and the files that contain them, in grep's format. Pure. */
import type { TextMatch } from "@satori/contracts";
import type { View } from "./view.ts";
import { displayWidth, startToSee, truncate } from "./width.ts";

/** Numbers of lines shown around a match; null for all that an answer has. */
export interface Around {
  readonly before: number | null;
  readonly after: number | null;
}

/** Minimum number of columns of a line, however long the name of its file is. */
const LEAST_COLUMNS = 20;
/** Minimum number of visible columns from a match on. */
const LEAST_OF_MATCH = 12;

export interface MatchesView extends View {
  /** What was searched for, with the flag `g`. Default: nothing is marked. */
  readonly pattern?: RegExp | null;
}

/**
 * `file:line:column: text` for a match, `file-line- text` for a line of context. Lines that two matches share
 * are shown once; `--` separates lines that are not adjacent. Matches are marked, and lines that are too long
 * for the columns are cut around the first match.
 */
export function renderMatches(
  matches: readonly TextMatch[],
  shown: (path: string) => string,
  view: MatchesView,
): string[] {
  const { style } = view;
  const lines: string[] = [];
  let last: { readonly path: string; readonly line: number } | null = null;
  const hasContext = matches.some(({ before = [], after = [] }) => before.length + after.length > 0);
  const matched = new Set(matches.map(({ path, line }) => `${path}:${line}`));
  for (const { path, line, column, text, before = [], after = [] } of matches) {
    const around = (at: number, content: string): void => {
      if ((last?.path === path && at <= last.line) || matched.has(`${path}:${at}`)) return;
      const lead = `${shown(path)}-${at}- `;
      put(
        at,
        style.quiet(lead + textOf(markedLine(content, roomBeside(lead, view), { ...view, pattern: null }))),
      );
    };
    const put = (at: number, rendered: string): void => {
      if (hasContext && last && (last.path !== path || at > last.line + 1)) lines.push(style.quiet("--"));
      lines.push(rendered);
      last = { path, line: at };
    };
    for (const [at, content] of before.entries()) around(line - before.length + at, content);
    const place = `${shown(path)}:${line}:${column}:`;
    const parts = markedLine(text, roomBeside(`${place} `, view), view);
    put(
      line,
      `${style.file(place)} ${parts.map((part) => (part.isMatch ? style.match(part.text) : part.text)).join("")}`,
    );
    for (const [at, content] of after.entries()) around(line + 1 + at, content);
  }
  return lines;
}

function roomBeside(lead: string, { columns }: View): number | null {
  return columns === null ? null : Math.max(LEAST_COLUMNS, columns - displayWidth(lead));
}

interface LinePart {
  readonly text: string;
  readonly isMatch: boolean;
}

function textOf(parts: readonly LinePart[]): string {
  return parts.map(({ text }) => text).join("");
}

/** A line split at its matches, and cut to fit. @param columns null for the whole line, tabs included */
function markedLine(
  line: string,
  columns: number | null,
  { codeLine, tab, pattern = null }: MatchesView,
): LinePart[] {
  const parts = splitAtMatches(codeLine(line), pattern);
  if (columns === null) return parts;
  const spaced = parts.map((part) => ({ ...part, text: part.text.replaceAll("\t", tab) }));
  const whole = textOf(spaced);
  const first = spaced.findIndex(({ isMatch }) => isMatch);
  const start = textOf(spaced.slice(0, Math.max(0, first))).length;
  const from = startToSee(whole, { start, leastColumns: LEAST_OF_MATCH }, columns);
  const lead = from === 0 ? "" : "…";
  const asked = lead + whole.slice(from);
  const cut = truncate(asked, columns);
  const tail = cut === asked ? "" : "…";
  const until = from + cut.length - lead.length - tail.length;
  return [
    { text: lead, isMatch: false },
    ...partsBetween(spaced, from, until),
    { text: tail, isMatch: false },
  ];
}

function splitAtMatches(line: string, pattern: RegExp | null): LinePart[] {
  const parts: LinePart[] = [];
  let done = 0;
  for (const { 0: text, index } of pattern === null ? [] : line.matchAll(pattern)) {
    if (text === "") continue;
    parts.push({ text: line.slice(done, index), isMatch: false }, { text, isMatch: true });
    done = index + text.length;
  }
  parts.push({ text: line.slice(done), isMatch: false });
  return parts.filter(({ text }) => text !== "");
}

/** The text between two offsets, in its parts. */
function partsBetween(parts: readonly LinePart[], from: number, until: number): LinePart[] {
  let at = 0;
  return parts.flatMap((part) => {
    const start = at;
    at += part.text.length;
    const text = part.text.slice(Math.max(0, from - start), Math.max(0, until - start));
    return text === "" ? [] : [{ ...part, text }];
  });
}

/** Each file once, in the order of the matches. */
export function renderFiles(
  matches: readonly TextMatch[],
  shown: (path: string) => string,
  { style }: View,
): string[] {
  return [...countsOf(matches).keys()].map((path) => style.file(shown(path)));
}

/** `file:count`, with the number of matching lines. */
export function renderCounts(
  matches: readonly TextMatch[],
  shown: (path: string) => string,
  { style }: View,
): string[] {
  return [...countsOf(matches)].map(([path, count]) => `${style.file(`${shown(path)}:`)}${count}`);
}

/** Cuts the context of each match to the requested number of lines. */
export function within(
  matches: readonly TextMatch[],
  { before: most, after: mostAfter }: Around,
): TextMatch[] {
  return matches.map(({ before = [], after = [], ...match }) => ({
    ...match,
    before: most === null ? before : before.slice(Math.max(0, before.length - most)),
    after: mostAfter === null ? after : after.slice(0, mostAfter),
  }));
}

function countsOf(matches: readonly TextMatch[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of matches) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
